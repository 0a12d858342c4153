EXTRA_DIST += tests/bench/compare.py tests/bench/time_import.py tests/bench/time_index.sh \
	tests/bench/time_media.py tests/bench/time_sync.py
if CMOCKA
EXTRA_PROGRAMS += tests/bench/time_keys
tests_bench_time_keys_SOURCES = \
	tests/bench/time_keys.c tests/unit/ui_long.h $(UI_TABLE) $(UI_HELPER)
tests_bench_time_keys_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)
tests_bench_time_keys_LDADD = $(UI_LDADD)
EXTRA_PROGRAMS += tests/bench/time_article
tests_bench_time_article_SOURCES = \
	tests/bench/time_article.c tests/unit/ui_long.h $(UI_HELPER)
tests_bench_time_article_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)
tests_bench_time_article_LDADD = $(UI_LDADD)
endif
EXTRA_PROGRAMS += tests/bench/time_paint
tests_bench_time_paint_SOURCES = tests/bench/time_paint.c
tests_bench_time_paint_LDADD = $(BASE)
EXTRA_PROGRAMS += tests/bench/fill_store tests/bench/time_feeds tests/bench/time_modes \
	tests/bench/time_promises tests/bench/time_schedule tests/bench/time_search \
	tests/bench/time_store
tests_bench_time_feeds_SOURCES = tests/bench/time_feeds.c
tests_bench_time_feeds_LDADD = $(FEED) $(MODEL) $(BASE)
tests_bench_time_modes_SOURCES = tests/bench/time_modes.c
tests_bench_time_modes_LDADD = $(FETCH) $(HTTP_SERVER) $(BASE)
if OPENSSL
EXTRA_PROGRAMS += tests/bench/time_tls
endif
tests_bench_time_tls_SOURCES = tests/bench/time_tls.c
tests_bench_time_tls_LDADD = $(FETCH) $(HTTP_SERVER) $(BASE)
tests_bench_time_promises_SOURCES = tests/bench/time_promises.c
tests_bench_time_promises_LDADD = $(SIMULATE) $(SCHEDULE) $(MODEL) $(BASE)
tests_bench_time_schedule_SOURCES = tests/bench/time_schedule.c $(CROWD)
tests_bench_time_schedule_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_bench_time_schedule_LDADD = $(SCHEDULE) $(MODEL) $(BASE)
tests_bench_time_search_SOURCES = tests/bench/time_search.c
tests_bench_time_search_LDADD = $(ENGINE) $(QUERY) $(STORE) $(MODEL) $(BASE)
tests_bench_fill_store_SOURCES = tests/bench/fill_store.c
tests_bench_fill_store_LDADD = $(STORE) $(SCHEDULE) $(MODEL) $(BASE)
tests_bench_time_store_SOURCES = tests/bench/time_store.c
tests_bench_time_store_LDADD = $(STORE) $(MODEL) $(BASE)
EXTRA_PROGRAMS += tests/bench/time_episodes
tests_bench_time_episodes_SOURCES = tests/bench/time_episodes.c
tests_bench_time_episodes_LDADD = $(EPISODE) $(PLAYER) $(FEED) $(MODEL) $(BASE)
EXTRA_PROGRAMS += tests/bench/near_pairs
tests_bench_near_pairs_SOURCES = tests/bench/near_pairs.c
tests_bench_near_pairs_LDADD = $(FEED) $(MODEL) $(BASE)
EXTRA_PROGRAMS += tests/bench/time_tally
tests_bench_time_tally_SOURCES = tests/bench/time_tally.c
tests_bench_time_tally_LDADD = $(STORE) $(QUERY) $(MODEL) $(BASE)
EXTRA_PROGRAMS += tests/bench/time_hidden
tests_bench_time_hidden_SOURCES = tests/bench/time_hidden.c
tests_bench_time_hidden_LDADD = $(STORE) $(QUERY) $(MODEL) $(BASE)
EXTRA_PROGRAMS += tests/bench/time_rules
tests_bench_time_rules_SOURCES = tests/bench/time_rules.c
tests_bench_time_rules_LDADD = $(QUERY) $(MODEL) $(BASE) -lm
EXTRA_PROGRAMS += tests/bench/time_reading
tests_bench_time_reading_SOURCES = tests/bench/time_reading.c
tests_bench_time_reading_LDADD = $(EXTRACT) $(RENDER) $(FEED) $(MODEL) $(BASE)
