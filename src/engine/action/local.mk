# src/engine/action: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/action/libaction.a
src_engine_action_libaction_a_SOURCES = \
	src/engine/action/act.c src/engine/action/act.h \
	src/engine/action/feeds.c src/engine/action/feeds.h \
	src/engine/action/flags.c src/engine/action/flags.h \
	src/engine/action/import.c src/engine/action/import.h \
	src/engine/action/subscribe.c src/engine/action/subscribe.h \
	src/engine/action/todo.c src/engine/action/todo.h
