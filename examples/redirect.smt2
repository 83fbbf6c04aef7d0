; Does a redirect stay on our site?
;
; The program only follows addresses that start with https://example.com, and
; forgot the slash after the name. Is there an address that passes and belongs
; to the host of somebody else, one that ends in .evil? Yes.
(set-option :produce-models true)
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const rest String)
(define-fun url () String (str.++ "https://example.com" rest))

; the host ends at the first slash after https:// ...
(define-fun host () String
  (str.substr url 8 (- (str.indexof url "/" 8) 8)))

; ... and is not ours
(assert (str.suffixof ".evil/" url))
(assert (str.suffixof ".evil" host))

(check-sat)
(get-value (url host))
