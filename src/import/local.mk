# src/import: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/import/libimport.a
src_import_libimport_a_SOURCES = \
	src/import/bases.c src/import/bases.h src/import/bases_inside.h \
	src/import/bases_podcast.c src/import/bases_rssguard.c \
	src/import/bookmarks.c src/import/bookmarks.h \
	src/import/canto.c src/import/canto.h \
	src/import/charset.c src/import/charset.h \
	src/import/csv.c src/import/csv.h \
	src/import/database.c src/import/database.h \
	src/import/elfeed.c src/import/elfeed.h \
	src/import/format.h src/import/formats.c \
	src/import/import_api.h src/import/scan.c src/import/scan.h \
	src/import/import_list.c src/import/import_list.h \
	src/import/json.c src/import/json.h \
	src/import/json_feeds.c src/import/json_feeds.h \
	src/import/lisp.c src/import/lisp.h \
	src/import/newsboat.c src/import/newsboat.h \
	src/import/newsboat_account.c src/import/newsboat_account.h \
	src/import/newsboat_config.c src/import/newsboat_config.h \
	src/import/newsboat_keys.c src/import/newsboat_keys.h \
	src/import/newsboat_names.c src/import/newsboat_names.h \
	src/import/newsboat_display.c src/import/newsboat_display.h \
	src/import/newsraft.c src/import/newsraft.h \
	src/import/newsraft_config.c src/import/newsraft_config.h \
	src/import/opml.c src/import/opml.h \
	src/import/options.c src/import/options.h \
	src/import/saved_pages.c src/import/saved_pages.h \
	src/import/places.c \
	src/import/services.c src/import/services.h \
	src/import/sfeed.c src/import/sfeed.h \
	src/import/snownews.c src/import/snownews.h
src_import_libimport_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
IMPORT = src/import/libimport.a $(JANSSON_LIBS) $(SQLITE_LIBS)
