# src/cli/maintenance: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/maintenance/libmaintenance.a
src_cli_maintenance_libmaintenance_a_SOURCES = \
	src/cli/maintenance/check.c \
	src/cli/maintenance/check_config.c \
	src/cli/maintenance/commands.c src/cli/maintenance/commands.h \
	src/cli/maintenance/maintenance.c
