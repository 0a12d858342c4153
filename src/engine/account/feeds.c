/*
 * The feeds of an account as lines: gathers what is to be compared, and writes what
 * feeds_merge.c finds to the lines and the store.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "engine/account/feeds_merge_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/subscribe.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/readdress.h"

#define FEW 4 /* a list with less than half of that many feeds is doubted */

/* ---- what the server says */

static char *
text(struct arena *arena, struct span s)
{
	return arena_strndup(arena, s.n ? s.p : "", s.n);
}

void
engine_account_feeds_sink(struct account *a, const struct remote_feed *feed)
{
	struct arena *arena = &a->arena;
	struct account_feed *out;
	a->feeds = arena_push(arena, a->feeds, a->feeds_len, sizeof *a->feeds);
	out = &a->feeds[a->feeds_len++];
	*out = (struct account_feed){
		.id = text(arena, feed->id),
		.url = text(arena, feed->url),
		.title = conf_feeds_title(arena, feed->title),
		.site = text(arena, feed->site),
		.folders_len = feed->folders_len,
	};
	out->folders = arena_alloc(arena, (out->folders_len + 1) * sizeof *out->folders);
	for (size_t i = 0; i < out->folders_len; i++)
		out->folders[i] = engine_account_folder_path(a, feed->folders[i]);
}

void
engine_account_folders_sink(struct account *a, const struct remote_folder *folder)
{
	engine_account_folder_add(a, folder);
	if (folder->kind == REMOTE_FOLDER)
		return;
	a->label_sure = arena_push(
		&a->arena, a->label_sure, a->labels_len, sizeof *a->label_sure);
	a->labels = arena_push(&a->arena, a->labels, a->labels_len, sizeof *a->labels);
	a->label_sure[a->labels_len] = true;
	a->labels[a->labels_len++] = span_of(text(&a->arena, folder->id));
}

/* A name used as a folder is not a label. */
static void
settle_labels(struct account *a)
{
	for (size_t i = 0; i < a->labels_len; i++)
		for (size_t k = 0; k < a->feeds_len; k++)
			for (size_t n = 0; n < a->feeds[k].folders_len; n++)
				if (span_eq(a->labels[i], a->feeds[k].folders[n]))
					a->label_sure[i] = false;
}

/* ---- what is compared, and carrying it out */

static void *
find(const struct map *map, const char *key)
{
	return map_get(map, key, strlen(key));
}

char *
engine_account_merge_left(struct arena *arena, const char *id)
{
	return arena_printf(arena, STORE_REMOTE_LEFT "%s", id);
}

static int
gather_left(struct merging *m, struct store_view *view)
{
	struct arena *arena = &m->a->arena;
	int status = OK;
	for (size_t i = 0; status == OK && i < m->line_at.count; i++) {
		const char *id = m->line_at.entries[i].key;
		if (*id == '+' || find(&m->feed_at, id) || find(&m->base_at, id))
			continue;
		struct remotefeed_record *left = arena_zalloc(arena, sizeof *left);
		status = store_remote_feed(view, m->a->stored.id,
			span_of(engine_account_merge_left(arena, id)), arena, left);
		if (status == OK)
			*map_put(&m->left_at, id, strlen(id)) = left;
		else if (status == ERR_NOT_FOUND)
			status = OK;
	}
	return status;
}

/* Gathers all that a merge compares, by id. */
int
engine_account_merge_gather(struct merging *m, struct store_view *view)
{
	struct account *a = m->a;
	const struct subscriptions *subs = &a->e->settings->subs;
	int status =
		store_remote_feeds(view, a->stored.id, &a->arena, &m->base, &m->base_len);
	for (size_t i = 0; i < m->base_len; i++)
		*map_put(&m->base_at, m->base[i].id, strlen(m->base[i].id)) = &m->base[i];
	for (size_t i = 0; i < a->feeds_len; i++)
		*map_put(&m->feed_at, a->feeds[i].id, strlen(a->feeds[i].id)) =
			&a->feeds[i];
	for (size_t i = 0; i < subs->len; i++) {
		struct span key, id;
		if (conf_feeds_account_parts(subs->list[i].url, &key, &id) &&
			span_eq(key, a->stored.is.key))
			*map_put(&m->line_at, id.p, id.n) = &subs->list[i];
	}
	return status == OK ? gather_left(m, view) : status;
}

void
engine_account_merge_done(struct merging *m)
{
	map_done(&m->base_at);
	map_done(&m->line_at);
	map_done(&m->feed_at);
	map_done(&m->left_at);
}

static int
put_agreed(struct merging *m, struct store_batch *batch,
	const struct remotefeed_record *agreed)
{
	struct account *a = m->a;
	struct store_view view = store_batch_view(batch);
	char *line = engine_account_line_url(a, &a->arena, agreed->id);
	uint32_t feed;
	int status = store_remote_put_feed(batch, a->stored.id, agreed, m->err);
	if (status == OK && !str_empty(agreed->url) &&
		store_feed_find(&view, line, &feed) == OK)
		status = store_feed_put_source(batch, feed, agreed->url, m->err);
	return status;
}

