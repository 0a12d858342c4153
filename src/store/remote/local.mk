# src/store/remote: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/remote/libremote.a
src_store_remote_libremote_a_SOURCES = \
	src/store/remote/account.c src/store/remote/account.h \
	src/store/remote/diff.c src/store/remote/diff.h \
	src/store/remote/remote.c src/store/remote/remote.h \
	src/store/remote/remote_inside.h
