; A ground assertion that the rewriter leaves alone.
; RUN: --engine=enumerate
; RUN:
(push 1)
(assert (let ((_let_1 (re.range "0" "9")) (_let_2 (str.to_re ".")) (_let_3 (str.to_re "/")) (_let_4 (str.to_re ":")) (_let_5 (str.to_re " ")) (_let_6 (str.to_re "-")) (_let_7 (str.to_re """")) (_let_8 (re.+ (re.union (re.range "\u{0}" "\u{9}") (re.range "\u{b}" "\u{c}") (re.range "\u{e}" "\u{84}") (re.range "\u{86}" "\u{2027}") (re.range "\u{202a}" "\u{2ffff}"))))) (let ((_let_9 ((_ re.loop 1 3) _let_1)) (_let_10 ((_ re.^ 2) _let_1)) (_let_11 ((_ re.^ 4) _let_1))) (str.in_re "6.8.0.2 - - [69/igl/2638:88:70:69 +8082] ""GET )MUc4bHTTP/1.1"" 132 7 ""+0>Q$h]`B"" ""8+.0.2 - - [69/igl/2638:88:70:69 +8082] ""GET )MUc4bHTTP/1.1"" 132 7 ""+0>Q$h]`B"" ""8+dx$|FDw5""" (re.++ (re.++ _let_9 _let_2 _let_9 _let_2 _let_9 _let_2 _let_9) (str.to_re " - - [") (re.++ _let_10 _let_3 ((_ re.^ 3) (re.union (re.range "A" "Z") (re.range "a" "z"))) _let_3 _let_11 _let_4 _let_10 _let_4 _let_10 _let_4 _let_10 _let_5 (re.union (str.to_re "+") _let_6) _let_11) (str.to_re "] ") (re.++ (re.++ _let_7 (re.union (str.to_re "GET") (str.to_re "POST") (str.to_re "HEAD") (str.to_re "OPTIONS")) _let_5) _let_8 (re.++ (str.to_re "HTTP/1.") (re.range "0" "1") _let_7)) _let_5 ((_ re.^ 3) _let_1) _let_5 (re.+ _let_1) _let_5 (re.++ _let_7 (re.union _let_6 _let_8) _let_7) _let_5 (re.++ _let_7 _let_8 _let_7))))))
(set-info :status sat)
(check-sat)
(pop 1)
