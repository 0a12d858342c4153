# src/feed: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/feed/libfeed.a
src_feed_libfeed_a_SOURCES = \
	src/feed/atom.c \
	src/feed/build.c src/feed/build.h \
	src/feed/cdf.c \
	src/feed/charset.c src/feed/charset.h \
	src/feed/clean_text.c src/feed/clean_text.h \
	src/feed/convert.c src/feed/convert.h \
	src/feed/date.c src/feed/date.h \
	src/feed/date_common.c \
	src/feed/date_inside.h \
	src/feed/date_names.c src/feed/date_names.h \
	src/feed/date_resolve.c \
	src/feed/date_word.c \
	src/feed/decode.c src/feed/decode.h \
	src/feed/document_limits.h \
	src/feed/gather.c src/feed/gather.h \
	src/feed/html_page.c src/feed/html_page.h \
	src/feed/json.c src/feed/json.h \
	src/feed/json_mend.c src/feed/json_mend.h \
	src/feed/json_strict.c src/feed/json_strict.h \
	src/feed/kind.c src/feed/kind.h \
	src/feed/kind_atom.c \
	src/feed/kind_hint.c \
	src/feed/kind_inside.h \
	src/feed/kind_list.c \
	src/feed/kind_media.c \
	src/feed/kind_podcast.c \
	src/feed/markup.c src/feed/markup.h \
	src/feed/module.c \
	src/feed/name.c src/feed/name.h \
	src/feed/opml.c src/feed/opml.h src/feed/opml_write.c \
	src/feed/parse.c src/feed/parse.h \
	src/feed/person.c src/feed/person.h \
	src/feed/repair_decl.c \
	src/feed/repair_note.c src/feed/repair_note.h \
	src/feed/repair_tag.c \
	src/feed/repair_xml.c src/feed/repair_xml.h \
	src/feed/repair_xml_inside.h \
	src/feed/rss.c \
	src/feed/site.c src/feed/site.h \
	src/feed/unpack.c src/feed/unpack.h \
	src/feed/write.c src/feed/write.h \
	src/feed/xml.c src/feed/xml.h
src_feed_libfeed_a_CFLAGS = $(AM_CFLAGS) $(MXML_CFLAGS) $(JANSSON_CFLAGS) $(UCHARDET_CFLAGS)
FEED = src/feed/libfeed.a $(MXML_LIBS) $(JANSSON_LIBS) $(UCHARDET_LIBS)
