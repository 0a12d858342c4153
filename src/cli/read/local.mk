# src/cli/read: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/cli/read/libread.a
src_cli_read_libread_a_SOURCES = \
	src/cli/read/commands.c src/cli/read/commands.h \
	src/cli/read/count.c \
	src/cli/read/fetched.c src/cli/read/fetched.h \
	src/cli/read/list.c src/cli/read/list.h \
	src/cli/read/pages.c src/cli/read/pages.h \
	src/cli/read/parse.c \
	src/cli/read/search.c \
	src/cli/read/show.c \
	src/cli/read/track.c src/cli/read/track.h \
	src/cli/read/why.c \
	src/cli/read/why_account.c src/cli/read/why_account.h \
	src/cli/read/why_item.c src/cli/read/why_item.h
