; (.*a.{60})+ has 2^60 derivatives forwards, few backwards.
; RUN: --engine=automata
; RUN:
(declare-const x String)
(assert (str.in_re x (re.+ (re.++ re.all (str.to_re "a") ((_ re.^ 60) re.allchar)))))
(assert (not (str.in_re x (re.++ re.all (str.to_re "a") re.all))))
(set-info :status unsat)
(check-sat)
