; A concatenation whose other parts are empty is the part that is left; said
; about the terms themselves, since simplifying it would make it trivial.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (not (= (str.at (str.replace "B" x "A") 1) (str.replace "" x "B"))))
(set-info :status unsat)
(check-sat)
