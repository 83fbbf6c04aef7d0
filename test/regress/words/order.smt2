; Proper prefixes are smaller.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (str.< x y))
(assert (str.prefixof y x))
(set-info :status unsat)
(check-sat)
