# A player for tests.

EXTRA_PROGRAMS += tests/player/fakempv
tests_player_fakempv_SOURCES = tests/player/fakempv.c
tests_player_fakempv_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_player_fakempv_LDADD = $(JANSSON_LIBS)
check_DATA += tests/player/fakempv$(EXEEXT)
CLEANFILES += tests/player/fakempv$(EXEEXT)
