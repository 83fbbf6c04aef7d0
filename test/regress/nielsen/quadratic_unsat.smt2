; x and y cannot be conjugate here: the letters that meet differ.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const t String)
(assert (= (str.++ x "abc" t y) (str.++ y "a" x "ba")))
(check-sat)
