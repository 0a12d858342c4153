# src/engine: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/libengine.a
src_engine_libengine_a_SOURCES = \
	src/engine/act.c src/engine/act.h \
	src/engine/api.c src/engine/api.h \
	src/engine/backfill.c src/engine/backfill.h \
	src/engine/claim.c src/engine/claim.h \
	src/engine/clock.c src/engine/clock.h \
	src/engine/find.c src/engine/find.h \
	src/engine/find_block.c \
	src/engine/find_help.c \
	src/engine/find_index.c src/engine/find_inside.h \
	src/engine/find_item.c \
	src/engine/cycle.c src/engine/cycle.h \
	src/engine/flags.c src/engine/flags.h \
	src/engine/group.c src/engine/group.h \
	src/engine/import.c src/engine/import.h \
	src/engine/index.c src/engine/index.h \
	src/engine/interest.c src/engine/interest.h \
	src/engine/jobs.c src/engine/jobs.h \
	src/engine/learn.c src/engine/learn.h \
	src/engine/message.c src/engine/message.h \
	src/engine/network.c src/engine/network.h \
	src/engine/pace.c src/engine/pace.h \
	src/engine/pause.c src/engine/pause.h \
	src/engine/plans.c src/engine/plans.h \
	src/engine/poll.c src/engine/poll.h \
	src/engine/pool.c src/engine/pool.h \
	src/engine/progress.c src/engine/progress.h \
	src/engine/refresh.c src/engine/refresh.h \
	src/engine/search.c src/engine/search.h \
	src/engine/settings.c src/engine/settings.h \
	src/engine/source.c src/engine/source.h \
	src/engine/state.h \
	src/engine/subscribe.c src/engine/subscribe.h \
	src/engine/sync.c src/engine/sync.h \
	src/engine/sync_log.c src/engine/sync_own.c src/engine/sync_peer.c \
	src/engine/sync_text.c src/engine/sync_watch.c \
	src/engine/todo.c src/engine/todo.h \
	src/engine/worker.c src/engine/worker.h
ENGINE = src/engine/libengine.a
