; RUN: --engine=words
; Two words of one language and one length, chosen apart.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.* (re.++ (re.* (str.to_re "a")) (str.to_re "b")))))
(assert (str.in_re y (re.* (re.++ (re.* (str.to_re "a")) (str.to_re "b")))))
(assert (= (str.len x) (str.len y) 7))
(assert (not (= x y)))
(check-sat)
