dist_check_SCRIPTS += \
	tests/docs/cases.sh \
	tests/docs/install.sh \
	tests/docs/map.sh \
	tests/docs/messages.sh \
	tests/docs/packages.sh \
	tests/docs/screens.sh \
	tests/docs/tutorial.sh
EXTRA_DIST += tests/tui/golden/feeds.txt tests/tui/golden/items.txt \
	tests/tui/golden/panes.txt tests/tui/golden/reading.txt tests/tui/golden/why.txt \
	tests/tui/golden/article.legend tests/tui/golden/feeds.legend \
	tests/tui/golden/items.legend tests/tui/golden/note.legend \
	tests/tui/golden/prompt.legend tests/tui/golden/read.legend
EXTRA_DIST += tests/docs/shown.sh tests/requirements.tsv tests/podcasts.tsv \
	tests/defects.tsv

# What the tests of this run did not show. Only a build that has all tests must have run all
# that are named there.
if CMOCKA
if COUNTS
if OPENSSL
if VTERM
all_tests = yes
endif
endif
endif
endif
check-local: check-TESTS
	$(AM_V_at)$(SHELL) $(srcdir)/tests/docs/shown.sh '$(abs_top_srcdir)' $(all_tests)
