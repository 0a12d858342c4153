/*
 * The file of a list looks like this:
 *
 *	# opml:https://example.org/list.opml
 *	# Written by courant …
 *	#fewer                           what it lost last is in doubt
 *	#= https://example.org/feed      the list names it
 *	#- https://example.org/old       it did once
 *	https://example.org/feed tag     a line, which may be edited
 */
#include "config.h"

#include "conf/feeds_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "model/subscription.h"

#define FILE_MODE 0600
#define NAMED "#= "
#define DROPPED "#- "
#define DROPPED_MAX 5000
#define LOCAL "#local"
#define FEWER "#fewer" /* it lost many feeds, which is not believed yet */
#define LOST_MOST 5

char *
conf_feeds_list_dir(const char *path)
{
	return file_beside(path, "lists");
}

char *
conf_feeds_list_file(const char *path, const char *url, struct arena *arena)
{
	char *dir = conf_feeds_list_dir(path);
	char *file = arena_printf(
		arena, "%s/%016" PRIx64 ".feeds", dir, hash64(url, strlen(url)));
	free(dir);
	return file;
}

static bool
starts(struct span line, const char *with)
{
	size_t n = strlen(with);
	return line.n >= n && memcmp(line.p, with, n) == 0;
}

/* Adds the addresses of the comments that begin so. */
static void
add_named(const struct buf *bytes, const char *with, struct map *map, void *value)
{
	struct span rest = {buf_str(bytes), bytes->len}, line;
	size_t n = strlen(with);
	while (bytes->len && span_split(&rest, '\n', &line)) {
		if (!starts(line, with))
			continue;
		struct span url = span_trim((struct span){line.p + n, line.n - n});
		if (url.n)
			*map_put(map, url.p, url.n) = value;
	}
}

static bool
has_line(const struct buf *bytes, const char *line)
{
	return strstr(buf_str(bytes), line) != NULL;
}

bool
conf_feeds_list_local(const char *file)
{
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX);
	bool local =
		file_read(file, &bytes, NULL) == OK && has_line(&bytes, "\n" LOCAL "\n");
	buf_done(&bytes);
	return local;
}

static void
add_file(const char *file, struct map *files)
{
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX);
	struct subscriptions *subs = subscription_list_new();
	if (file_read(file, &bytes, NULL) == OK)
		conf_feeds_parse(subs, "", bytes.data, bytes.len, true, NULL, NULL);
	add_named(&bytes, NAMED, files, (void *)(uintptr_t)file);
	for (size_t i = 0; i < subs->len; i++)
		*map_put(files, subs->list[i].url, strlen(subs->list[i].url)) =
			(void *)(uintptr_t)file;
	subscription_list_free(subs);
	buf_done(&bytes);
}

void
conf_feeds_list_files(const char *path, const char *const *lists, size_t len,
	struct arena *arena, struct map *files)
{
	for (size_t i = 0; i < len; i++)
		add_file(conf_feeds_list_file(path, lists[i], arena), files);
}

void
conf_feeds_list_dropped(const char *file, struct map *dropped)
{
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX);
	if (file_read(file, &bytes, NULL) == OK)
		add_named(&bytes, DROPPED, dropped, dropped);
	buf_done(&bytes);
}

/* ---- updates */

struct update {
	struct arena *arena;
	struct map before, now; /* what the list named, and names */
	struct map dropped;     /* what it named still earlier */
	struct map lines;       /* addresses that have a line */
	struct conf_list_change *changes;
	size_t len;
};

static void
note_change(struct update *u, const char *url, bool unlisted)
{
	u->changes = arena_push(u->arena, u->changes, u->len, sizeof *u->changes);
	u->changes[u->len++] =
		(struct conf_list_change){arena_strdup(u->arena, url), unlisted};
}

/* The address of the line, as conf_feeds_url returns it; NULL: it has none. */
static const char *
url_in(struct update *u, struct span line)
{
	struct subscriptions *subs = subscription_list_new();
	conf_feeds_parse(subs, "", line.p, line.n, true, NULL, NULL);
	const char *url = subs->len ? arena_strdup(u->arena, subs->list[0].url) : NULL;
	subscription_list_free(subs);
	return url;
}

static bool
has(const struct map *map, const char *url)
{
	return map_get(map, url, strlen(url)) != NULL;
}

/* Keeps the lines except those of feeds that the list no longer names. */
static void
keep_lines(struct update *u, const struct buf *old, struct buf *out)
{
	struct span rest = {buf_str(old), old->len}, line;
	while (old->len && span_split(&rest, '\n', &line)) {
		const char *url = starts(line, "#") ? NULL : url_in(u, line);
		bool ours = starts(line, "# ") || starts(line, NAMED) ||
			    starts(line, DROPPED) || starts(line, LOCAL) ||
			    starts(line, FEWER);
		bool unlisted = url && has(&u->before, url) && !has(&u->now, url);
		if (unlisted)
			note_change(u, url, true);
		if (ours || unlisted || (!line.n && !rest.p))
			continue;
		if (url)
			*map_put(&u->lines, url, strlen(url)) = u;
		buf_add(out, line.p, line.n);
		buf_addc(out, '\n');
	}
}

