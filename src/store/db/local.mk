# src/store/db: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/db/libdb.a
src_store_db_libdb_a_SOURCES = \
	src/store/db/batch.c src/store/db/batch.h \
	src/store/db/batch_inside.h \
	src/store/db/change_log.c src/store/db/change_log.h \
	src/store/db/db.c src/store/db/db.h \
	src/store/db/env.c src/store/db/env.h \
	src/store/db/move.c src/store/db/move.h \
	src/store/db/notice.c \
	src/store/db/process.c src/store/db/process.h \
	src/store/db/stop.c \
	src/store/db/transact.c \
	src/store/db/view.c src/store/db/view.h
