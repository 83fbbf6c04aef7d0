; The number decides the digits, the length how many zeros come first.
; RUN: --engine=words
; RUN:
(declare-const n Int)
(declare-const s String)
(assert (= n (str.to_int s)))
(assert (< 41 n 43))
(assert (= (str.len s) 4))
(set-info :status sat)
(check-sat)
