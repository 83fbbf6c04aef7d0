; One variable, regular conditions, any boolean structure: one emptiness test.
; RUN: --engine=automata
; RUN:
(declare-const x String)
(define-const a RegLan (re.++ re.all (str.to_re "ab") re.all))
(define-const b RegLan (re.++ re.all (str.to_re "ba") re.all))
(assert (not (= (str.in_re x a) (str.in_re x b))))
(assert (str.in_re x (re.* (re.union (str.to_re "a") (str.to_re "b")))))
(assert (> (str.len x) 7))
(set-info :status sat)
(check-sat)
(assert (= (str.at x 0) (str.at x 0)))
(assert (str.prefixof "aba" x))
(set-info :status unsat)
(check-sat)
