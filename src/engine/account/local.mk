# src/engine/account: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/account/libaccount.a
src_engine_account_libaccount_a_SOURCES = \
	src/engine/account/account.h \
	src/engine/account/account_inside.h \
	src/engine/account/excluded.c \
	src/engine/account/ask.c \
	src/engine/account/check.c \
	src/engine/account/end.c \
	src/engine/account/feeds.c \
	src/engine/account/feeds_do.c \
	src/engine/account/folders.c \
	src/engine/account/hidden.c \
	src/engine/account/items.c \
	src/engine/account/labels.c \
	src/engine/account/list.c \
	src/engine/account/machine.c \
	src/engine/account/feeds_merge.c src/engine/account/feeds_merge_inside.h \
	src/engine/account/places.c src/engine/account/places_inside.h \
	src/engine/account/places_received.c \
	src/engine/account/podcasts.c \
	src/engine/account/pull.c \
	src/engine/account/push.c \
	src/engine/account/sample.c \
	src/engine/account/state.c
src_engine_account_libaccount_a_CFLAGS = $(AM_CFLAGS)
