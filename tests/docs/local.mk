dist_check_SCRIPTS += \
	tests/docs/cases.sh \
	tests/docs/install.sh \
	tests/docs/map.sh \
	tests/docs/messages.sh \
	tests/docs/packages.sh \
	tests/docs/screens.sh \
	tests/docs/tutorial.sh
EXTRA_DIST += tests/tui/golden/feeds.txt tests/tui/golden/items.txt \
	tests/tui/golden/panes.txt tests/tui/golden/reading.txt tests/tui/golden/why.txt
EXTRA_DIST += tests/requirements.tsv tests/podcasts.tsv
