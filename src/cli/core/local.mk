# src/cli/core: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/core/libcore.a
src_cli_core_libcore_a_SOURCES = \
	src/cli/core/command.c src/cli/core/command.h \
	src/cli/core/command_result.c src/cli/core/command_result.h \
	src/cli/core/engine_session.c src/cli/core/engine_session.h \
	src/cli/core/feeds.c src/cli/core/feeds.h \
	src/cli/core/feed_options.c src/cli/core/feed_options.h \
	src/cli/core/field.c src/cli/core/field.h \
	src/cli/core/find.c src/cli/core/find.h \
	src/cli/core/json.c src/cli/core/json.h \
	src/cli/core/locale.c src/cli/core/locale.h \
	src/cli/core/order.c src/cli/core/order.h \
	src/cli/core/progress.c src/cli/core/progress.h \
	src/cli/core/rows.c src/cli/core/rows.h

CLI_CORE = src/cli/core/libcore.a
