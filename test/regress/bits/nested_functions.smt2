; Positions that depend on one another; only short strings are needed.
; RUN: --engine=bits
(declare-const s String)
(declare-const i Int)
(assert (= i (str.indexof s "=" 0)))
(assert (> i 1))
(assert (= (str.substr s 0 i) (str.rev (str.substr s (+ i 1) i))))
(assert (not (= (str.at s 0) (str.at s 1))))
(assert (= (str.last_indexof s "=" 100) i))
(assert (= (str.to_lower s) s))
(assert (not (= (str.to_upper s) s)))
(set-info :status sat)
(check-sat)
