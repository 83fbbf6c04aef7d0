; Words that commute, in several arrangements. A step "x starts with y" leads back
; to the same equation for ever; the way out is a variable that becomes empty.
; RUN: --engine=nielsen
; RUN:
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.++ y y z) (str.++ z y y)))
(assert (= (str.++ z x z) (str.++ z z x)))
(set-info :status sat)
(check-sat)
