# src/ui: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_SOURCES = \
	src/ui/act.c \
	src/ui/act_list.c \
	src/ui/act_places.c \
	src/ui/add.c \
	src/ui/alias.c \
	src/ui/article.c \
	src/ui/article_draw.c src/ui/article_find.c src/ui/article_links.c \
	src/ui/article_inside.h \
	src/ui/article_wait.c \
	src/ui/bind.c \
	src/ui/binding.c src/ui/binding.h \
	src/ui/box.c src/ui/box.h \
	src/ui/browser.c \
	src/ui/catalog.c src/ui/catalog.h src/ui/check.c src/ui/check.h \
	src/ui/choose.c \
	src/ui/command.c src/ui/command.h \
	src/ui/command_table.c \
	src/ui/complete.c src/ui/complete.h \
	src/ui/config.c \
	src/ui/control.c src/ui/control.h \
	src/ui/copy.c \
	src/ui/edit.c \
	src/ui/editor.c \
	src/ui/event.c \
	src/ui/failing.c src/ui/failing.h \
	src/ui/feeds.c src/ui/feeds.h \
	src/ui/feeds_detail.c \
	src/ui/feeds_inside.h \
	src/ui/feeds_rows.c \
	src/ui/feeds_seek.c \
	src/ui/fixed.c src/ui/fixed.h \
	src/ui/help.c \
	src/ui/hits.c src/ui/hits.h \
	src/ui/item_keys.c src/ui/item_keys.h \
	src/ui/items.c src/ui/items.h \
	src/ui/items_draw.c \
	src/ui/items_inside.h \
	src/ui/items_read.c \
	src/ui/items_row.c src/ui/items_row.h \
	src/ui/items_sort.c \
	src/ui/keyboard.c src/ui/keyboard.h \
	src/ui/keys.c src/ui/keys.h \
	src/ui/lines.c src/ui/lines.h \
	src/ui/links.c src/ui/links.h \
	src/ui/list.c src/ui/list.h \
	src/ui/loop.c \
	src/ui/manual.c \
	src/ui/messages.c \
	src/ui/outside.c src/ui/outside.h \
	src/ui/page.c src/ui/page.h \
	src/ui/palette.c src/ui/palette.h \
	src/ui/order.c src/ui/order.h \
	src/ui/paint.c src/ui/paint.h \
	src/ui/scheme.c src/ui/scheme.h \
	src/ui/pane.c src/ui/pane.h \
	src/ui/panes.c \
	src/ui/pending.c src/ui/pending.h \
	src/ui/places.c src/ui/places.h \
	src/ui/preview.c src/ui/preview.h \
	src/ui/prompt.c src/ui/prompt.h \
	src/ui/row.c src/ui/row.h \
	src/ui/run.c \
	src/ui/saved.c src/ui/saved.h \
	src/ui/schedule.c \
	src/ui/screen.c \
	src/ui/search.c src/ui/search.h \
	src/ui/seek.c src/ui/seek.h \
	src/ui/select.c src/ui/select.h \
	src/ui/session.c src/ui/session.h \
	src/ui/session_text.c \
	src/ui/sort.c \
	src/ui/stack.c src/ui/stack.h \
	src/ui/state.h \
	src/ui/status.c src/ui/status.h \
	src/ui/term.c src/ui/term.h \
	src/ui/theme.c src/ui/theme.h \
	src/ui/tree.c src/ui/tree.h \
	src/ui/ui.h \
	src/ui/view.h \
	src/ui/watch.c
src_ui_libui_a_CFLAGS = $(AM_CFLAGS) $(CURSES_CFLAGS)
UI = src/ui/libui.a $(CURSES_LIBS)
