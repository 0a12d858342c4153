# src/store/file: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/file/libfile.a
src_store_file_libfile_a_SOURCES = \
	src/store/file/copy.c src/store/file/copy.h \
	src/store/file/copy_fd.c src/store/file/copy_fd.h \
	src/store/file/lmdb_page.c src/store/file/lmdb_page.h \
	src/store/file/page_check.c src/store/file/page_check.h
