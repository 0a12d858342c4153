# src/engine/feeds: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/feeds/libfeeds.a
src_engine_feeds_libfeeds_a_SOURCES = \
	src/engine/feeds/bring.c src/engine/feeds/bring.h \
	src/engine/feeds/brought.c src/engine/feeds/brought.h \
	src/engine/feeds/episodes.c src/engine/feeds/episodes.h \
	src/engine/feeds/discover.c src/engine/feeds/discover.h \
	src/engine/feeds/feeds.c src/engine/feeds/feeds.h \
	src/engine/feeds/kept.c src/engine/feeds/kept.h \
	src/engine/feeds/pages_file.c src/engine/feeds/pages_file.h \
	src/engine/feeds/priority.c src/engine/feeds/priority.h \
	src/engine/feeds/save.c src/engine/feeds/save.h \
	src/engine/feeds/subscribe.c src/engine/feeds/subscribe.h
