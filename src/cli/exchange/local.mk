# src/cli/exchange: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/exchange/libexchange.a
src_cli_exchange_libexchange_a_SOURCES = \
	src/cli/exchange/commands.c src/cli/exchange/commands.h \
	src/cli/exchange/export.c src/cli/exchange/export.h \
	src/cli/exchange/import.c \
	src/cli/exchange/listing.c \
	src/cli/exchange/publish.c src/cli/exchange/publish.h \
	src/cli/exchange/state.c
