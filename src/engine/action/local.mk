# src/engine/action: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/action/libaction.a
src_engine_action_libaction_a_SOURCES = \
	src/engine/action/action_queue.c src/engine/action/action_queue.h \
	src/engine/action/action_run.c src/engine/action/action_run.h \
	src/engine/action/feed_lines.c src/engine/action/feed_lines.h \
	src/engine/action/place.c src/engine/action/place.h \
	src/engine/action/todo.c src/engine/action/todo.h \
	src/engine/action/verbs.c src/engine/action/verbs.h
