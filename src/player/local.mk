# src/player: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/player/libplayer.a
src_player_libplayer_a_SOURCES = \
	src/player/argv.c src/player/argv.h \
	src/player/ipc.c src/player/ipc.h \
	src/player/listening.c src/player/listening.h \
	src/player/verb.c src/player/verb.h
PLAYER = src/player/libplayer.a $(JANSSON_LIBS)
