# src/ui/media: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/media/libmedia.a
src_ui_media_libmedia_a_SOURCES = \
	src/ui/media/act.c \
	src/ui/media/choose.c \
	src/ui/media/commands.c \
	src/ui/media/download_details.c src/ui/media/download_details.h \
	src/ui/media/downloads.c \
	src/ui/media/episode_rows.c src/ui/media/episode_rows.h \
	src/ui/media/ui_media.h \
	src/ui/media/player.c \
	src/ui/media/queue.c \
	src/ui/media/skip.c \
	src/ui/media/sum.c src/ui/media/sum.h \
	src/ui/media/track.c \
	src/ui/media/track_act.c \
	src/ui/media/track_draw.c \
	src/ui/media/track_inside.h
