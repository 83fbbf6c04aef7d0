; How literals are read and printed.
(simplify "")
(simplify "a""b")
(simplify "\u{41}\u0042\u{00043}\u{2ffff}\u{30000}\u{}\u{123456}\u41\u{g}")
(simplify "\x41\n\")
(simplify "é€😀")
(simplify "tab	end")
(simplify (_ char #x41))
(simplify (_ char #x2FFFF))
(simplify (_ char #x30000))
(simplify "|;(")
(simplify 007)
(simplify (- 3))
(simplify -3)
(simplify (- 3.50))
(simplify -1.5)
(simplify (/ 1 3))
(simplify 2.0)
(simplify 123456789012345678901234567890)
(simplify (- 123456789012345678901234567890))
(simplify 1.)
(simplify #x)
; EXPECT: ""
; EXPECT: "a""b"
; EXPECT: "ABC\u{2ffff}\u{5c}u{30000}\u{5c}u{}\u{5c}u{123456}\u{5c}u41\u{5c}u{g}"
; EXPECT: "\u{5c}x41\u{5c}n\u{5c}"
; EXPECT: "\u{e9}\u{20ac}\u{1f600}"
; EXPECT: "tab\u{9}end"
; EXPECT: "A"
; EXPECT: "\u{2ffff}"
; EXPECT: (error "line 10 column 19: a character beyond #x2FFFF")
; EXPECT: "|;("
; EXPECT: 7
; EXPECT: (- 3)
; EXPECT: (- 3)
; EXPECT: (- (/ 7.0 2.0))
; EXPECT: (- (/ 3.0 2.0))
; EXPECT: (/ 1.0 3.0)
; EXPECT: 2.0
; EXPECT: 123456789012345678901234567890
; EXPECT: (- 123456789012345678901234567890)
; EXPECT: (error "line 21 column 11: malformed number")
; EXPECT: (error "line 22 column 11: malformed constant after #")
; EXIT: 1
