# src/ui: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_SOURCES = \
	src/ui/command_table.c \
	src/ui/config_keys.c src/ui/config_keys.h \
	src/ui/control.c src/ui/control.h \
	src/ui/editor.c \
	src/ui/event.c \
	src/ui/hooks.c \
	src/ui/jumps.c \
	src/ui/loop.c src/ui/loop.h \
	src/ui/mouse.c \
	src/ui/preview_pane.c src/ui/preview_pane.h \
	src/ui/screen.c \
	src/ui/session.c src/ui/session.h \
	src/ui/session_text.c \
	src/ui/ui_inside.h \
	src/ui/watch.c

# Whoever uses a room comes before it.
UI = src/ui/libui.a \
	src/ui/act/libact.a \
	src/ui/media/libmedia.a \
	src/ui/keys/libkeys.a \
	src/ui/article/libarticle.a \
	src/ui/outside/liboutside.a \
	src/ui/feeds/libfeeds.a \
	src/ui/items/libitems.a \
	src/ui/page/libpage.a \
	src/ui/core/libcore.a \
	src/ui/catalog/libcatalog.a \
	src/ui/command/libcommand.a \
	src/ui/terminal/libterminal.a \
	src/ui/draw/libdraw.a $(IMAGE) $(PLAYER) $(CURSES_LIBS)
