; x x starts with A exactly if x does. Lengths that a membership excludes must
; be excluded for as few parts as possible, or the search never ends.
; RUN: --engine=words
; RUN:
(declare-const x String)
(assert (not (= (str.prefixof "A" (str.++ x x)) (str.prefixof "A" x))))
(set-info :status unsat)
(check-sat)
