# src/store/media: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/media/libmedia.a
src_store_media_libmedia_a_SOURCES = \
	src/store/media/download.c src/store/media/download.h \
	src/store/media/download_due.c \
	src/store/media/episode_queue.c src/store/media/episode_queue.h \
	src/store/media/listen.c src/store/media/listen.h \
	src/store/media/media.c src/store/media/media.h \
	src/store/media/media_inside.h \
	src/store/media/player.c src/store/media/player.h \
	src/store/media/track.c src/store/media/track.h
