; Does the pattern of a date field let impossible dates through?
;
; The field wants 2023-MM-DD with a day from 01 to 31. Strings and numbers
; meet here: the day is text to the pattern and a number to the calendar. Is
; there a day after the 29th in February? Yes.
(set-option :produce-models true)
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const month String)
(declare-const day String)
(define-fun date () String (str.++ "2023-" month "-" day))

; what the field checks
(assert (str.in_re day (re.++ (re.range "0" "3") (re.range "0" "9"))))
(assert (<= 1 (str.to_int day) 31))

; what cannot be
(assert (= month "02"))
(assert (> (str.to_int day) 29))

(check-sat)
(get-value (date))
