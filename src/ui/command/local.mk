# src/ui/command: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/command/libcommand.a
src_ui_command_libcommand_a_SOURCES = \
	src/ui/command/alias.c \
	src/ui/command/bind.c \
	src/ui/command/binding.c src/ui/command/binding.h \
	src/ui/command/command.c src/ui/command/command.h
