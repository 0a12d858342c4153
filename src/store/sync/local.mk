# src/store/sync: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/sync/libsync.a
src_store_sync_libsync_a_SOURCES = \
	src/store/sync/sync.c src/store/sync/sync.h \
	src/store/sync/sync_alias.c \
	src/store/sync/sync_batch.h \
	src/store/sync/sync_expire.c \
	src/store/sync/sync_inside.h \
	src/store/sync/sync_listen.c \
	src/store/sync/sync_log.c \
	src/store/sync/sync_merge.c \
	src/store/sync/sync_move.c \
	src/store/sync/sync_row.c src/store/sync/sync_row.h
