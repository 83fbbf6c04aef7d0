; No strings at all.
; RUN: --engine=words
; RUN:
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (or p (< (+ (* 3 x) (* 6 y)) 5)))
(assert (=> p (= (+ (* 3 x) (* 6 y)) 7)))
(assert (> (+ x y y) 0))
(set-info :status sat)
(check-sat)
(push)
(assert (> (+ x y y) 1))
(set-info :status unsat)
(check-sat)
(pop)
(set-info :status sat)
(check-sat)
