/*
 * A round goes through the lines. For each that is a feed, the query finds items, newest
 * first; archives that are on the disk are read; items that are in none of them are live.
 * While there are too many of these, the oldest go into a new archive. Then the feed is
 * written, with all that are live.
 *
 * An archive only takes items that the feed has had before, so that those who read just
 * the feed miss none: an old item may match only now, because it was just starred. That
 * does not matter before the feed exists, or when far too many items wait. The newest
 * items stay in the feed, even when many older ones have come.
 *
 * What an archive has is read back from it, so that there is nothing else to keep. If the
 * program is killed between an archive and the feed, the next round continues from there.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/publish/publish_inside.h"
#include "feed/write.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/item/list.h"

#define DIR_MODE 0755
#define FILE_MODE 0644
#define STEP_HITS 256

struct publish_round {
	struct engine *e;
	struct arena arena;
	char *dir, *base; /* base: with a slash at the end, or "" */
	struct conf_publish *lines;
	size_t lines_len;
	int lock;
	int (*stage)(struct publish_round *r, struct err *err);
	/* The line under way: */
	size_t at;
	struct publish_shelf *shelf;
	struct arena own;
	const char *title;
	struct store_find *find;
	struct store_key *hits;
	size_t hits_len, hits_cap, looked;
	struct map seen; /* IRIs */
	struct engine_publish_item *live;
	size_t live_len;
};

/* ---- Files. */

int
engine_publish_write(const char *path, const struct buf *bytes, struct err *err)
{
	struct buf old = BUF_INIT(bytes->len + 1);
	bool same = file_read_own(path, &old, NULL) == OK && old.len == bytes->len &&
		    memcmp(old.data, bytes->data, old.len) == 0;
	buf_done(&old);
	return same ? OK : file_write_own(path, bytes->data, bytes->len, FILE_MODE, err);
}

