# src/store/item: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/item/libitem.a
src_store_item_libitem_a_SOURCES = \
	src/store/item/count.c src/store/item/count.h \
	src/store/item/count_inside.h \
	src/store/item/item.c src/store/item/item.h \
	src/store/item/list.c src/store/item/list.h \
	src/store/item/list_inside.h \
	src/store/item/raw.c src/store/item/raw.h \
	src/store/item/rule.c src/store/item/rule.h \
	src/store/item/sum.c src/store/item/sum_inside.h \
	src/store/item/tag.c src/store/item/tag.h \
	src/store/item/tag_inside.h \
	src/store/item/trash_read.c \
	src/store/item/trash_read_inside.h \
	src/store/item/walk.c src/store/item/walk.h \
	src/store/item/walk_inside.h
