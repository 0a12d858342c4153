# A player for tests.

check_PROGRAMS += tests/player/fakempv
tests_player_fakempv_SOURCES = tests/player/fakempv.c
tests_player_fakempv_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_player_fakempv_LDADD = $(JANSSON_LIBS)
