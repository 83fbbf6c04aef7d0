; A concatenation is at least as great as its end, and grows with its length.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (= y (str.++ "39" x)))
(assert (>= (str.to_int x) 0))
(push 1)
(assert (= (- (str.to_int x) (* 6 (str.len x)) (* 6 (str.to_int y))) 37))
(set-info :status unsat)
(check-sat)
(pop 1)
(push 1)
(assert (< (str.to_int y) (* 100 (str.len x))))
(set-info :status unsat)
(check-sat)
(pop 1)
