; A Pythagorean triple, with no bound that helps.
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= (+ (* x x) (* y y)) (* z z)))
(assert (< 0 x y z))
(check-sat)
