; RUN: --legacy-escapes
(simplify "\x41\n\t\\\"\101\u{41}\q")
(set-option :legacy-escapes false)
(simplify "\x41")
; EXPECT: "A\u{a}\u{9}\u{5c}""AA\u{5c}q"
; EXPECT: "\u{5c}x41"
