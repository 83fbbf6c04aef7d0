; Cores name what was named, and only that.
(declare-const p Bool)
(declare-const q Bool)
(set-option :minimize-cores true)
(assert (! p :named a1))
(assert (! (or p q) :named a2))
(push)
(assert (! (not p) :named |a 3|))
(check-sat)
(get-unsat-core)
(set-option :produce-unsat-cores true)
(get-unsat-core)
(pop)
(get-unsat-core)
(set-option :produce-unsat-assumptions true)
(check-sat-assuming (q (not p)))
(get-unsat-assumptions)
(check-sat-assuming (q))
(get-unsat-assumptions)
(check-sat-assuming ())
; EXPECT: unsat
; EXPECT: (error "line 10 column 2: :produce-unsat-cores is false")
; EXPECT: (a1 |a 3|)
; EXPECT: (error "line 14 column 2: no core: the last answer was not unsat")
; EXPECT: unsat
; EXPECT: ((not p))
; EXPECT: sat
; EXPECT: (error "line 19 column 2: no core: the last answer was not unsat")
; EXPECT: sat
; EXIT: 1
