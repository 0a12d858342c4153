# src/engine/core: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/core/libcore.a
src_engine_core_libcore_a_SOURCES = \
	src/engine/core/engine.c src/engine/core/engine.h \
	src/engine/core/engine_event.h \
	src/engine/core/inotify.c src/engine/core/inotify.h \
	src/engine/core/message.c src/engine/core/message.h \
	src/engine/core/part.c src/engine/core/part.h \
	src/engine/core/request.h \
	src/engine/core/settings.c src/engine/core/settings.h
