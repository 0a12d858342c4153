# src/ui/keys: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/keys/libkeys.a
src_ui_keys_libkeys_a_SOURCES = \
	src/ui/keys/box.c src/ui/keys/box.h \
	src/ui/keys/help.c src/ui/keys/help.h \
	src/ui/keys/keys.c src/ui/keys/keys.h \
	src/ui/keys/manual.c \
	src/ui/keys/palette.c src/ui/keys/palette.h
