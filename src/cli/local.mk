# src/cli: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/libcli.a
src_cli_libcli_a_SOURCES = \
	src/cli/commands.c src/cli/commands.h \
	src/cli/do.c src/cli/do.h \
	src/cli/help.c src/cli/help.h

# Whoever uses a room comes before it.
CLI = src/cli/libcli.a \
	src/cli/maintenance/libmaintenance.a \
	src/cli/exchange/libexchange.a \
	src/cli/simulate/libsimulate.a \
	src/cli/media/libmedia.a \
	src/cli/run/librun.a \
	src/cli/account/libaccount.a \
	src/cli/change/libchange.a \
	src/cli/read/libread.a \
	src/cli/core/libcore.a
