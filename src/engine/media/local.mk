# src/engine/media: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/media/libmedia.a
src_engine_media_libmedia_a_SOURCES = \
	src/engine/media/answer.c \
	src/engine/media/disk.c src/engine/media/disk.h \
	src/engine/media/download.c src/engine/media/download.h \
	src/engine/media/download_inside.h \
	src/engine/media/start.c
