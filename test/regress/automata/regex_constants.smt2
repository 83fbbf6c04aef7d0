; Declared RegLan constants, defined by equalities.
(declare-const r RegLan)
(declare-const x String)
(assert (= r (re.++ (str.to_re "a") ((_ re.loop 2 3) (str.to_re "b")))))
(assert (str.in_re x (re.++ r r)))
(assert (= (str.len x) 7))
(set-info :status sat)
(check-sat)
