# src/extract: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/extract/libextract.a
src_extract_libextract_a_SOURCES = \
	src/extract/class.c src/extract/class.h \
	src/extract/clean_html.c src/extract/clean_html.h \
	src/extract/extract.c src/extract/extract.h \
	src/extract/head.c src/extract/head.h \
	src/extract/pick.c src/extract/pick.h \
	src/extract/tags.c src/extract/tags.h \
	src/extract/tree.c src/extract/tree.h \
	src/extract/write_html.c src/extract/write_html.h
src_extract_libextract_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
EXTRACT = src/extract/libextract.a $(RENDER) $(JANSSON_LIBS)
