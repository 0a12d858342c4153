# src/engine/sync: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/sync/libsync.a
src_engine_sync_libsync_a_SOURCES = \
	src/engine/sync/sync.c src/engine/sync/sync.h \
	src/engine/sync/sync_log.c \
	src/engine/sync/sync_own.c \
	src/engine/sync/sync_peer.c \
	src/engine/sync/sync_text.c src/engine/sync/sync_text.h
