# src/store/item: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/item/libitem.a
src_store_item_libitem_a_SOURCES = \
	src/store/item/adopt.c src/store/item/adopt_inside.h \
	src/store/item/count.c src/store/item/count.h \
	src/store/item/count_inside.h \
	src/store/item/flags.c src/store/item/flags.h \
	src/store/item/identity.c src/store/item/identity.h \
	src/store/item/item.c src/store/item/item.h \
	src/store/item/list.c src/store/item/list.h \
	src/store/item/near.c src/store/item/near_inside.h \
	src/store/item/order.c src/store/item/order.h \
	src/store/item/list_inside.h \
	src/store/item/match.c src/store/item/match.h \
	src/store/item/match_inside.h \
	src/store/item/raw.c src/store/item/raw.h \
	src/store/item/rule.c src/store/item/rule.h \
	src/store/item/story.c src/store/item/story.h \
	src/store/item/story_inside.h \
	src/store/item/tag.c src/store/item/tag.h \
	src/store/item/tag_inside.h \
	src/store/item/taste.c src/store/item/taste.h \
	src/store/item/taste_inside.h \
	src/store/item/trash.c src/store/item/trash.h \
	src/store/item/trash_look.c src/store/item/trash_look_inside.h \
	src/store/item/trash_inside.h \
	src/store/item/walk.c src/store/item/walk.h \
	src/store/item/walk_inside.h
