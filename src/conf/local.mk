# src/conf: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/conf/libconf.a
src_conf_libconf_a_SOURCES = \
	src/conf/account.c src/conf/account.h \
	src/conf/config_file.c src/conf/config_file.h src/conf/parsed_config.h \
	src/conf/feeds.c src/conf/feeds.h \
	src/conf/feeds_account.c src/conf/feeds_account.h \
	src/conf/feeds_line.c src/conf/feeds_line.h \
	src/conf/feeds_list.c src/conf/feeds_list.h \
	src/conf/feeds_url.c \
	src/conf/interval_limits.c src/conf/interval_limits.h \
	src/conf/key.c src/conf/key.h \
	src/conf/option.c src/conf/option.h \
	src/conf/option_familiar.c \
	src/conf/option_fetch.c \
	src/conf/option_items.c \
	src/conf/option_media.c \
	src/conf/option_reader.c \
	src/conf/option_row.h \
	src/conf/option_table.c \
	src/conf/publish.c src/conf/publish.h \
	src/conf/rule.c src/conf/rule.h \
	src/conf/settings.c src/conf/settings.h \
	src/conf/shell.c src/conf/shell.h \
	src/conf/topic.c src/conf/topic.h \
	src/conf/words.c src/conf/words.h \
	src/conf/write_config.c src/conf/write_config.h
CONF = src/conf/libconf.a $(QUERY) $(SELECT)
