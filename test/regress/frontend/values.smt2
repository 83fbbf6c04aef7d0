; Models and values, and when there are none.
(set-option :produce-assignments true)
(declare-const x String)
(declare-const |odd name| Bool)
(define-fun y () String (str.++ x "c"))
(assert (! (= x "a\u{7}b") :named is-x))
(assert (! (not |odd name|) :named odd))
(check-sat)
(get-model)
(get-value (x
  y (str.len   x) ; a comment
  |odd name| is-x "a""b"))
(get-assignment)
(eval (str.len y))
(assert true)
(get-value (x))
(get-info :reason-unknown)
(assert odd)
(assert (not odd))
(check-sat)
(get-model)
(set-option :produce-models false)
(check-sat-assuming (true))
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun x () String "a\u{7}b")
; EXPECT:   (define-fun |odd name| () Bool false)
; EXPECT: )
; EXPECT: ((x "a\u{7}b") (y "a\u{7}bc") ((str.len x) 3) (|odd name| false) (is-x true) ("a""b" "a""b"))
; EXPECT: ((is-x true) (odd true))
; EXPECT: 4
; EXPECT: (error "line 16 column 2: no model: the last answer was not sat")
; EXPECT: (error "line 17 column 2: the last answer was not unknown")
; EXPECT: unsat
; EXPECT: (error "line 21 column 2: no model: the last answer was not sat")
; EXPECT: unsat
; EXIT: 1
