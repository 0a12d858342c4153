/*
 * The lines of feeds that a list elsewhere names: for each opml: line of the feeds file
 * there is a file in the directory lists beside it, with the grammar of the feeds file.
 * courant writes it, and it can be edited: what the user changes or removes there stays
 * so. Its comments remember what the list named last.
 */
#ifndef CONF_FEEDS_LIST_H
#define CONF_FEEDS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct map;
struct subscription;

#define CONF_LIST_FEEDS_MAX 5000 /* of one list; more are left out */

/* What an update changed. */
struct conf_list_change {
	const char *url;
	bool unlisted; /* the list names it no longer */
};
struct conf_list_news {
	struct conf_list_change *changes;
	size_t len;
	bool first; /* nothing was known of the list */
	/* It lost more than half of its feeds, and more than 5: they stay until its next
	 * answer says the same. */
	bool doubted;
};

/* The directory beside the feeds file at path; free() it. */
char *conf_feeds_list_dir(const char *path);
/* The file of the list with this opml: line, in arena. It need not exist. */
char *conf_feeds_list_file(const char *path, const char *url, struct arena *arena);
/* Does the file say that the list came from a private network? */
bool conf_feeds_list_local(const char *file);
/* Adds the addresses that the lists have or had, each with its file as the value, in
 * arena; lists: the opml: lines. */
void conf_feeds_list_files(const char *path, const char *const *lists, size_t len,
	struct arena *arena, struct map *files);

/* What tells whether the feeds file at path, or a file of an account or a list beside it,
 * has changed since; all zero if there is none. */
struct stat conf_feeds_stat(const char *path);
bool conf_feeds_stat_differs(const struct stat *a, const struct stat *b);

/* Adds the addresses that the list named once and names no longer. */
void conf_feeds_list_dropped(const char *file, struct map *dropped);

/* The list at url now names these feeds: writes lines for those that it did not name
 * before, and removes the lines of those that it no longer names, in one atomic write.
 * news->changes is in arena. local: it came from a private network. */
int conf_feeds_list_update(const char *path, const char *url, bool local,
	const struct subscription *named, size_t named_len, struct arena *arena,
	struct conf_list_news *news, struct err *err) MUST_USE;

#endif
