bin_PROGRAMS = src/courant
src_courant_SOURCES = src/main.c src/invocation.c src/invocation.h
PROGRAM = $(UI) $(CLI) $(OUTPUT) $(ENGINE) $(FETCH) $(EXTRACT) $(FEED) $(RENDER) $(SIMULATE) $(SCHEDULE) \
	$(QUERY) $(STORE) $(CONF) $(MODEL) $(BASE)
src_courant_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
src_courant_LDADD = $(PROGRAM)
