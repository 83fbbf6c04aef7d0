; The value of a division by zero is open: no rule may refute this.
; MAY-BE-UNKNOWN
; RUN: --engine=words
; RUN:
(assert (= (div 1 0) 5))
(set-info :status sat)
(check-sat)
