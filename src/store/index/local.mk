# src/store/index: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/index/libindex.a
src_store_index_libindex_a_SOURCES = \
	src/store/index/index.c src/store/index/index.h \
	src/store/index/index_build.c src/store/index/index_build.h \
	src/store/index/index_chunk.c src/store/index/index_chunk.h \
	src/store/index/index_inside.h \
	src/store/index/index_merge.c src/store/index/index_merge.h \
	src/store/index/index_plan.c src/store/index/index_plan.h \
	src/store/index/index_read.c src/store/index/index_read.h \
	src/store/index/index_table.c src/store/index/index_table.h \
	src/store/index/index_texts.c src/store/index/index_texts.h \
	src/store/index/reindex.c src/store/index/reindex.h
