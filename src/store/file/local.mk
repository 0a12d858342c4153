# src/store/file: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/file/libfile.a
src_store_file_libfile_a_SOURCES = \
	src/store/file/copy.c src/store/file/copy.h \
	src/store/file/page.c src/store/file/page.h \
	src/store/file/pages.c src/store/file/pages.h \
	src/store/file/stream.c src/store/file/stream.h
