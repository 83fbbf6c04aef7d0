; A variable that must not occur: excluded place by place.
; RUN: --engine=words
; RUN:
(declare-const x String)
(declare-const y String)
(assert (not (= (str.replace (str.replace "" y x) x "B")
                (str.replace (str.replace "" x y) y "B"))))
(set-info :status unsat)
(check-sat)
