; Conditions on trim, reversal and fixed substrings of the variable.
; RUN: --engine=automata
; RUN:
(declare-const x String)
(assert (str.in_re (str.trim x) (re.+ (re.range "0" "9"))))
(assert (= (str.substr x 0 1) " "))
(assert (str.prefixof "1" (str.rev x)))
(assert (= (mod (str.len x) 4) 3))
(set-info :status sat)
(check-sat)
(assert (< (str.len x) 3))
(set-info :status unsat)
(check-sat)
