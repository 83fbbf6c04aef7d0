; RUN: --parse-only
; Nothing is checked; only errors print.
(declare-const x String)
(assert (= x "a"))
(check-sat)
(get-model)
(echo "quiet")
(assert x)
; EXPECT: (error "line 8 column 9: an assertion must be a Bool, not a String")
; EXIT: 1
