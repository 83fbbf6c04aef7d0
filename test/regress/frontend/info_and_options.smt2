(get-info :name)
(get-info :version)
(get-info :authors)
(get-info :error-behavior)
(get-info :assertion-stack-levels)
(get-info :nonsense)
(get-option :produce-models)
(get-option :produce-unsat-cores)
(get-option :timeout)
(set-option :timeout 1234)
(get-option :timeout)
(get-option :tlimit-per)
(get-option :regular-output-channel)
(get-option :diagnostic-output-channel)
(get-option :nonsense)
(set-option :nonsense (a b))
(set-option :nonsense 1)
(set-option :strings-exp true)
(set-option :random-seed 7)
(get-option :random-seed)
(set-option :regular-output-channel "/no/such/folder/file")
(set-option :regular-output-channel "/dev/null")
(echo "unseen")
(set-option :regular-output-channel "stdout")
(reset)
(get-option :timeout)
(set-info :status)
(set-info :notes (a (b) "c"))
(set-logic QF_SLIA)
(set-logic QF_SLIA)
(reset)
(set-logic Mystery)
; EXPECT: (:name "Lyre")
; EXPECT: (:version "0.1.0")
; EXPECT: (:authors "the Lyre authors")
; EXPECT: (:error-behavior continued-execution)
; EXPECT: (:assertion-stack-levels 0)
; EXPECT: unsupported
; EXPECT: true
; EXPECT: false
; EXPECT: 0
; EXPECT: 1234
; EXPECT: 1234
; EXPECT: "stdout"
; EXPECT: "stderr"
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: unsupported
; EXPECT: 7
; EXPECT: (error "line 21 column 2: cannot open '/no/such/folder/file'")
; EXPECT: 0
; EXPECT: (error "line 30 column 2: the logic has already been set")
; EXPECT: unsupported
; EXIT: 1
