# src/cli: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/libcli.a
src_cli_libcli_a_SOURCES = \
	src/cli/add.c src/cli/add.h \
	src/cli/backfill.c src/cli/backfill.h \
	src/cli/check.c src/cli/check.h \
	src/cli/command.c src/cli/command.h \
	src/cli/commands.c \
	src/cli/count.c src/cli/count.h \
	src/cli/daemon.c src/cli/daemon.h \
	src/cli/do.c src/cli/do.h \
	src/cli/download.c src/cli/download.h \
	src/cli/export.c src/cli/export.h \
	src/cli/feeds.c src/cli/feeds.h \
	src/cli/field.c src/cli/field.h \
	src/cli/find.c src/cli/find.h \
	src/cli/help.c src/cli/help.h \
	src/cli/import.c src/cli/import.h \
	src/cli/json.c src/cli/json.h \
	src/cli/list.c src/cli/list.h \
	src/cli/locale.c src/cli/locale.h \
	src/cli/maintenance.c src/cli/maintenance.h \
	src/cli/mark.c src/cli/mark.h \
	src/cli/merge.c src/cli/merge.h \
	src/cli/move.c src/cli/move.h \
	src/cli/order.c src/cli/order.h \
	src/cli/parse.c src/cli/parse.h \
	src/cli/progress.c src/cli/progress.h \
	src/cli/publish.c src/cli/publish.h \
	src/cli/queue.c src/cli/queue.h \
	src/cli/refresh.c src/cli/refresh.h \
	src/cli/result.c src/cli/result.h \
	src/cli/rows.c src/cli/rows.h \
	src/cli/rules.c src/cli/rules.h \
	src/cli/search.c src/cli/search.h \
	src/cli/session.c src/cli/session.h \
	src/cli/show.c src/cli/show.h \
	src/cli/simulate.c src/cli/simulate.h \
	src/cli/state.c src/cli/state.h \
	src/cli/subscription.c src/cli/subscription.h \
	src/cli/trace.c src/cli/trace.h \
	src/cli/undo.c src/cli/undo.h \
	src/cli/why.c src/cli/why.h \
	src/cli/why_item.c src/cli/why_item.h
CLI = src/cli/libcli.a
