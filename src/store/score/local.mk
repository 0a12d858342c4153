# src/store/score: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/score/libscore.a
src_store_score_libscore_a_SOURCES = \
	src/store/score/order.c src/store/score/order.h \
	src/store/score/priority.c src/store/score/priority.h \
	src/store/score/taste.c src/store/score/taste.h \
	src/store/score/taste_inside.h
