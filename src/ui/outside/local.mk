# src/ui/outside: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/outside/liboutside.a
src_ui_outside_liboutside_a_SOURCES = \
	src/ui/outside/browser.c \
	src/ui/outside/commands.c \
	src/ui/outside/copy.c \
	src/ui/outside/each.c \
	src/ui/outside/outside.c src/ui/outside/outside.h \
	src/ui/outside/run.c
