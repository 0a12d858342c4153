# src/store: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/libstore.a
src_store_libstore_a_SOURCES = \
	src/store/address.c src/store/address.h \
	src/store/admin.h \
	src/store/check.c src/store/check_feed.c \
	src/store/check_index.c src/store/check_index.h \
	src/store/check_inside.h src/store/check_item.c \
	src/store/check_sum.c src/store/check_sum.h \
	src/store/claim.c src/store/claim.h \
	src/store/codec.c src/store/codec.h \
	src/store/codec_array.c src/store/codec_array.h \
	src/store/copy.c \
	src/store/count.c src/store/count.h \
	src/store/db.c src/store/db.h \
	src/store/dense.c src/store/dense.h \
	src/store/due.c src/store/due.h \
	src/store/flags.c \
	src/store/gc.c src/store/gc.h \
	src/store/gone.c src/store/gone.h \
	src/store/index.c src/store/index.h \
	src/store/index_build.c src/store/index_build.h \
	src/store/index_chunk.c src/store/index_chunk.h \
	src/store/index_merge.c src/store/index_merge.h \
	src/store/index_read.c src/store/index_read.h \
	src/store/index_table.c src/store/index_table.h \
	src/store/interest.c \
	src/store/journal.c src/store/journal.h \
	src/store/journal_list.c src/store/journal_undo.c \
	src/store/journal_place.c src/store/journal_place.h \
	src/store/keys.c src/store/keys.h \
	src/store/match.c src/store/match.h \
	src/store/merge.c src/store/merge.h \
	src/store/move.c src/store/move.h \
	src/store/notice.c \
	src/store/open.c \
	src/store/page.c src/store/page.h \
	src/store/pages.c src/store/pages.h \
	src/store/pause.c \
	src/store/peek.c src/store/peek.h \
	src/store/poll.c \
	src/store/pour.c src/store/pour.h \
	src/store/read.c src/store/read.h \
	src/store/record.c src/store/record.h \
	src/store/reindex.c \
	src/store/repair.c \
	src/store/repair_lists.c src/store/repair_lists.h \
	src/store/repair_new.c src/store/repair_new.h \
	src/store/repair_take.c src/store/repair_take.h \
	src/store/replace.c src/store/replace.h \
	src/store/restore.c \
	src/store/salvage.c src/store/salvage.h \
	src/store/schema.c src/store/schema.h \
	src/store/shape.c src/store/shape.h \
	src/store/state.c src/store/state.h \
	src/store/state_age.c src/store/state_carry.c \
	src/store/state_inside.h src/store/state_log.c src/store/state_merge.c \
	src/store/state_row.c src/store/state_row.h src/store/state_same.c \
	src/store/stop.c \
	src/store/tag.c src/store/tag.h \
	src/store/transact.c \
	src/store/todo.c src/store/todo.h \
	src/store/trash.c src/store/trash.h \
	src/store/twin.c \
	src/store/varint.c src/store/varint.h \
	src/store/walk.c src/store/walk.h \
	src/store/write.c src/store/write.h
STORE = src/store/libstore.a $(LMDB_LIBS)
