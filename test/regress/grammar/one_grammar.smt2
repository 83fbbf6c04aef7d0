; One string in one grammar with regular conditions: decided without a bound.
; EXPECT: sat
; EXPECT: ((x "aababb") ((str.len x) 6))
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
(declare-grammar Dyck ((S "" (re.++ "a" S "b" S))))
(declare-const x String)
(declare-const y String)
(push)
(assert (str.in_grammar x Dyck))
(assert (str.contains x "aabab"))
(check-sat)
(get-value (x (str.len x)))
(pop)
(push)
; Every word has as many a as b.
(assert (str.in_grammar x Dyck))
(assert (str.in_re x (re.++ (re.+ (str.to_re "a")) (re.* (re.++ (str.to_re "ab"))))))
(check-sat)
(pop)
(push)
(assert (str.in_grammar (str.++ "aa" x "bb") Dyck))
(assert (str.in_re x (re.++ (re.+ (str.to_re "b")) (str.to_re "bb") (re.* (str.to_re "a")))))
(check-sat)
(pop)
(push)
(assert (str.in_grammar (str.++ "aa" x "bb") Dyck))
(assert (str.in_re x (re.++ (re.+ (str.to_re "b")) (re.+ (str.to_re "a")))))
(check-sat)
(assert (not (str.in_grammar (str.++ "aa" x "bb") Dyck)))
(check-sat)
(pop)
