; A regex that depends on variables: what holds at one point of the string says
; nothing about other values of y.
; MAY-BE-UNKNOWN
; RUN: -t:2000 --engine=words
; RUN: -t:2000
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (str.to_re y) (re.+ (str.to_re y)))))
(assert (= (str.len x) 6))
(assert (not (= (str.at x 0) (str.at x 1))))
(set-info :status sat)
(check-sat)
