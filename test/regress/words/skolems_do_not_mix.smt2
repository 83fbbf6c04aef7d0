; The place of the first match, which replace names, and what stands before a
; literal at the end of x, which aligning the equation names, are two things.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ z x) (str.++ y "c")))
(assert (= (str.replace x "c" "") "c"))
(assert (> (str.len z) 1))
(set-info :status sat)
(check-sat)
