; The input ends inside a command.
; EXPECT: "before"
; EXPECT: (error "line 7 column 1: end of input inside a command")
; EXIT: 1
(echo "before")
(assert (and true
