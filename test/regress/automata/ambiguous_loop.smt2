; The word is easy to find; checking it must not carry thousands of counters.
(declare-const x String)
(assert (str.in_re x ((_ re.loop 3000 3000) (re.+ (re.union (str.to_re "a") (str.to_re "aa"))))))
(assert (>= (str.len x) 3001))
(set-info :status sat)
(check-sat)
