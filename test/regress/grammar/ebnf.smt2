; All constructs of declare-grammar, other start symbols, and printing.
; EXPECT: sat
; EXPECT: ((x "-12.5"))
; EXPECT: (str.in_grammar "7" (_ Num Int))
; EXPECT: unsat
(set-info :source |extension|)
(declare-grammar Num
  ((Num (re.++ (re.opt (re.union "-" "+")) Int (re.opt (re.++ "." Int))))
   (Int (re.+ Digit))
   (Digit (re.range "0" "9"))
   (|odd name| re.none (re.++ re.allchar (re.* Digit) (str.to_re "!")))))
(declare-const x String)
(assert (str.in_grammar x Num))
(push)
(assert (= (str.substr x 1 4) "12.5"))
(assert (= (str.at x 0) "-"))
(check-sat)
(get-value (x))
(pop)
(simplify (and true (str.in_grammar "7" (_ Num Int))))
(assert (str.in_grammar (str.++ x "!") (_ Num |odd name|)))
(assert (str.contains x "."))
(assert (not (str.prefixof "." x)))
(check-sat)
