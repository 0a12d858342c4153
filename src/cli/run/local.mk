# src/cli/run: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/run/librun.a
src_cli_run_librun_a_SOURCES = \
	src/cli/run/backfill.c \
	src/cli/run/commands.c src/cli/run/commands.h \
	src/cli/run/daemon.c \
	src/cli/run/refresh.c
