# src/engine/poll: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/poll/libpoll.a
src_engine_poll_libpoll_a_SOURCES = \
	src/engine/poll/answers.c src/engine/poll/answers.h \
	src/engine/poll/group.c src/engine/poll/group.h \
	src/engine/poll/learn.c src/engine/poll/learn.h \
	src/engine/poll/mirror.c src/engine/poll/mirror.h \
	src/engine/poll/poll.c src/engine/poll/poll.h \
	src/engine/poll/pool.c src/engine/poll/pool.h \
	src/engine/poll/progress.c src/engine/poll/progress.h \
	src/engine/poll/save_poll.c src/engine/poll/save_poll.h \
	src/engine/poll/stories.c src/engine/poll/stories.h \
	src/engine/poll/trace.c src/engine/poll/trace.h \
	src/engine/poll/watch.c src/engine/poll/watch.h
