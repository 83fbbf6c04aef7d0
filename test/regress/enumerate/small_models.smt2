; RUN: --engine=enumerate
; RUN:
(declare-const x String)
(declare-const n Int)
(assert (= (str.replace_all x "a" "") "b"))
(assert (= (str.count x "a") n))
(assert (> n 0))
(set-info :status sat)
(check-sat)
