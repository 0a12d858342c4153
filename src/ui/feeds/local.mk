# src/ui/feeds: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/feeds/libfeeds.a
src_ui_feeds_libfeeds_a_SOURCES = \
	src/ui/feeds/failing.c src/ui/feeds/failing.h \
	src/ui/feeds/feed_tree.c src/ui/feeds/feed_tree.h \
	src/ui/feeds/feeds.c src/ui/feeds/feeds.h \
	src/ui/feeds/feeds_detail.c \
	src/ui/feeds/feeds_filter.c \
	src/ui/feeds/feeds_inside.h \
	src/ui/feeds/feeds_place.c \
	src/ui/feeds/feeds_reload.c \
	src/ui/feeds/feeds_rows.c \
	src/ui/feeds/feeds_seek.c \
	src/ui/feeds/fixed.c src/ui/feeds/fixed.h \
	src/ui/feeds/saved_searches.c src/ui/feeds/saved_searches.h \
	src/ui/feeds/schedule_page.c src/ui/feeds/schedule_page.h \
	src/ui/feeds/welcome.c src/ui/feeds/welcome.h
