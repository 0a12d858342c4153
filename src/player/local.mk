# src/player: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/player/libplayer.a
src_player_libplayer_a_SOURCES = \
	src/player/argv.c src/player/argv.h \
	src/player/message.c src/player/message.h \
	src/player/rule.c src/player/rule.h \
	src/player/verb.c src/player/verb.h
PLAYER = src/player/libplayer.a $(JANSSON_LIBS)