static int
open_dir(struct publish_round *r, struct err *err)
{
	if (mkdir(r->dir, DIR_MODE) != 0 && errno != EEXIST)
		return err_set_errno(
			err, ERR_IO, _("cannot create publish-dir = %s"), r->dir);
	r->lock = open(r->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->lock < 0)
		return err_set_errno(
			err, ERR_IO, _("cannot open publish-dir = %s"), r->dir);
	if (flock(r->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return err_set(err, ERR_BUSY, _("another process is publishing"));
	return OK; /* without locks as well */
}

/* ---- Documents. */

static const struct conf_publish *
line_of(const struct publish_round *r)
{
	return &r->lines[r->at];
}

static char *
address_of(struct publish_round *r, const char *name)
{
	return arena_printf(&r->own, "%s%s", r->base, name);
}

/* Fills the place of a document of the line. archive: its number; 0: the feed. */
static struct feed_place
place_of(struct publish_round *r, unsigned archive)
{
	const struct conf_publish *line = line_of(r);
	unsigned older = archive ? archive - 1 : r->shelf->archives;
	const char *path = r->shelf->path;
	struct feed_place place = {.self = address_of(r, line->name)};
	place.id = *r->base ? place.self
			    : arena_printf(&r->own, "urn:courant:feed:%016" PRIx64,
				      hash64(path, strlen(path)));
	if (older)
		place.older =
			address_of(r, engine_publish_shelf_name(&r->own, line, older));
	if (!archive)
		return place;
	place.current = place.self;
	place.self = address_of(r, engine_publish_shelf_name(&r->own, line, archive));
	return place;
}

/* Writes items[0 … len), which are newest first. */
static int
write_items(struct publish_round *r, const struct engine_publish_item *items, size_t len,
	unsigned archive, struct err *err)
{
	const struct conf_publish *line = line_of(r);
	struct feed *feed = engine_publish_feed(line->format, r->title);
	struct feed_place place = place_of(r, archive);
	struct buf out = BUF_INIT(0);
	struct store_view view;
	int status = store_view_begin(r->e->store, &view, err);
	if (status == OK) {
		/* Damaged or missing items are left to courant check. */
		for (size_t i = 0; i < len; i++)
			(void)!engine_publish_add(&view, items[i].id, feed);
		store_view_end(&view);
		engine_publish_close(feed);
		feed->link = *r->base ? r->base : NULL;
		feed_write(&out, feed, &place);
		char *name = archive ? engine_publish_shelf_name(&r->own, line, archive)
				     : line->name;
		status = engine_publish_write(
			arena_printf(&r->own, "%s/%s", r->dir, name), &out, err);
	}
	buf_done(&out);
	feed_free(feed);
	return status;
}

/* ---- The stages of a line. */

static int begin_line(struct publish_round *r, struct err *err);

static void
end_line(struct publish_round *r)
{
	store_find_free(r->find);
	r->find = NULL;
	free(r->hits);
	r->hits = NULL;
	r->hits_len = r->hits_cap = r->looked = r->live_len = 0;
	r->live = NULL;
	map_done(&r->seen);
	map_init(&r->seen);
	arena_done(&r->own);
	r->at++;
	r->stage = begin_line;
}

static int
put_list(struct publish_round *r, struct err *err)
{
	const struct conf_publish *line = line_of(r);
	const char *query = subscription_list_query(&r->e->settings->subs, line->query);
	struct buf out = BUF_INIT(0);
	int status = engine_publish_list(
		r->e, query ? query : line->query, r->title, &out, err);
	if (status == OK)
		status = engine_publish_write(
			arena_printf(&r->own, "%s/%s", r->dir, line->name), &out, err);
	buf_done(&out);
	if (status == OK)
		end_line(r);
	return status == OK ? OK : err_prefix(err, "%s:%d", line->file, line->line);
}

static int
put_feed(struct publish_round *r, struct err *err)
{
	int status = write_items(r, r->live, r->live_len, 0, err);
	if (status == OK)
		end_line(r);
	return status;
}

/* Moves PAGE live items to the end: the oldest that an archive may take, but none of the
 * newest. False: there are fewer. */
static bool
choose_oldest(struct publish_round *r)
{
	struct map current = MAP_INIT;
	bool any = !engine_publish_shelf_current(r->shelf->path, &current) ||
		   r->live_len > PUBLISH_ITEMS + 2 * PUBLISH_PAGE;
	size_t len = r->live_len, chosen = 0, kept = len - PUBLISH_PAGE;
	struct engine_publish_item *list = arena_alloc(&r->own, len * sizeof *list);
	for (size_t i = len; i > 0; i--) {
		const struct engine_publish_item *item = &r->live[i - 1];
		if (chosen < PUBLISH_PAGE && i > PUBLISH_ITEMS &&
			(any || map_get(&current, item->iri, strlen(item->iri))))
			list[len - ++chosen] = *item;
		else if (kept)
			list[--kept] = *item;
	}
	map_done(&current);
	if (chosen == PUBLISH_PAGE)
		r->live = list;
	return chosen == PUBLISH_PAGE;
}

static int
archive(struct publish_round *r, struct err *err)
{
	r->stage = put_feed;
	if (r->live_len < PUBLISH_ITEMS + PUBLISH_PAGE || !choose_oldest(r))
		return OK;
	const struct engine_publish_item *page = r->live + r->live_len - PUBLISH_PAGE;
	int status = write_items(r, page, PUBLISH_PAGE, r->shelf->archives + 1, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < PUBLISH_PAGE; i++)
		engine_publish_shelf_add(r->shelf, page[i].iri, page[i].latest);
	r->shelf->archives++;
	r->live_len -= PUBLISH_PAGE;
	r->stage = archive;
	return OK;
}

/* Which hits are live? */
static int
find_live(struct publish_round *r, struct err *err)
{
	struct store_view view;
	int64_t until = time_mono_us() + PUBLISH_STEP_US;
	int status = store_view_begin(r->e->store, &view, err);
	if (status != OK)
		return status;
	for (; r->looked < r->hits_len && time_mono_us() < until; r->looked++) {
		struct engine_publish_item item;
		if (engine_publish_read_item(
			    &view, r->hits[r->looked].id, &r->own, &item) != OK ||
			map_get(&r->seen, item.iri, strlen(item.iri)))
			continue;
		*map_put(&r->seen, item.iri, strlen(item.iri)) = r;
		if (engine_publish_shelf_has(r->shelf, &item))
			continue;
		r->live = arena_push(&r->own, r->live, r->live_len, sizeof *r->live);
		r->live[r->live_len++] = item;
	}
	store_view_end(&view);
	if (r->looked == r->hits_len)
		r->stage = archive;
	return OK;
}

static int
read_shelf(struct publish_round *r, struct err *err)
{
	(void)err;
	if (!engine_publish_shelf_read(r->shelf, line_of(r)))
		r->stage = find_live;
	return OK;
}

static int
search(struct publish_round *r, struct err *err)
{
	struct store_key hits[STEP_HITS];
	size_t len;
	bool done;
	int status = store_find_step(r->find, r->e->store, PUBLISH_STEP_US, hits,
		COUNT_OF(hits), &len, &done, err);
	for (size_t i = 0; status == OK && i < len && r->hits_len < PUBLISH_HITS; i++)
		*VEC_PUSH(r->hits, r->hits_len, r->hits_cap) = hits[i];
	if (status == OK && (done || r->hits_len == PUBLISH_HITS))
		r->stage = read_shelf;
	return status;
}

static struct publish_shelf *
shelf_of(struct publish_round *r)
{
	struct engine_publish *p = r->e->publish;
	char *path = file_join(r->dir, line_of(r)->name);
	for (size_t i = 0; i < p->shelves_len; i++)
		if (str_eq(p->shelves[i].path, path)) {
			free(path);
			return &p->shelves[i];
		}
	struct publish_shelf *shelf =
		VEC_PUSH(p->shelves, p->shelves_len, p->shelves_cap);
	*shelf = (struct publish_shelf){.path = path};
	return shelf;
}

/* A line with a faulty query must not leave a file. */
static int
put_index(struct publish_round *r, struct err *err)
{
	size_t len = 0;
	for (size_t i = 0; i < r->lines_len; i++) {
		char *path = file_join(r->dir, r->lines[i].name);
		if (access(path, F_OK) == 0)
			r->lines[len++] = r->lines[i];
		free(path);
	}
	r->stage = NULL;
	return engine_publish_index(
		r->dir, *r->base ? r->base : NULL, r->lines, len, err);
}

static int
begin_line(struct publish_round *r, struct err *err)
{
	static const struct store_scope all = {.kind = STORE_ALL};
	if (r->at == r->lines_len) {
		r->stage = put_index;
		return OK;
	}
	struct conf_publish *line = &r->lines[r->at];
	const char *query = subscription_list_query(&r->e->settings->subs, line->query);
	r->title = line->title ? line->title
		   : query     ? line->query
			       : conf_publish_stem(&r->own, line);
	line->title = arena_strdup(&r->arena, r->title); /* for the index */
	r->stage = line->format == FEED_OPML ? put_list : search;
	if (r->stage == put_list)
		return OK;
	r->shelf = shelf_of(r);
	int how = r->e->options->ignore_accents ? 0 : STORE_FIND_ACCENTS;
	int status = store_find_new(
		query ? query : line->query, &all, how, engine_now(r->e), &r->find, err);
	return status == OK ? OK : err_prefix(err, "%s:%d", line->file, line->line);
}

/* ---- */

static char *
base_of(struct arena *arena, const char *url)
{
	size_t n = strlen(url);
	return arena_printf(arena, "%s%s", url, n && url[n - 1] != '/' ? "/" : "");
}

int
engine_publish_round_new(struct engine *e, struct publish_round **out, struct err *err)
{
	struct publish_round *r = mem_zalloc(sizeof *r);
	const struct config *config = e->config;
	char *dir = file_expand_home(e->options->publish_dir);
	r->e = e;
	r->lock = -1;
	r->dir = arena_strdup(&r->arena, dir);
	free(dir);
	r->base = base_of(&r->arena, e->options->publish_url);
	r->lines_len = config->published_len;
	r->lines = arena_alloc(&r->arena, (r->lines_len + 1) * sizeof *r->lines);
	for (size_t i = 0; i < r->lines_len; i++) {
		struct conf_publish *line = &r->lines[i];
		*line = config->published[i];
		line->file = arena_strdup(&r->arena, line->file);
		line->name = arena_strdup(&r->arena, line->name);
		line->query = arena_strdup(&r->arena, line->query);
		line->title = arena_strdup(&r->arena, line->title);
	}
	r->stage = begin_line;
	int status = open_dir(r, err);
	*out = r;
	if (status != OK) {
		engine_publish_round_free(r);
		*out = NULL;
	}
	return status;
}

/* A line that fails is reported and skipped. */
bool
engine_publish_round_step(struct publish_round *r)
{
	struct err err = {0};
	if (r->stage(r, &err) != OK) {
		engine_publish_tell(r->e, &err);
		if (r->at < r->lines_len)
			end_line(r);
		else
			r->stage = NULL;
	}
	return r->stage != NULL;
}

void
engine_publish_round_free(struct publish_round *r)
{
	if (!r)
		return;
	end_line(r);
	map_done(&r->seen);
	if (r->lock >= 0)
		close(r->lock);
	arena_done(&r->arena);
	free(r);
}
