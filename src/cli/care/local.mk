# src/cli/care: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/care/libcare.a
src_cli_care_libcare_a_SOURCES = \
	src/cli/care/check.c \
	src/cli/care/check_config.c \
	src/cli/care/commands.c src/cli/care/commands.h \
	src/cli/care/maintenance.c
