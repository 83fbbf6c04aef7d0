; A chain of replacements of single characters is one map of characters to
; words; what it makes of "<" and "&" depends on their order.
; RUN: --engine=bits
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all (str.replace_all (str.replace_all x "&" "&amp;") "<" "&lt;") ">" "&gt;")))
(push)
(assert (str.contains y "lt;&amp"))
(assert (not (= x "<&")))
(set-info :status sat)
(check-sat)
(pop)
(assert (<= (str.len x) 6))
(assert (str.contains y "<"))
(set-info :status unsat)
(check-sat)
