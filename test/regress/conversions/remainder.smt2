; All numerals of a language leave the same remainder.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const n Int)
(assert (str.in_re x (re.+ (str.to_re "74"))))
(assert (= (* 7 (str.to_int x)) (+ (* 8 n) 96)))
(set-info :status unsat)
(check-sat)
