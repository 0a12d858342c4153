# src/cli/account: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/account/libaccount.a
src_cli_account_libaccount_a_SOURCES = \
	src/cli/account/account.c \
	src/cli/account/account_add.c \
	src/cli/account/account_inside.h \
	src/cli/account/account_show.c \
	src/cli/account/commands.c src/cli/account/commands.h
