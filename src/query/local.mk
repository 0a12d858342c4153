# src/query: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/query/libquery.a
src_query_libquery_a_SOURCES = \
	src/query/field.c src/query/field.h \
	src/query/match.c \
	src/query/misread.c src/query/misread.h \
	src/query/parse.c \
	src/query/query.h \
	src/query/query_node.h \
	src/query/regex.c \
	src/query/set.c src/query/set.h \
	src/query/value.c src/query/value.h
src_query_libquery_a_CFLAGS = $(AM_CFLAGS) $(PCRE2_CFLAGS)
QUERY = src/query/libquery.a $(PCRE2_LIBS)
