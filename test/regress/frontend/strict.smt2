; RUN: --strict
(simplify "é")
(simplify "e")
; EXPECT: (error "line 2 column 11: a string literal with raw non-ASCII characters")
; EXPECT: "e"
; EXIT: 1
