# src/ui/act: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/act/libact.a
src_ui_act_libact_a_SOURCES = \
	src/ui/act/act.c src/ui/act/act.h \
	src/ui/act/act_list.c \
	src/ui/act/act_places.c \
	src/ui/act/add.c \
	src/ui/act/answer.c \
	src/ui/act/commands.c \
	src/ui/act/commands_feeds.c \
	src/ui/act/edit.c \
	src/ui/act/like.c \
	src/ui/act/panes.c \
	src/ui/act/tags.c