int
engine_account_merge_store(struct merging *m)
{
	struct account *a = m->a;
	struct store_batch *batch;
	int status = store_batch_begin(a->e->store, &batch, m->err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < m->puts_len; i++)
		status = put_agreed(m, batch, &m->puts[i]);
	for (size_t i = 0; status == OK && i < m->drops_len; i++)
		status = store_remote_drop_feed(
			batch, a->stored.id, span_of(m->drops[i]), m->err);
	return store_batch_end(batch, status, m->err);
}

static int
put_moves(struct merging *m)
{
	struct store_batch *batch;
	int status = store_batch_begin(m->a->e->store, &batch, m->err);
	if (status != OK)
		return status;
	struct store_view view = store_batch_view(batch);
	for (size_t i = 0; status == OK && i < m->moves_len; i += 2) {
		uint32_t feed;
		if (store_feed_find(&view, m->moves[i], &feed) == OK)
			status = store_feed_put_address(
				batch, feed, m->moves[i + 1], m->err);
	}
	return store_batch_end(batch, status, m->err);
}

/* The lines first: if we die in between, the next merge finds them right. */
int
engine_account_merge_carry_out(struct merging *m)
{
	struct account *a = m->a;
	const char *path = a->e->feeds_path;
	struct arena arena = ARENA_INIT;
	int status = conf_feeds_account_make(path, a->name, a->stored.is.key, m->err);
	if (status == OK && m->moves_len > 0)
		status = put_moves(m);
	if (status == OK && m->edits_len > 0)
		status = conf_feeds_edit(path, m->edits, m->edits_len, &arena, m->err);
	if (status == OK && m->edits_len > 0)
		status = engine_feeds_load(a->e, m->err);
	if (status == OK && m->edits_len > 0) {
		const struct engine_event events[] = {
			{.kind = ENGINE_CHANGED}, {.kind = ENGINE_RELOADED}};
		for (size_t i = 0; i < COUNT_OF(events); i++)
			engine_event_post(a->e, &events[i]);
	}
	a->report.feeds += m->edits_len;
	arena_done(&arena);
	return status == OK ? engine_account_merge_store(m) : status;
}

/* A list that suddenly has no feeds, or less than half of them, is believed only the
 * second time: the server may be restoring its database. */
static bool
is_doubtful(struct account *a, size_t before)
{
	bool few = before > 0 &&
		   (a->feeds_len == 0 || (before >= FEW && a->feeds_len * 2 < before));
	bool doubtful = few && !a->stored.is.few;
	a->stored.is.few = few;
	if (doubtful)
		engine_event_note(a->e, false,
			_("%s: the server lists %zu feeds instead of %zu; nothing is "
			  "removed unless the next list agrees"),
			a->name, a->feeds_len, before);
	return doubtful;
}

/* Reported once, when such feeds arrive. */
static void
offer_merges(const struct merging *m)
{
	if (m->both > 0)
		engine_event_note(m->a->e, false,
			P_("%zu feed of %s is fetched here as well: courant merge "
			   "lists it, and makes one of the two",
				"%zu feeds of %s are fetched here as well: courant merge "
				"lists them, and makes one of each two",
				m->both),
			m->both, m->a->name);
}

void
engine_account_feeds_got(struct account *a)
{
	struct err err;
	struct store_view view;
	struct merging m = MERGING(a, &err);
	settle_labels(a);
	int status = store_view_begin(a->e->store, &view, &err);
	if (status == OK) {
		status = engine_account_merge_gather(&m, &view);
		store_view_end(&view);
		store_fail(a->e->store, status, &err, _("cannot read an account"));
	}
	bool check = a->flags & ENGINE_SYNC_CHECK;
	if (status == OK && (check || !is_doubtful(a, m.base_len))) {
		for (size_t i = 0; i < a->feeds_len; i++)
			if (find(&m.feed_at, a->feeds[i].id) == &a->feeds[i])
				engine_account_merge_feed(&m, &a->feeds[i]);
		engine_account_merge_removed(&m);
		engine_account_merge_lines(&m);
		if (check)
			engine_account_compare_feeds(&m);
		else
			status = engine_account_merge_carry_out(&m);
		if (status == OK && !check)
			offer_merges(&m);
	}
	engine_account_merge_done(&m);
	if (status != OK)
		engine_account_fault(a, &err);
}

bool
engine_account_feeds_differ(struct account *a)
{
	struct err err;
	struct store_view view;
	struct merging m = MERGING(a, &err);
	if (store_view_begin(a->e->store, &view, &err) != OK)
		return false;
	bool differ = engine_account_merge_gather(&m, &view) == OK &&
		      m.line_at.count != m.base_len;
	store_view_end(&view);
	for (size_t i = 0; i < m.base_len && !differ; i++)
		differ = engine_account_merge_differs(&m, &m.base[i]);
	engine_account_merge_done(&m);
	arena_reset(&a->arena);
	return differ;
}
