dist_check_SCRIPTS += \
	tests/lint/hardening.sh \
	tests/lint/quick.sh
EXTRA_DIST += \
	.clang-tidy \
	src/LAYERS \
	tests/lint/calls.awk \
	tests/lint/linked.awk \
	tests/lint/circles.awk \
	tests/lint/cppcheck.suppress \
	tests/lint/fence.awk \
	tests/lint/figures.awk \
	tests/lint/globals.allow \
	tests/lint/globals.awk \
	tests/lint/homonyms.allow \
	tests/lint/layers.awk \
	tests/lint/leaks.supp \
	tests/lint/names.awk \
	tests/lint/skip.sh \
	tests/lint/slow.sh \
	tests/lint/source.awk \
	tests/lint/static.awk

figures:
	$(AM_V_at)cd $(srcdir) && find src -name '*.[ch]' | sort | \
		xargs $(AWK) -f tests/lint/figures.awk
.PHONY: figures

# What needs clang's tools and cppcheck; the quick rules are tests.
lint: all
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/lint/quick.sh
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/lint/slow.sh
.PHONY: lint
