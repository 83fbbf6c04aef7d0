; Equations with loops below a disjunction: both choices are refuted.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const t String)
(assert (or (= (str.++ x "abc" t y) (str.++ y "a" x "ba")) (= (str.++ "a" x "b" y) (str.++ x "b" y "b"))))
(check-sat)
