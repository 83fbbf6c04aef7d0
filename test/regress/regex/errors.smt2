; What is not regular is refused by its name, with its place in the pattern.
; EXPECT: (error "line 11 column 61: character 4 of the pattern: unsupported: back-reference")
; EXPECT: (error "line 12 column 61: character 3 of the pattern: unsupported: recursion")
; EXPECT: (error "line 13 column 61: character 1 of the pattern: ( without )")
; EXPECT: (error "line 14 column 61: character 2 of the pattern: unsupported: \p{L}")
; EXPECT: (error "line 15 column 61: expected a pattern as a string literal")
; EXPECT: (error "line 16 column 65: expected ')'")
; EXPECT: (error "line 17 column 61: character 2 of the pattern: a class as the end of a range")
; EXPECT: sat
; EXIT: 1
(declare-const x String) (assert (str.in_re x (re.from_pcre "(a)\1")))
(declare-const y String) (assert (str.in_re y (re.from_pcre "a|(?R)")))
(declare-const z String) (assert (str.in_re z (re.from_java "(ab")))
(declare-const u String) (assert (str.in_re u (re.from_java "a\p{L}")))
(declare-const v String) (assert (str.in_re v (re.from_ecma v)))
(declare-const w String) (assert (str.in_re w (re.from_ecma "a" "b")))
(declare-const q String) (assert (str.in_re q (re.from_java "[a-\d]")))
(check-sat)
