; RUN: --engine=enumerate
; RUN:
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert (or p q r))
(assert (or (not p) q))
(assert (or (not q) r))
(assert (or (not r) p))
(assert (not (and p q r)))
(set-info :status unsat)
(check-sat)
