# src/ui/items: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/items/libitems.a
src_ui_items_libitems_a_SOURCES = \
	src/ui/items/commands.c \
	src/ui/items/filter.c \
	src/ui/items/item_keys.c src/ui/items/item_keys.h \
	src/ui/items/items.c src/ui/items/items.h \
	src/ui/items/items_base.c \
	src/ui/items/items_draw.c \
	src/ui/items/items_dropped.c \
	src/ui/items/items_filter.c \
	src/ui/items/items_heading.c \
	src/ui/items/items_found.c \
	src/ui/items/items_inside.h \
	src/ui/items/items_read.c \
	src/ui/items/items_row.c src/ui/items/items_row.h \
	src/ui/items/items_sort.c \
	src/ui/items/items_thumbs.c \
	src/ui/items/search.c src/ui/items/search.h \
	src/ui/items/seek.c src/ui/items/seek.h \
	src/ui/items/select.c src/ui/items/select.h \
	src/ui/items/sort.c
