# src/ui/terminal: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/terminal/libterminal.a
src_ui_terminal_libterminal_a_SOURCES = \
	src/ui/terminal/graphic.c src/ui/terminal/graphic.h \
	src/ui/terminal/keyboard.c src/ui/terminal/keyboard.h \
	src/ui/terminal/paint.c src/ui/terminal/paint.h \
	src/ui/terminal/sequence.c src/ui/terminal/sequence.h \
	src/ui/terminal/term.c src/ui/terminal/term.h \
	src/ui/terminal/term_reply.c src/ui/terminal/term_reply.h \
	src/ui/terminal/term_signal.c src/ui/terminal/term_signal.h \
	src/ui/terminal/through.c src/ui/terminal/through.h
src_ui_terminal_libterminal_a_CFLAGS = $(AM_CFLAGS) $(CURSES_CFLAGS)
