# The loopback server and what is tested against it

#
# HTTP_SERVER is for tests that start it in a child; tests/http/feedserve is the program.

check_LIBRARIES += tests/http/libserver.a
tests_http_libserver_a_SOURCES = \
	tests/http/account.c tests/http/account.h \
	tests/http/account_control.c \
	tests/http/account_feedbin.c \
	tests/http/account_fever.c \
	tests/http/account_greader.c \
	tests/http/account_miniflux.c \
	tests/http/account_gpodder.c \
	tests/http/account_nextcloud.c \
	tests/http/answer.c tests/http/answer.h \
	tests/http/gzip.c tests/http/gzip.h \
	tests/http/relay.c tests/http/relay.h tests/http/relay_part.h \
	tests/http/script.c tests/http/script.h \
	tests/http/serve.c tests/http/serve.h \
	tests/http/server.c tests/http/server.h
HTTP_SERVER = tests/http/libserver.a
if OPENSSL
tests_http_libserver_a_SOURCES += tests/http/relay_tls.c \
	tests/http/certificate.c tests/http/certificate.h
HTTP_SERVER += $(OPENSSL_LIBS)
endif
EXTRA_DIST += tests/http/fetch.script

EXTRA_PROGRAMS += tests/http/feedserve
tests_http_feedserve_SOURCES = tests/http/feedserve.c
tests_http_feedserve_LDADD = $(HTTP_SERVER) $(BASE)
check_DATA += tests/http/feedserve$(EXEEXT)
CLEANFILES += tests/http/feedserve$(EXEEXT)

# Requests of every kind, and bodies that go to files
if CMOCKA
check_PROGRAMS += tests/http/test_bulk tests/http/test_file tests/http/test_send \
	tests/http/test_splice
HTTP_BODY = tests/http/body.c tests/http/body.h tests/unit/fetch_helper.c \
	tests/unit/fetch_helper.h
http_test_cflags = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
http_test_libs = $(FETCH) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)
tests_http_test_bulk_SOURCES = tests/http/test_bulk.c $(HTTP_BODY)
tests_http_test_bulk_CFLAGS = $(http_test_cflags)
tests_http_test_bulk_LDADD = $(http_test_libs)
tests_http_test_file_SOURCES = tests/http/test_file.c tests/store/fault.c \
	tests/store/fault.h $(HTTP_BODY)
tests_http_test_file_CFLAGS = $(http_test_cflags)
tests_http_test_file_LDADD = $(http_test_libs)
tests_http_test_splice_SOURCES = tests/http/test_splice.c $(HTTP_BODY)
tests_http_test_splice_CFLAGS = $(http_test_cflags)
tests_http_test_splice_LDADD = $(http_test_libs)
tests_http_test_send_SOURCES = tests/http/test_send.c $(HTTP_BODY)
tests_http_test_send_CFLAGS = $(http_test_cflags)
tests_http_test_send_LDADD = $(http_test_libs)
endif

# Feed servers: the backends against the one of the tests
if CMOCKA
check_PROGRAMS += tests/http/test_account
tests_http_test_account_SOURCES = tests/http/test_account.c
tests_http_test_account_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_http_test_account_CFLAGS = $(http_test_cflags)
tests_http_test_account_LDADD = $(REMOTE) $(MODEL) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)
endif

# Random programs for the machine that syncs accounts; make model: 100,000 of them
if CMOCKA
check_PROGRAMS += tests/http/test_sync
tests_http_test_sync_SOURCES = tests/http/test_sync.c tests/http/sync_server.c \
	tests/http/sync_server.h $(STORE_HELPER)
tests_http_test_sync_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_http_test_sync_LDADD = $(ENGINE) $(FETCH) $(FEED) $(RENDER) $(QUERY) $(SCHEDULE) \
	$(CONF) $(STORE) $(MODEL) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS) -lm
endif
model: tests/http/test_sync$(EXEEXT)
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) COURANT_PROGRAMS=100000 tests/http/test_sync
.PHONY: model

# A week of polls against servers with hints of every kind: make politeness
EXTRA_PROGRAMS += tests/http/politeness
CLEANFILES += tests/http/politeness$(EXEEXT)
tests_http_politeness_SOURCES = tests/http/politeness.c tests/http/polite.c \
	tests/http/polite.h tests/http/politeness_clock.c tests/http/politeness_clock.h
tests_http_politeness_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_http_politeness_LDADD = $(ENGINE) $(QUERY) $(STORE) $(FETCH) $(FEED) $(SCHEDULE) \
	$(CONF) $(MODEL) $(HTTP_SERVER) $(BASE)
politeness: tests/http/politeness$(EXEEXT)
	tests/http/politeness
