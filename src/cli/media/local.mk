# src/cli/media: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/media/libmedia.a
src_cli_media_libmedia_a_SOURCES = \
	src/cli/media/commands.c src/cli/media/commands.h \
	src/cli/media/download.c \
	src/cli/media/episode.c src/cli/media/episode.h \
	src/cli/media/listen.c src/cli/media/listen.h \
	src/cli/media/listen_keys.c src/cli/media/listen_keys.h \
	src/cli/media/play.c \
	src/cli/media/playing.c src/cli/media/playing.h \
	src/cli/media/queue.c
