# src/store/find: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/find/libfind.a
src_store_find_libfind_a_SOURCES = \
	src/store/find/find.c src/store/find/find.h \
	src/store/find/find_block.c \
	src/store/find/find_feed.c src/store/find/find_feed.h \
	src/store/find/find_index.c \
	src/store/find/find_inside.h \
	src/store/find/find_item.c \
	src/store/find/find_table.c src/store/find/find_table.h \
	src/store/find/find_threads.c \
	src/store/find/tally.c src/store/find/tally.h
