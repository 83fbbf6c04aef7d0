; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (not (= (str.++ x "a") (str.++ y "b"))))
(assert (= (str.len x) (str.len y) 2))
(set-info :status sat)
(check-sat)
