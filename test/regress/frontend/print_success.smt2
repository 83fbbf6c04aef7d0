; Every command answers exactly once.
(set-option :print-success true)
(set-logic QF_SLIA)
(set-info :source |a
 comment|)
(declare-const x String)
(declare-fun f (Int) Int)
(declare-sort S 0)
(define-sort T () Int)
(define-fun g ((n Int)) Int (+ n 1))
(define-const one Int 1)
(assert (= x "a"))
(push 1)
(pop 1)
(echo "echo")
(get-option :print-success)
(unheard-of 1 (2))
(get-value (
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: "echo"
; EXPECT: true
; EXPECT: unsupported
; EXPECT: (error "line 39 column 1: expected a term")
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXIT: 1
))
(reset-assertions)
(set-option :print-success false)
(set-option :print-success true)
(exit)
(echo "never")
