# src/cli/change: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/change/libchange.a
src_cli_change_libchange_a_SOURCES = \
	src/cli/change/add.c \
	src/cli/change/commands.c src/cli/change/commands.h \
	src/cli/change/mark.c \
	src/cli/change/merge.c \
	src/cli/change/move.c \
	src/cli/change/rules.c \
	src/cli/change/save.c \
	src/cli/change/subscription.c \
	src/cli/change/undo.c
