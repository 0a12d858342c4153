# A library that makes calls fail, for programs as they are; see preload.c

dist_check_SCRIPTS += tests/faults/run.sh
EXTRA_DIST += tests/faults/preload.c tests/faults/lines tests/faults/lines.sh tests/faults/reader.tui tests/faults/mutants.sh \
	tests/faults/mutants
if FAULTS
check_DATA += tests/faults/preload.so
CLEANFILES += tests/faults/preload.so
tests/faults/preload.so: tests/faults/preload.c
	$(AM_V_GEN)$(MKDIR_P) tests/faults && $(CC) -O1 -Wall -Wextra -shared -fPIC \
		-I. -o $@ $(srcdir)/tests/faults/preload.c -ldl -lpthread
endif

# Every place of every kind of call, in all commands and the reader: some hours. FAULTS=all for
# every call: days, for loops ask for memory thousands of times. FAULTS_ONLY=PATTERN for some
# command lines, FAULTS_PART=0/4 for a quarter of the places.
faults: all tests/faults/preload.so tests/tui/tuidrive$(EXEEXT) tests/http/feedserve$(EXEEXT) \
		tests/player/fakempv$(EXEEXT)
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) FAULTS=$${FAULTS:-sites} \
		$(SHELL) $(srcdir)/tests/faults/run.sh

# Protections are taken away one by one, in a copy: a test has to fail each time.
mutants:
	$(AM_V_at)$(SHELL) $(srcdir)/tests/faults/mutants.sh '$(abs_top_srcdir)' $(MUTANTS)
.PHONY: faults mutants

# Without these, make would write the scripts of these names over them, if those are newer.
tests/faults/lines tests/faults/mutants: ;
