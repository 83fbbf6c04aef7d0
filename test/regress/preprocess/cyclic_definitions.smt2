; x := g(f(x)) is met below y := h(f(x)), while f(x) itself is being visited.
; MAY-BE-UNKNOWN
(declare-const x String)
(declare-const y String)
(assert (= y (str.rev (str.replace x "a" "b"))))
(assert (= x (str.to_lower (str.replace x "a" "b"))))
(assert (str.contains x "c"))
(set-info :status sat)
(check-sat)
