# libFuzzer targets, built by configure --enable-fuzz CC=clang. `make fuzz` runs each for
# FUZZ_SECONDS from its seeds, FUZZ_JOBS at a time; what it finds is kept below tests/fuzz
# in the build tree.

FUZZ_SECONDS = 20
FUZZ_JOBS = 1
FUZZ_TARGETS = \
	tests/fuzz/fuzz_chapters \
	tests/fuzz/fuzz_config \
	tests/fuzz/fuzz_date \
	tests/fuzz/fuzz_extract \
	tests/fuzz/fuzz_feed \
	tests/fuzz/fuzz_feeds \
	tests/fuzz/fuzz_headers \
	tests/fuzz/fuzz_html \
	tests/fuzz/fuzz_json \
	tests/fuzz/fuzz_opml \
	tests/fuzz/fuzz_page \
	tests/fuzz/fuzz_query \
	tests/fuzz/fuzz_record \
	tests/fuzz/fuzz_remote \
	tests/fuzz/fuzz_repair \
	tests/fuzz/fuzz_player \
	tests/fuzz/fuzz_select \
	tests/fuzz/fuzz_state \
	tests/fuzz/fuzz_transcript \
	tests/fuzz/fuzz_url
if FUZZ
noinst_PROGRAMS += $(FUZZ_TARGETS)
else
EXTRA_PROGRAMS += $(FUZZ_TARGETS)
endif
fuzz_link = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_chapters_SOURCES = tests/fuzz/fuzz_chapters.c
tests_fuzz_fuzz_chapters_LDADD = $(EPISODE) $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_chapters_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_player_SOURCES = tests/fuzz/fuzz_player.c
tests_fuzz_fuzz_player_LDADD = $(PLAYER) $(BASE)
tests_fuzz_fuzz_player_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_select_SOURCES = tests/fuzz/fuzz_select.c
tests_fuzz_fuzz_select_LDADD = $(SELECT) $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_select_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_transcript_SOURCES = tests/fuzz/fuzz_transcript.c
tests_fuzz_fuzz_transcript_LDADD = $(EPISODE) $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_transcript_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_config_SOURCES = tests/fuzz/fuzz_config.c
tests_fuzz_fuzz_config_LDADD = $(CONF) $(MODEL) $(BASE)
tests_fuzz_fuzz_config_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_date_SOURCES = tests/fuzz/fuzz_date.c
tests_fuzz_fuzz_date_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_date_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_extract_SOURCES = tests/fuzz/fuzz_extract.c
tests_fuzz_fuzz_extract_LDADD = $(EXTRACT) $(FEED) $(RENDER) $(MODEL) $(BASE)
tests_fuzz_fuzz_extract_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_feed_SOURCES = tests/fuzz/fuzz_feed.c tests/fuzz/feed.h
tests_fuzz_fuzz_feed_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_feed_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_feeds_SOURCES = tests/fuzz/fuzz_feeds.c
tests_fuzz_fuzz_feeds_LDADD = $(CONF) $(MODEL) $(BASE)
tests_fuzz_fuzz_feeds_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_headers_SOURCES = tests/fuzz/fuzz_headers.c
tests_fuzz_fuzz_headers_LDADD = $(FETCH) $(BASE)
tests_fuzz_fuzz_headers_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_html_SOURCES = tests/fuzz/fuzz_html.c
tests_fuzz_fuzz_html_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_fuzz_fuzz_html_LDADD = $(RENDER) $(MODEL) $(BASE)
tests_fuzz_fuzz_html_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_json_SOURCES = tests/fuzz/fuzz_json.c tests/fuzz/feed.h
tests_fuzz_fuzz_json_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_json_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_opml_SOURCES = tests/fuzz/fuzz_opml.c tests/fuzz/feed.h
tests_fuzz_fuzz_opml_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_opml_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_page_SOURCES = tests/fuzz/fuzz_page.c tests/fuzz/feed.h
tests_fuzz_fuzz_page_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_page_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_query_SOURCES = tests/fuzz/fuzz_query.c
tests_fuzz_fuzz_query_LDADD = $(QUERY) $(MODEL) $(BASE)
tests_fuzz_fuzz_query_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_record_SOURCES = tests/fuzz/fuzz_record.c
tests_fuzz_fuzz_record_LDADD = $(STORE) $(MODEL) $(BASE)
tests_fuzz_fuzz_record_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_remote_SOURCES = tests/fuzz/fuzz_remote.c
tests_fuzz_fuzz_remote_LDADD = $(REMOTE) $(MODEL) $(BASE)
tests_fuzz_fuzz_remote_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_repair_SOURCES = tests/fuzz/fuzz_repair.c
tests_fuzz_fuzz_repair_LDADD = $(FEED) $(MODEL) $(BASE)
tests_fuzz_fuzz_repair_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_url_SOURCES = tests/fuzz/fuzz_url.c
tests_fuzz_fuzz_url_LDADD = $(BASE)
tests_fuzz_fuzz_url_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_state_SOURCES = tests/fuzz/fuzz_state.c
tests_fuzz_fuzz_state_LDADD = $(PROGRAM)
tests_fuzz_fuzz_state_LDFLAGS = $(fuzz_link)
EXTRA_DIST += tests/fuzz/run.sh tests/fuzz/seeds

fuzz: $(FUZZ_TARGETS)
	$(AM_V_at)$(SHELL) $(srcdir)/tests/fuzz/run.sh '$(abs_top_srcdir)' '$(FUZZ_SECONDS)' \
		'$(FUZZ_JOBS)' $(FUZZ_TARGETS)
.PHONY: fuzz
