# Lyre's build. `make help` lists what it can do.
#
# Nothing is registered: every .c below src/ is built, every test/unit/test_*.c
# is a test program, every .smt2 below test/regress/ is a test.
#
# Builds of different kinds live side by side. VARIANT names one:
#   release   build/lyre, build/liblyre.a, build/liblyre.so.0   (objects and
#             test programs in build/release)
#   debug, asan, coverage, fuzz   all in build/VARIANT
# so `make check VARIANT=asan` checks with the sanitizers.
#
#   CC=clang make        another compiler; a change of flags rebuilds
#   make V=1             show the commands
#   make WERROR=         go on after warnings, with a compiler we do not know

VARIANT ?= release
BENCH_TIME ?= 10
FUZZ_TIME ?= 60
FUZZ_TERMS ?= 200000
FUZZ_SEED ?= 1
PATTERNS_TIME ?= 40

prefix ?= $(or $(PREFIX),/usr/local)
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
mandir ?= $(prefix)/share/man
pkgconfigdir ?= $(libdir)/pkgconfig

MAKEFLAGS += --no-builtin-rules --no-print-directory
# Two jobs; a -j on the command line wins, and a sub-make asks its parent.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j2
endif
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all
Q := $(if $(V),,@)

# ------------------------------------------------------------------- flags

CPPFLAGS_release  := -DNDEBUG
CFLAGS_release    := -O2 -g
CPPFLAGS_debug    := -DLYRE_CHECKED
CFLAGS_debug      := -O1 -g -fno-omit-frame-pointer
CPPFLAGS_asan     := -DLYRE_CHECKED
CFLAGS_asan       := -O1 -g -fno-omit-frame-pointer \
                     -fsanitize=address,undefined -fno-sanitize-recover=all
CFLAGS_coverage   := -O0 -g --coverage
CPPFLAGS_fuzz     := -DLYRE_CHECKED
CFLAGS_fuzz       := $(CFLAGS_asan) -fsanitize=fuzzer-no-link

ifeq ($(CFLAGS_$(VARIANT)),)
$(error VARIANT is release, debug, asan, coverage or fuzz, not $(VARIANT))
endif

# Instrumented code makes gcc see uninitialised variables that are not there;
# the release and debug builds are the ones that must be clean.
WERROR ?= $(if $(filter release debug,$(VARIANT)),-Werror)
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wold-style-definition -Wpointer-arith -Wundef -Wvla \
            -Wwrite-strings -Wredundant-decls -Wdouble-promotion \
            -Wformat=2 -Wno-format-nonliteral

LANGUAGE := -std=c17 -D_GNU_SOURCE -Iinclude -Isrc
# One set of objects serves both libraries, hence -fPIC. Hidden symbols are
# still visible to a test that links the archive.
COMPILE = $(CC) $(LANGUAGE) $(CPPFLAGS_$(VARIANT)) $(CPPFLAGS) \
          $(WARNINGS) $(WERROR) -fvisibility=hidden -fPIC -pthread \
          $(CFLAGS_$(VARIANT)) $(CFLAGS)
LINK = $(CC) -pthread $(CFLAGS_$(VARIANT)) $(CFLAGS) $(LDFLAGS)
LIBS := -lgmp -lcadical -lstdc++ -lm -lpthread
JAVA_LIBS := -lz

# A finding must not look like an answer's exit code; a refused allocation
# must look as it does without the sanitizer.
export ASAN_OPTIONS ?= exitcode=99:allocator_may_return_null=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS ?= exitcode=99:print_stacktrace=1

# ------------------------------------------------------------------- files

B := build/$(VARIANT)
OUT := $(if $(filter release,$(VARIANT)),build,$(B))
LYRE := $(OUT)/lyre
LIB := $(OUT)/liblyre.a
JAVA := $(B)/libjava.a
SHARED := $(OUT)/liblyre.so.0

