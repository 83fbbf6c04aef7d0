; Two memberships of concatenations with common parts: the one that the words
; chosen for the other forbid must choose first.
(set-info :status sat)
(declare-const a String)
(declare-const b String)
(declare-const c String)
(declare-const m Int)
(declare-const n Int)
(assert (str.contains (str.substr a 0 (str.indexof a "http" 0)) "id"))
(assert (str.in_re (str.replace b "&" "id") (re.++ re.all (str.to_re "user") (re.* (re.range "0" "9")))))
(assert (not (= b (str.++ a "?"))))
(check-sat)
