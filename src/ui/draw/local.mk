# src/ui/draw: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/draw/libdraw.a
src_ui_draw_libdraw_a_SOURCES = \
	src/ui/draw/lines.c src/ui/draw/lines.h \
	src/ui/draw/list_cursor.c src/ui/draw/list_cursor.h \
	src/ui/draw/prompt.c src/ui/draw/prompt.h \
	src/ui/draw/row.c src/ui/draw/row.h \
	src/ui/draw/scheme.c src/ui/draw/scheme.h \
	src/ui/draw/theme.c src/ui/draw/theme.h \
	src/ui/draw/theme_file.c src/ui/draw/theme_file.h

UI_DRAW = src/ui/draw/libdraw.a
