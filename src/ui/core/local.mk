# src/ui/core: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/core/libcore.a
src_ui_core_libcore_a_SOURCES = \
	src/ui/core/columns.c src/ui/core/columns.h \
	src/ui/core/complete.c src/ui/core/complete.h \
	src/ui/core/episode.c src/ui/core/episode.h \
	src/ui/core/feed_options.c src/ui/core/feed_options.h \
	src/ui/core/highlight.c src/ui/core/highlight.h \
	src/ui/core/order.c src/ui/core/order.h \
	src/ui/core/pane.c src/ui/core/pane.h \
	src/ui/core/playing.c src/ui/core/playing.h \
	src/ui/core/setup.h \
	src/ui/core/slice.h \
	src/ui/core/stack.c src/ui/core/stack.h \
	src/ui/core/status.c src/ui/core/status.h \
	src/ui/core/ui.c src/ui/core/ui.h \
	src/ui/core/ui_view.h

UI_CORE = src/ui/core/libcore.a src/ui/catalog/libcatalog.a src/ui/command/libcommand.a \
	$(UI_DRAW)
