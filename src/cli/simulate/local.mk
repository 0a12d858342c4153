# src/cli/simulate: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/simulate/libsimulate.a
src_cli_simulate_libsimulate_a_SOURCES = \
	src/cli/simulate/commands.c src/cli/simulate/commands.h \
	src/cli/simulate/simulate.c \
	src/cli/simulate/trace.c src/cli/simulate/trace.h
