/*
 * The config file. Whatever is in it, every fault has a sentence, every option has a
 * valid value, and sections contain only options that a feed can have. The names of keys
 * read back as the same keys.
 */
#include "config.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "conf/config_file.h"
#include "conf/key.h"
#include "conf/option.h"
#include "conf/words.h"
#include "model/subscription.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static char directory[] = "/tmp/courant-fuzz.XXXXXX";
static char path[sizeof directory + sizeof "/config"];

static void
remove_directory(void)
{
	unlink(path);
	rmdir(directory);
}

/*
 * Puts the bytes into a file alone in its directory, so that no include line names
 * another one: beside /proc/self/fd/3 it would be the program's own pipes, which never
 * end.
 */
static void
write_config(const uint8_t *data, size_t n)
{
	static int fd = -1;
	if (fd < 0) {
		if (!mkdtemp(directory) || atexit(remove_directory) != 0)
			abort();
		snprintf(path, sizeof path, "%s/config", directory);
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	}
	if (ftruncate(fd, 0) != 0 || pwrite(fd, data, n, 0) != (ssize_t)n)
		abort();
}

static void
check_options(const struct options *options)
{
	struct buf text = BUF_INIT(0);
	struct err err;
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		buf_clear(&text);
		conf_option_get(options, o, &text);
		if (conf_option_check(o->name, buf_str(&text), &err) != OK)
			abort();
	}
	buf_done(&text);
}

/* Sections contain options that a feed can have, and apply to the feeds of their tag. */
static void
check_scoped(const struct options *options, const struct config *config)
{
	for (size_t i = 0; i < config->scoped_len; i++) {
		const struct config_scoped *s = &config->scoped[i];
		const struct option *o = conf_option(s->name);
		struct subscription sub = {.tags = &config->scoped[i].tag, .tags_len = 1};
		struct options own;
		if (!o || !(o->flags & OPTION_PER_FEED) ||
			!conf_feed_has_options(config, &sub))
			abort();
		conf_feed_options(&own, options, config, &sub);
		check_options(&own);
		conf_options_done(&own);
	}
}

static void
check_key(const char *name)
{
	struct err err = {0};
	uint32_t key, again;
	char shown[16];
	if (conf_key_parse(name, &key, &err) != OK) {
		if (!err.text[0])
			abort();
		return;
	}
	conf_key_format(key, shown, sizeof shown);
	if (conf_key_parse(shown, &again, &err) != OK || again != key)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct options options;
	struct config config;
	struct err err;
	write_config(data, n);
	conf_options_init(&options);
	if (conf_load(path, &options, &config, &err) != OK)
		abort();
	if (config.errors_len > CONF_ERRORS_MAX + 1)
		abort();
	for (size_t i = 0; i < config.errors_len; i++)
		if (!config.errors[i][0])
			abort();
	for (size_t i = 0; i < config.binds_len; i++) {
		if (config.binds[i].len < 3)
			abort();
		check_key(config.binds[i].words[1]);
	}
	check_options(&options);
	check_scoped(&options, &config);
	conf_done(&config);
	conf_options_done(&options);
	return 0;
}