/* Adds lines for feeds that the list did not name before, unless they have one. */
static void
add_lines(struct update *u, const struct subscription *named, size_t len, struct buf *out)
{
	for (size_t i = 0; i < len; i++) {
		if (has(&u->before, named[i].url) || has(&u->lines, named[i].url))
			continue;
		*map_put(&u->lines, named[i].url, strlen(named[i].url)) = u;
		conf_feeds_format(out, &named[i]);
		note_change(u, named[i].url, false);
	}
}

/* A list that suddenly lost most of its feeds may be broken: the first time, the lost
 * feeds still count as named. */
static bool
doubt(struct update *u, const struct buf *old)
{
	size_t lost = 0;
	for (size_t i = 0; i < u->before.count; i++)
		lost += !has(&u->now, u->before.entries[i].key);
	if (lost <= LOST_MOST || lost * 2 <= u->before.count ||
		has_line(old, "\n" FEWER "\n"))
		return false;
	for (size_t i = 0; i < u->before.count; i++) {
		const char *url = u->before.entries[i].key;
		*map_put(&u->now, url, strlen(url)) = u;
	}
	return true;
}

static void
write_head(struct update *u, const char *url, bool local, bool doubted, struct buf *out)
{
	buf_addf(out, "# %s\n# Written by courant from this list. Lines may be edited.\n",
		url);
	if (local)
		buf_adds(out, LOCAL "\n");
	if (doubted)
		buf_adds(out, FEWER "\n");
	for (size_t i = 0; i < u->now.count; i++)
		buf_addf(out, NAMED "%s\n", u->now.entries[i].key);
	for (size_t i = 0; i < u->before.count; i++)
		*map_put(&u->dropped, u->before.entries[i].key,
			strlen(u->before.entries[i].key)) = u;
	size_t dropped = u->dropped.count;
	for (size_t i = dropped > DROPPED_MAX ? dropped - DROPPED_MAX : 0; i < dropped;
		i++)
		if (!has(&u->now, u->dropped.entries[i].key))
			buf_addf(out, DROPPED "%s\n", u->dropped.entries[i].key);
}

static int
write_file(const char *path, const char *file, const struct buf *bytes, struct err *err)
{
	char *dir = conf_feeds_list_dir(path);
	int status = file_make_dirs(dir, err);
	free(dir);
	if (status == OK)
		status = file_write(file, buf_str(bytes), bytes->len, FILE_MODE, err);
	if (status == OK)
		conf_feeds_account_touch(file);
	return status;
}

int
conf_feeds_list_update(const char *path, const char *url, bool local,
	const struct subscription *named, size_t named_len, struct arena *arena,
	struct conf_list_news *news, struct err *err)
{
	struct update u = {.arena = arena};
	struct buf old = BUF_INIT(CONF_FEEDS_FILE_MAX), out = BUF_INIT(0);
	struct buf lines = BUF_INIT(0);
	const char *file = conf_feeds_list_file(path, url, arena);
	int lock = conf_feeds_lock(path);
	int status = file_read(file, &old, err);
	*news = (struct conf_list_news){.first = status == ERR_NOT_FOUND};
	if (news->first)
		status = OK;
	add_named(&old, NAMED, &u.before, &u);
	add_named(&old, DROPPED, &u.dropped, &u);
	for (size_t i = 0; i < named_len; i++)
		*map_put(&u.now, named[i].url, strlen(named[i].url)) = &u;
	if (status == OK) {
		news->doubted = doubt(&u, &old);
		keep_lines(&u, &old, &lines);
		add_lines(&u, named, named_len, &lines);
		write_head(&u, url, local, news->doubted, &out);
		buf_add(&out, buf_str(&lines), lines.len);
	}
	bool same =
		out.len == old.len && memcmp(buf_str(&out), buf_str(&old), out.len) == 0;
	if (status == OK && !same)
		status = write_file(path, file, &out, err);
	conf_feeds_unlock(lock);
	news->changes = u.changes;
	news->len = u.len;
	map_done(&u.before);
	map_done(&u.dropped);
	map_done(&u.now);
	map_done(&u.lines);
	buf_done(&old);
	buf_done(&lines);
	buf_done(&out);
	return status;
}

/* ---- noticing changes */

struct stat
conf_feeds_stat(const char *path)
{
	struct stat now;
	if (stat(path, &now) != 0)
		now = (struct stat){0};
	/* The other files rename into their directories. */
	char *dirs[] = {conf_feeds_account_dir(path), conf_feeds_list_dir(path)};
	for (size_t i = 0; i < COUNT_OF(dirs); i++) {
		struct stat dir;
		if (stat(dirs[i], &dir) == 0) {
			now.st_mtim.tv_sec ^= dir.st_mtim.tv_sec;
			now.st_mtim.tv_nsec ^= dir.st_mtim.tv_nsec;
		}
		free(dirs[i]);
	}
	return now;
}

bool
conf_feeds_stat_differs(const struct stat *a, const struct stat *b)
{
	return a->st_ino != b->st_ino || a->st_dev != b->st_dev ||
	       a->st_size != b->st_size || a->st_mode != b->st_mode ||
	       a->st_mtim.tv_sec != b->st_mtim.tv_sec ||
	       a->st_mtim.tv_nsec != b->st_mtim.tv_nsec;
}
