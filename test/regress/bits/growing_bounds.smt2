; The length of x hides below a disjunction: nothing is known about it at
; first, and only its bound has to grow.
; RUN: --engine=bits
(declare-const x String)
(declare-const y String)
(declare-const b Bool)
(assert (ite b (= x (str.++ y "0123456789012345678901234567890123456789" y))
               (and (= y "") (> (str.len x) 20) (= (str.len x) (str.len y)))))
(assert (or (not b) (str.in_re y (re.+ (re.range "p" "q")))))
(set-info :status sat)
(check-sat)
