dist_check_SCRIPTS += \
	tests/docs/cases.sh \
	tests/docs/install.sh \
	tests/docs/map.sh \
	tests/docs/messages.sh \
	tests/docs/packages.sh \
	tests/docs/tutorial.sh
EXTRA_DIST += tests/requirements.tsv
