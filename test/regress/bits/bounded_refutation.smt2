; Lengths are bounded, so bounded search refutes.
; RUN: --engine=bits
(declare-const x String)
(declare-const y String)
(assert (<= (str.len x) 5))
(assert (str.in_re x (re.+ (re.union (str.to_re "ab") (str.to_re "c")))))
(assert (= y (str.replace_re_all x (str.to_re "ab") "")))
(assert (not (str.in_re y (re.* (str.to_re "c")))))
(set-info :status unsat)
(check-sat)
