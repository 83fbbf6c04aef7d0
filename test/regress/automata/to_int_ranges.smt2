; Numbers in a range are a regular language, leading zeros included.
; RUN: --engine=automata
; RUN:
(declare-const s String)
(push)
(assert (> (str.to_int s) 199))
(assert (<= (str.to_int s) 1005))
(assert (not (str.in_re s (re.++ re.all (re.range "1" "9") re.all (re.range "0" "9") re.all))))
(set-info :status unsat)
(check-sat)
(pop)
(assert (> (str.to_int s) 41))
(assert (< (str.to_int s) 43))
(assert (= (str.len s) 4))
(set-info :status sat)
(check-sat)
(assert (not (= s "0042")))
(set-info :status unsat)
(check-sat)
