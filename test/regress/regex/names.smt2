; The names are ours, not the standard's: a script may take them.
(declare-fun re.from_pcre (String) RegLan)
(declare-const re.from_ecma Int)
(assert (= re.from_ecma 3))
(set-info :status sat)
(check-sat)
