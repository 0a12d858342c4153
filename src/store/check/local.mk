# src/store/check: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/check/libcheck.a
src_store_check_libcheck_a_SOURCES = \
	src/store/check/check.c src/store/check/check.h \
	src/store/check/check_feed.c \
	src/store/check/check_index.c src/store/check/check_index.h \
	src/store/check/check_inside.h \
	src/store/check/check_item.c \
	src/store/check/check_media.c \
	src/store/check/check_sets.c src/store/check/check_sets.h \
	src/store/check/check_tell.c
