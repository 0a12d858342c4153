# src/engine/action: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/action/libaction.a
src_engine_action_libaction_a_SOURCES = \
	src/engine/action/action_queue.c src/engine/action/action_queue.h \
	src/engine/action/action_run.c src/engine/action/action_run.h \
	src/engine/action/bring.c src/engine/action/bring.h \
	src/engine/action/brought.c src/engine/action/brought.h \
	src/engine/action/discover.c src/engine/action/discover.h \
	src/engine/action/feed_lines.c src/engine/action/feed_lines.h \
	src/engine/action/feeds.c src/engine/action/feeds.h \
	src/engine/action/kept.c src/engine/action/kept.h \
	src/engine/action/place.c src/engine/action/place.h \
	src/engine/action/priority.c src/engine/action/priority.h \
	src/engine/action/save.c src/engine/action/save.h \
	src/engine/action/pages_file.c src/engine/action/pages_file.h \
	src/engine/action/subscribe.c src/engine/action/subscribe.h \
	src/engine/action/todo.c src/engine/action/todo.h \
	src/engine/action/verbs.c src/engine/action/verbs.h
