; indexof and substr share the place where they split the string.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const i Int)
(assert (= i (str.indexof x "=" 0)))
(assert (> i 4))
(assert (= "value" (str.substr x (+ i 1) (- (str.len x) (+ i 1)))))
(assert (str.contains x "key"))
(set-info :status sat)
(check-sat)
