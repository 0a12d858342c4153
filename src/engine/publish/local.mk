# src/engine/publish: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/publish/libpublish.a
src_engine_publish_libpublish_a_SOURCES = \
	src/engine/publish/feed_item.c src/engine/publish/feed_item.h \
	src/engine/publish/index.c \
	src/engine/publish/list.c \
	src/engine/publish/publish.c src/engine/publish/publish.h \
	src/engine/publish/publish_inside.h \
	src/engine/publish/round.c \
	src/engine/publish/shelf.c
