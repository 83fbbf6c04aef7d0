; Can a login form be talked into letting everybody in?
;
; The program pastes the name into an SQL query. Its author knew that comments
; and second statements are dangerous, and refuses "--" and ";". Is there a
; name of at most 20 characters that passes and still makes the condition
; always true? Yes: the classic one.
(set-option :produce-models true)
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const name String)
(define-fun query () String
  (str.++ "SELECT * FROM users WHERE name='" name "'"))

; what the program checks
(assert (<= (str.len name) 20))
(assert (not (str.contains name "--")))
(assert (not (str.contains name ";")))

; what the attacker wants
(assert (str.contains name "' OR '1'='1"))

(check-sat)
(get-value (name query))
