; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y) "hello"))
(assert (> (str.len x) 3))
(assert (= (str.substr y 0 1) "l"))
(set-info :status unsat)
(check-sat)
