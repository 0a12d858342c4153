# src/engine/refresh: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/refresh/librefresh.a
src_engine_refresh_librefresh_a_SOURCES = \
	src/engine/refresh/backfill.c src/engine/refresh/backfill.h \
	src/engine/refresh/claim.c src/engine/refresh/claim.h \
	src/engine/refresh/clock.c src/engine/refresh/clock.h \
	src/engine/refresh/index_words.c src/engine/refresh/index_words.h \
	src/engine/refresh/network.c src/engine/refresh/network.h \
	src/engine/refresh/pause.c src/engine/refresh/pause.h \
	src/engine/refresh/refresh.c src/engine/refresh/refresh.h \
	src/engine/refresh/throttle.c src/engine/refresh/throttle.h
