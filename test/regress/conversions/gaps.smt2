; Values between two neighbouring words of a length are no values.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (str.in_re x ((_ re.^ 3) (re.union (str.to_re "1") (str.to_re "7")))))
(assert (str.in_re y ((_ re.^ 3) (re.range "2" "4"))))
(push 1)
(assert (= (str.to_int x) (+ (str.to_int y) 490)))
(set-info :status unsat)
(check-sat)
(pop 1)
(push 1)
(assert (= (str.to_int x) (+ (str.to_int y) 454)))
(set-info :status sat)
(check-sat)
(pop 1)
