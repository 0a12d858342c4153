# The worker against the loopback server

if CMOCKA
engine_tests = \
	tests/engine/test_account \
	tests/engine/test_account_faults \
	tests/engine/test_actions \
	tests/engine/test_backfill \
	tests/engine/test_damage \
	tests/engine/test_http \
	tests/engine/test_image \
	tests/engine/test_job \
	tests/engine/test_media \
	tests/engine/test_page \
	tests/engine/test_play \
	tests/engine/test_process \
	tests/engine/test_refresh \
	tests/engine/test_requests \
	tests/engine/test_cycle \
	tests/engine/test_servers \
	tests/engine/test_settings \
	tests/engine/test_source \
	tests/engine/test_stop \
	tests/engine/test_sync \
	tests/engine/test_todo \
	tests/engine/test_track
check_PROGRAMS += $(engine_tests)
check_LIBRARIES += tests/engine/libharness.a
tests_engine_libharness_a_SOURCES = tests/engine/harness.c tests/engine/harness.h \
	tests/engine/account_rig.c tests/engine/account_rig.h
tests_engine_libharness_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_libharness_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
engine_test_libs = tests/engine/libharness.a $(ENGINE) $(QUERY) $(STORE) $(FETCH) $(FEED) \
	$(SCHEDULE) $(CONF) $(MODEL) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)

tests_engine_test_account_SOURCES = tests/engine/test_account.c
tests_engine_test_account_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_account_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_account_LDADD = $(engine_test_libs)
tests_engine_test_account_faults_SOURCES = tests/engine/test_account_faults.c \
	tests/store/fault.c tests/store/fault.h
tests_engine_test_account_faults_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests \
	-I$(top_srcdir)/tests/store
tests_engine_test_account_faults_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_account_faults_LDADD = $(engine_test_libs)
tests_engine_test_servers_SOURCES = tests/engine/test_servers.c
tests_engine_test_servers_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_servers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(LMDB_CFLAGS)
tests_engine_test_servers_LDADD = $(engine_test_libs)
tests_engine_test_actions_SOURCES = tests/engine/test_actions.c
tests_engine_test_actions_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_actions_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(LMDB_CFLAGS)
tests_engine_test_actions_LDADD = $(engine_test_libs)
tests_engine_test_image_SOURCES = tests/engine/test_image.c
tests_engine_test_image_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_image_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_image_LDADD = $(engine_test_libs)
tests_engine_test_page_SOURCES = tests/engine/test_page.c
tests_engine_test_page_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_page_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_page_LDADD = $(engine_test_libs)
tests_engine_test_track_SOURCES = tests/engine/test_track.c
tests_engine_test_track_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_track_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_track_LDADD = $(engine_test_libs)
tests_engine_test_process_SOURCES = tests/engine/test_process.c
tests_engine_test_process_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_process_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_process_LDADD = $(engine_test_libs)
tests_engine_test_refresh_SOURCES = tests/engine/test_refresh.c
tests_engine_test_refresh_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_refresh_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_refresh_LDADD = $(engine_test_libs)
tests_engine_test_requests_SOURCES = tests/engine/test_requests.c \
	tests/store/fault.c tests/store/fault.h
tests_engine_test_backfill_SOURCES = tests/engine/test_backfill.c
tests_engine_test_backfill_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_backfill_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_backfill_LDADD = $(engine_test_libs)
tests_engine_test_damage_SOURCES = tests/engine/test_damage.c
tests_engine_test_damage_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_damage_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_damage_LDADD = $(engine_test_libs)
tests_engine_test_http_SOURCES = tests/engine/test_http.c
tests_engine_test_http_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_http_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_http_LDADD = $(engine_test_libs)
tests_engine_test_job_SOURCES = tests/engine/test_job.c
tests_engine_test_job_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_job_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_job_LDADD = $(engine_test_libs)
tests_engine_test_media_SOURCES = tests/engine/test_media.c
tests_engine_test_media_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_media_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_media_LDADD = $(engine_test_libs)
tests_engine_test_play_SOURCES = tests/engine/test_play.c
tests_engine_test_play_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_play_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_play_LDADD = $(engine_test_libs)
tests_engine_test_requests_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_requests_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_requests_LDADD = $(engine_test_libs)
tests_engine_test_cycle_SOURCES = tests/engine/test_cycle.c
tests_engine_test_cycle_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_cycle_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_cycle_LDADD = $(engine_test_libs)
tests_engine_test_settings_SOURCES = tests/engine/test_settings.c
tests_engine_test_settings_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_settings_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_settings_LDADD = $(engine_test_libs)
tests_engine_test_source_SOURCES = tests/engine/test_source.c
tests_engine_test_source_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_source_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_source_LDADD = $(engine_test_libs)
tests_engine_test_stop_SOURCES = tests/engine/test_stop.c
tests_engine_test_stop_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_stop_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(LMDB_CFLAGS)
tests_engine_test_stop_LDADD = $(engine_test_libs)
tests_engine_test_sync_SOURCES = tests/engine/test_sync.c
tests_engine_test_sync_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_sync_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_sync_LDADD = $(engine_test_libs)
tests_engine_test_todo_SOURCES = tests/engine/test_todo.c
tests_engine_test_todo_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_engine_test_todo_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_engine_test_todo_LDADD = $(engine_test_libs)
endif
