# src/store/identity: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/identity/libidentity.a
src_store_identity_libidentity_a_SOURCES = \
	src/store/identity/adopt.c \
	src/store/identity/adopt_inside.h \
	src/store/identity/identity.c src/store/identity/identity.h \
	src/store/identity/item_match.c src/store/identity/item_match.h \
	src/store/identity/item_match_inside.h \
	src/store/identity/near.c \
	src/store/identity/near_inside.h \
	src/store/identity/near_keys.c src/store/identity/near_keys.h \
	src/store/identity/story.c src/store/identity/story.h \
	src/store/identity/story_inside.h
