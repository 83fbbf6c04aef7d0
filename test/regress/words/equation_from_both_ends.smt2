; Two concatenations of one class, aligned from the left and from the right.
; RUN: --engine=words
; RUN:
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x "ab" y) (str.++ "c" z "b")))
(assert (> (str.len x) 3))
(assert (not (= y z)))
(set-info :status sat)
(check-sat)
