# Tests.
#
# Every test speaks TAP, so that the summary counts cases, not programs.

LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
TUI_LOG_DRIVER = $(LOG_DRIVER)
TEST_EXTENSIONS = .sh .tui
SH_LOG_COMPILER = $(SHELL)
LOG_COMPILER = $(SHELL) $(srcdir)/tests/tap.sh
EXTRA_DIST += tests/coverage.sh tests/tap.sh
AM_TESTS_ENVIRONMENT = \
	export CMOCKA_MESSAGE_OUTPUT=TAP TZ=UTC LC_ALL=C.UTF-8 TERM=xterm-256color; \
	export srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)'; \
	unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME http_proxy https_proxy all_proxy;
# Many feeds under one strategy, for a test and a benchmark.
CROWD = tests/bench/crowd.c tests/bench/crowd.h
UNIT_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir) $(CMOCKA_CFLAGS) $(LMDB_CFLAGS)
TESTS = $(check_PROGRAMS) $(dist_check_SCRIPTS)

# Lines of src/ that the tests run, by folder; needs gcc, and builds everything once more.
coverage:
	$(AM_V_at)$(SHELL) $(srcdir)/tests/coverage.sh '$(abs_top_srcdir)' $(COVERAGE_FILES)
.PHONY: coverage
