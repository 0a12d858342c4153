# src/store/poll: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/poll/libpoll.a
src_store_poll_libpoll_a_SOURCES = \
	src/store/poll/absent.c src/store/poll/absent.h \
	src/store/poll/arrive.c src/store/poll/arrive.h \
	src/store/poll/import.c src/store/poll/import.h \
	src/store/poll/import_inside.h \
	src/store/poll/import_row.c src/store/poll/import_row.h \
	src/store/poll/import_wait.c src/store/poll/import_wait.h \
	src/store/poll/merge.c src/store/poll/merge.h \
	src/store/poll/merge_inside.h \
	src/store/poll/merge_move.c src/store/poll/merge_move.h \
	src/store/poll/page_text.c src/store/poll/page_text.h \
	src/store/poll/poll.c src/store/poll/poll.h \
	src/store/poll/trace.c src/store/poll/trace.h \
	src/store/poll/withdraw.c \
	src/store/poll/withdraw_inside.h
