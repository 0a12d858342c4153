/*
 * The settings: the options and the other lines of the config file, as they were when it
 * was read. Such a snapshot never changes, so any thread may read one that it holds a
 * reference to. To reload the file, make another snapshot, of the next generation, and
 * hand it to everyone who uses the old one:
 *
 *	conf_settings_reload(&next, now, &err);
 *	if (next->config.errors_len > 0)
 *		… report them; conf_settings_unref(next); now stays in force
 *	engine_reload_settings(engine, next, …);    takes a reference of its own
 *	conf_settings_unref(now);
 *	now = next;
 */
#ifndef CONF_SETTINGS_H
#define CONF_SETTINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "conf/config_file.h"
#include "conf/option.h"

struct settings {
	struct options options;
	struct config config;
	uint64_t generation; /* 1 for those of the start */
	/* Where they come from. */
	char *path;       /* NULL: no file is read */
	char **overrides; /* NAME=VALUE, from the command line or set later */
	size_t overrides_len;
	atomic_uint references;
};

/* Reads the config file at path (NULL: none), then applies the overrides, NAME=VALUE
 * each. OK even if the file has faulty lines: they are in config.errors, and the other
 * lines count. ERR_IO if the file can't be read, ERR_INVALID if an override is wrong.
 * *out is the caller's reference. */
int conf_settings_load(struct settings **out, const char *path,
	const char *const *overrides, size_t overrides_len, struct err *err) MUST_USE;
/* Reads the same file again, and applies the same overrides. */
int conf_settings_reload(
	struct settings **out, const struct settings *now, struct err *err) MUST_USE;

/* The same, with one more override, or (value NULL) with none of that option.
 * ERR_INVALID if it is wrong. */
int conf_settings_with(struct settings **out, const struct settings *now,
	const char *name, const char *value, struct err *err) MUST_USE;

/* One more reference, and one less; the last one frees them. Any thread; NULL is fine. */
struct settings *conf_settings_ref(struct settings *settings);
void conf_settings_unref(struct settings *settings);

/* Puts "FILE:LINE" before the sentence about an option that the file sets. */
void
conf_settings_blame(const struct settings *settings, const char *name, struct err *err);

/* Does any of the named options (separated by blanks) have another value in b? */
bool conf_settings_differ(
	const struct settings *a, const struct settings *b, const char *names);
/* Appends the names of all options whose values differ, as a list for people. */
void conf_settings_changes(
	const struct settings *a, const struct settings *b, struct buf *out);

#endif
