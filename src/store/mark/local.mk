# src/store/mark: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/mark/libmark.a
src_store_mark_libmark_a_SOURCES = \
	src/store/mark/flags.c src/store/mark/flags.h \
	src/store/mark/trash.c src/store/mark/trash.h \
	src/store/mark/trash_inside.h
