; Numerals without leading zeros grow faster than their lengths.
; RUN: --engine=words
; RUN:
(declare-const x String)
(assert (str.in_re x (re.union (re.+ (str.to_re "90")) (re.* (str.to_re "58")))))
(assert (>= (str.to_int x) 0))
(assert (>= (- (* 7 (str.len x)) (* 6 (str.to_int x))) 45))
(set-info :status unsat)
(check-sat)