# Users of the library, linked into the command; all else is the library.
CMD_DIRS := src/cli src/server src/java
SRC := $(sort $(shell find src -name '*.c'))
CMD_SRC := $(filter $(addsuffix /%,$(CMD_DIRS)),$(SRC))
JAVA_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(filter src/java/%,$(SRC)))
LIB_SRC := $(filter-out $(CMD_SRC),$(SRC))
CMD_OBJ := $(CMD_SRC:%.c=$(B)/obj/%.o)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/obj/%.o)
UNIT := $(patsubst test/unit/%.c,$(B)/test/%,$(wildcard test/unit/test_*.c))
DIFFERENTIAL := $(B)/test/differential
ORACLES := $(patsubst test/oracle/%.c,$(B)/oracle/%,$(wildcard test/oracle/*.c))
FUZZ := $(patsubst test/fuzz/%.c,$(B)/%,$(wildcard test/fuzz/*.c))
C_FILES = $(shell find src include test -name '*.[ch]')

# ------------------------------------------------------------------- build

.PHONY: all debug asan
all: $(LYRE) $(LIB) ## optimised build: build/lyre, liblyre.a, liblyre.so.0
ifeq ($(VARIANT),release)
all: $(SHARED)
endif

debug: ## build/debug/lyre, with all assertions
	@$(MAKE) VARIANT=debug all

asan: ## build/asan/lyre, with assertions, AddressSanitizer and UBSan
	@$(MAKE) VARIANT=asan all

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(COMPILE) -MMD -MP -c $< -o $@

# Made afresh and with q: r would let files of one name replace each other.
$(LIB): $(LIB_OBJ) $(B)/members
	@echo "  AR   $@"
	@rm -f $@
	$(Q)$(AR) qcsD $@ $(LIB_OBJ)

$(SHARED): $(LIB_OBJ) $(B)/members
	@echo "  LD   $@"
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,-z,defs -o $@ $(LIB_OBJ) $(LIBS)
	@ln -sf $(@F) $(basename $@)

$(LYRE): $(CMD_OBJ) $(LIB) $(B)/members
	@echo "  LD   $@"
	$(Q)$(LINK) -o $@ $(CMD_OBJ) $(LIB) $(LIBS) $(JAVA_LIBS)

# Programs in Java that are part of the command.
$(B)/obj/src/java/junit/programs.o: $(wildcard src/java/junit/jvm/*.java)

# The executor, for the tests that look inside it.
$(JAVA): $(JAVA_OBJ) $(B)/members
	@echo "  AR   $@"
	@rm -f $@
	$(Q)$(AR) qcsD $@ $(JAVA_OBJ)

# Stamps that change only when their text does: the command line, on which
# every object depends, and the list of sources, on which every link depends
# so that a file that has gone leaves the library too.
$(B)/flags: STAMP = $(COMPILE) $(LDFLAGS)
$(B)/members: STAMP = $(SRC)
$(B)/flags $(B)/members: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(STAMP))' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.PHONY: FORCE
FORCE:

-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(UNIT:=.d) $(FUZZ:=.d) \
         $(ORACLES:=.d) $(DIFFERENTIAL).d

# -------------------------------------------------------------------- test

.PHONY: check unit regress engines cli java parse limits peers patterns hampi test demo
# All run even if one fails, one after the other to keep them readable.
check: $(LYRE) $(UNIT) ## the quick loop: unit, regression and command tests
	@failed=; \
	test/run_unit $(UNIT) || failed=1; \
	test/run_regress $(LYRE) test/regress examples || failed=1; \
	test/run_cli $(LYRE) || failed=1; \
	test -z "$$failed"

unit: $(UNIT) ## unit tests alone; needs no command, only the library
	@test/run_unit $^

regress: $(LYRE) ## regression tests alone
	@test/run_regress $(LYRE) test/regress examples

engines: $(LYRE) ## every engine alone on the regression tests: none may contradict
	@test/run_regress $(LYRE) --engines=automata,nielsen,enumerate,words,bits

cli: $(LYRE) ## tests of the command alone
	@test/run_cli $(LYRE)

java: $(LYRE) $(B)/test/test_junit ## Java programs on the JVM and in lyre
	@test/run_unit $(B)/test/test_junit
	@test/run_java $(LYRE)

parse: $(LYRE) ## read every file of ../shared/bench, print it, read it again
	@test/run_parse $(LYRE)

limits: $(LYRE) ## tiny limits of time, effort and memory; for VARIANT=asan
	@test/run_limits $(LYRE)

peers: $(LYRE) $(DIFFERENTIAL) ## random terms and problems against z3 and cvc5; a bench sample
	@test/peers_ground $(LYRE)
	@$(DIFFERENTIAL) --seconds=60 --problems=1000000 --peers=20
	@test/run_arithmetic $(LYRE)
	@test/incremental $(LYRE) --checks=500
	@test/run_kaluza $(LYRE)
	@test/run_peers $(LYRE)

patterns: $(ORACLES) ## real-world patterns against PCRE2, the JDK and node
	@test/run_patterns $(B)/oracle $(PATTERNS_TIME)

hampi: $(LYRE) ## problems of HAMPI and CFGAnalyzer with known answers
	@test/run_hampi $(LYRE)
	@test/run_cfganalyzer $(LYRE)

test: ## everything, from a bare machine: setup, build, all tests, sanitizers
	@scripts/setup test
	@$(MAKE) VARIANT=release all
	@$(MAKE) VARIANT=release check
	@$(MAKE) VARIANT=asan check
	@$(MAKE) VARIANT=asan limits
	@$(MAKE) VARIANT=release engines
	@$(MAKE) VARIANT=release parse
	@$(MAKE) VARIANT=release hampi
	@$(MAKE) VARIANT=release java
	@$(MAKE) VARIANT=release patterns
	@$(MAKE) VARIANT=release peers

demo: ## setup, build, solve the examples, generate tests for a class
	@scripts/setup demo
	@$(MAKE) VARIANT=release all
	@for f in examples/*.smt2; do \
	  echo; echo "== $$f"; sed -n '/^;/!q;p' $$f; build/lyre $$f || exit; \
	done
	@for f in examples/*.hmp; do \
	  echo; echo "== $$f"; sed -n '/^\/\//!q;p' $$f; build/lyre $$f || exit; \
	done
	@echo; echo "== tests for examples/java/EasyChair.java"
	@mkdir -p build/demo/classes
	@javac -g -d build/demo/classes examples/java/EasyChair.java
	@build/lyre test -cp build/demo/classes --source-path=examples/java \
	  -o build/demo/run examples.EasyChair
	@cat build/demo/run/tests/examples/EasyChairLyreTest.java

$(B)/test/%: test/unit/%.c $(LIB) $(JAVA) $(B)/flags
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(COMPILE) -MMD -MP -MF $@.d -MT $@ $< -o $@ \
	  $(LDFLAGS) $(JAVA) $(LIB) -lcmocka $(LIBS) $(JAVA_LIBS)

$(B)/test/%: test/java/%.c $(LIB) $(JAVA) $(B)/flags
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(COMPILE) -MMD -MP -MF $@.d -MT $@ $< -o $@ \
	  $(LDFLAGS) $(JAVA) $(LIB) -lcmocka $(LIBS) $(JAVA_LIBS)

$(DIFFERENTIAL): $(wildcard test/differential/*.c) $(LIB) $(B)/flags
	@mkdir -p $(@D)
	@echo "  TEST $@"
	$(Q)$(COMPILE) -MMD -MP -MF $@.d -MT $@ $(filter %.c,$^) -o $@ \
	  $(LDFLAGS) $(LIB) $(LIBS)

$(B)/oracle/%: test/oracle/%.c $(LIB) $(B)/flags
	@mkdir -p $(@D)
	@echo "  TEST $<"
	$(Q)$(COMPILE) -MMD -MP -MF $@.d -MT $@ $< -o $@ $(LDFLAGS) $(LIB) \
	  -lpcre2-32 $(LIBS)

# --------------------------------------------------------- looking closer

.PHONY: coverage coverage-report fuzz fuzz-run fuzz-rewrite bench growth format lint
# gcc, because its counters and gcov have to match. Counters add up over
# runs; old ones would speak of code that has changed.
coverage: ## run check and write build/coverage/html/index.html
	@scripts/setup dev
	@rm -rf build/coverage/html
	@find build/coverage -name '*.gcda' -delete 2>/dev/null; true
	@$(MAKE) VARIANT=coverage CC=gcc check; status=$$?; \
	mkdir -p build/coverage/html; \
	gcovr --root . --filter src/ --object-directory build/coverage \
	  --html-details build/coverage/html/index.html --print-summary \
	  build/coverage && exit $$status

fuzz: ## build test/fuzz/*.c with libFuzzer, run each FUZZ_TIME=60 seconds
	@if command -v clang > /dev/null; then \
	  $(MAKE) VARIANT=fuzz CC=clang fuzz-run; \
	else echo "fuzz: skipped, there is no clang"; fi

# Our own scripts are the seeds; what the fuzzer finds stays in the corpus.
fuzz-run: $(FUZZ)
	@for f in $^; do \
	  mkdir -p $$f.corpus; \
	  test $(FUZZ_TIME) = 0 || $$f -max_total_time=$(FUZZ_TIME) -timeout=20 \
	    -print_final_stats=1 -artifact_prefix=$$f. $$f.corpus \
	    examples $(wildcard test/regress) || exit; \
	done

build/fuzz/%: test/fuzz/%.c $(LIB) $(JAVA) $(B)/flags
	@echo "  FUZZ $<"
	$(Q)$(COMPILE) -Wno-missing-prototypes -MMD -MP -MF $@.d -MT $@ $< -o $@ \
	  -fsanitize=fuzzer $(LDFLAGS) $(JAVA) $(LIB) $(LIBS) $(JAVA_LIBS)

# `make unit` runs a slice of it.
fuzz-rewrite: $(B)/test/test_rewrite ## random terms, rewritten and not, under random assignments
	@LYRE_TEST=test_fuzz LYRE_FUZZ_TERMS=$(FUZZ_TERMS) \
	  LYRE_FUZZ_SEED=$(FUZZ_SEED) $<

# cvc5 refuses push and second questions without --incremental, and is slower
# with it; a fair peer gets the flag where a file needs it.
CVC5 := sh -c "exec cvc5 -q --strings-exp --tlimit=$$1 \
        $$(test $$(grep -c -e [\(]check-sat -e [\(]push $$0) -gt 1 \
        && echo --incremental) $$0" {file} {ms}
bench: $(LYRE) ## compare with z3 and cvc5 on ../shared/bench, BENCH_TIME=10 s
	@if test -d ../shared/bench; then \
	  ../shared/tools/compare -t $(BENCH_TIME) -j 2 --json build/bench.json \
	    -s 'lyre=$(LYRE) {file}' -s 'z3=z3 -t:{ms} {file}' \
	    -s 'cvc5=$(CVC5)' ../shared/bench; \
	else echo "bench: skipped, there is no ../shared/bench"; fi

growth: $(LYRE) ## how the effort grows with the numbers in a problem
	@test/run_growth $(LYRE)

format: ## lay out all C files with clang-format
	@scripts/setup dev
	clang-format -i $(C_FILES)

# One file a run: with several, clang-tidy 14 invents errors about va_list.
# internalAstError is cppcheck 2.10 not understanding compound literals; the
# other suppressions are its misreadings of single lines.
lint: ## clang-tidy and cppcheck over src
	@scripts/setup dev
	@failed=; \
	printf '%s\n' $(SRC) | xargs -P2 -n1 sh -c 'clang-tidy --quiet "$$@" -- \
	  $(LANGUAGE) -DLYRE_CHECKED 2> /dev/null' tidy || failed=1; \
	cppcheck -q -j2 --std=c11 --enable=warning,performance,portability \
	  --inline-suppr --suppress=internalAstError --error-exitcode=1 \
	  --suppress=identicalInnerCondition --suppress=shiftTooManyBits \
	  -D_GNU_SOURCE -D__GNUC__ -Iinclude -Isrc $(SRC) || failed=1; \
	test -z "$$failed"

# ----------------------------------------------------------------- install

.PHONY: man install uninstall clean help
man: $(OUT)/lyre.1 ## the manual page, from the table of options

$(OUT)/lyre.1: $(LYRE)
	@echo "  MAN  $@"
	$(Q)$(LYRE) --man > $@

VERSION = $(shell sed -n 's/^\#define LYRE_VERSION "\(.*\)"/\1/p' include/lyre.h)
install: all man ## to PREFIX=/usr/local, below DESTDIR; GNU names for the rest
	install -d $(addprefix $(DESTDIR),$(bindir) $(libdir) $(includedir) \
	  $(mandir)/man1 $(pkgconfigdir))
	install -m 755 $(LYRE) $(DESTDIR)$(bindir)/lyre
	install -m 644 $(LIB) $(DESTDIR)$(libdir)/liblyre.a
	install -m 755 $(SHARED) $(DESTDIR)$(libdir)/liblyre.so.0
	ln -sf liblyre.so.0 $(DESTDIR)$(libdir)/liblyre.so
	install -m 644 include/lyre.h $(DESTDIR)$(includedir)/lyre.h
	install -m 644 $(OUT)/lyre.1 $(DESTDIR)$(mandir)/man1/lyre.1
	sed -e 's|@prefix@|$(prefix)|' -e 's|@includedir@|$(includedir)|' \
	  -e 's|@libdir@|$(libdir)|' -e 's|@version@|$(VERSION)|' \
	  -e 's|@libs@|$(LIBS)|' lyre.pc.in > $(DESTDIR)$(pkgconfigdir)/lyre.pc

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(bindir)/lyre $(DESTDIR)$(includedir)/lyre.h \
	  $(addprefix $(DESTDIR)$(libdir)/,liblyre.a liblyre.so.0 liblyre.so) \
	  $(DESTDIR)$(mandir)/man1/lyre.1 $(DESTDIR)$(pkgconfigdir)/lyre.pc

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16
