# src/engine/media: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/media/libmedia.a
src_engine_media_libmedia_a_SOURCES = \
	src/engine/media/answer.c \
	src/engine/media/clean.c \
	src/engine/media/command.c \
	src/engine/media/directory.c \
	src/engine/media/disk.c src/engine/media/disk.h \
	src/engine/media/download.c src/engine/media/download.h \
	src/engine/media/download_inside.h \
	src/engine/media/limit.c \
	src/engine/media/mpv_process.c src/engine/media/mpv_process.h \
	src/engine/media/player.c src/engine/media/player.h \
	src/engine/media/player_begin.c \
	src/engine/media/player_heard.c \
	src/engine/media/player_inside.h \
	src/engine/media/player_keep.c \
	src/engine/media/player_other.c \
	src/engine/media/player_sleep.c \
	src/engine/media/player_state.c \
	src/engine/media/player_track.c \
	src/engine/media/policy.c src/engine/media/policy.h \
	src/engine/media/removed.c \
	src/engine/media/runs.c \
	src/engine/media/settle.c \
	src/engine/media/sites.c \
	src/engine/media/start.c \
	src/engine/media/track.c src/engine/media/track.h \
	src/engine/media/tries.c
