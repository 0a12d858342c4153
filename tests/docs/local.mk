dist_check_SCRIPTS += \
	tests/docs/map.sh \
	tests/docs/messages.sh
