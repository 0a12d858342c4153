# src/ui/draw: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/draw/libdraw.a
src_ui_draw_libdraw_a_SOURCES = \
	src/ui/draw/term_reply.c src/ui/draw/term_reply.h \
	src/ui/draw/graphic.c src/ui/draw/graphic.h \
	src/ui/draw/keyboard.c src/ui/draw/keyboard.h \
	src/ui/draw/lines.c src/ui/draw/lines.h \
	src/ui/draw/list_cursor.c src/ui/draw/list_cursor.h \
	src/ui/draw/paint.c src/ui/draw/paint.h \
	src/ui/draw/prompt.c src/ui/draw/prompt.h \
	src/ui/draw/row.c src/ui/draw/row.h \
	src/ui/draw/scheme.c src/ui/draw/scheme.h \
	src/ui/draw/term.c src/ui/draw/term.h \
	src/ui/draw/theme.c src/ui/draw/theme.h \
	src/ui/draw/theme_file.c src/ui/draw/theme_file.h \
	src/ui/draw/through.c src/ui/draw/through.h
src_ui_draw_libdraw_a_CFLAGS = $(AM_CFLAGS) $(CURSES_CFLAGS)

UI_DRAW = src/ui/draw/libdraw.a $(IMAGE) $(CURSES_LIBS)
