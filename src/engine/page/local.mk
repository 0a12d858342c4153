# src/engine/page: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/page/libpage.a
src_engine_page_libpage_a_SOURCES = \
	src/engine/page/comments.c src/engine/page/comments.h \
	src/engine/page/images.c src/engine/page/images.h \
	src/engine/page/page_fetch.c src/engine/page/page_fetch.h
