; x is a power of ab.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.++ "ab" x) (str.++ x "ab")))
(assert (str.in_re x (re.++ (re.* re.allchar) (str.to_re "a"))))
(check-sat)
