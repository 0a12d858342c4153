#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/map.h"
#include "remote/answer.h"
#include "remote/feedbin_inside.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	enum remote_step step;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
	const struct remote_answer *answer;
	struct err *err;
};

static const struct remote_members members = {
	.id = "id",
	.feed = "feed_id",
	.title = "title",
	.link = "url",
	.html = "content",
	.author = "author",
	.published = "published",
	.arrived = "created_at",
};

static void
more(struct reader *r, char kind, struct span about)
{
	struct buf next = BUF_INIT(0);
	buf_addc(&next, kind);
	if (about.n > 0)
		buf_addf(&next, " %.*s", SPAN_FMT(about));
	r->sink->more(r->sink->ctx, (struct span){next.data, next.len});
	buf_done(&next);
}

static struct span
line(struct arena *arena, const json_t *value, const char *key)
{
	return span_of(remote_json_line(arena, remote_json_get(value, key)));
}

/* ---- lists of ids */

static bool
take_ids(struct reader *r, const json_t *root)
{
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct remote_id id;
		if (remote_json_id(value, &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
	if (json_is_array(root))
		r->sink->total(r->sink->ctx, (int64_t)json_array_size(root));
	return json_is_array(root);
}

static bool
take_overview(struct reader *r, const json_t *root)
{
	char stamp[24];
	bool starred = r->arg->more.n > 0;
	int64_t n = (int64_t)json_array_size(root);
	(void)snprintf(stamp, sizeof stamp, "%" PRIx64,
		hash64(r->answer->body.p, r->answer->body.n));
	if (!json_is_array(root))
		return false;
	remote_answer_count(
		r->sink, span_of(starred ? "starred" : "unread"), n, span_of(stamp));
	if (starred)
		return true;
	r->sink->total(r->sink->ctx, n);
	more(r, 's', (struct span){NULL, 0});
	return true;
}

/* ---- feeds, and folders as taggings */

static bool
take_folders(struct reader *r, const json_t *root)
{
	struct map seen = MAP_INIT;
	struct arena arena = ARENA_INIT;
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct span name = line(&arena, value, "name");
		void **at = name.n > 0 ? map_put(&seen, name.p, name.n) : NULL;
		if (!at || *at)
			continue;
		*at = r;
		r->sink->folder(r->sink->ctx,
			&(struct remote_folder){
				.kind = REMOTE_FOLDER, .id = name, .name = name});
	}
	map_done(&seen);
	arena_done(&arena);
	return json_is_array(root);
}

/* The names of a feed's folders. */
struct folders {
	struct span *names;
	size_t len;
};

static void
read_taggings(struct arena *arena, const json_t *root, struct map *out)
{
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct span feed =
			remote_json_text(arena, remote_json_get(value, "feed_id"));
		struct span name = line(arena, value, "name");
		if (feed.n == 0 || name.n == 0)
			continue;
		void **at = map_put(out, feed.p, feed.n);
		struct folders *folders = *at;
		if (!folders)
			*at = folders = arena_zalloc(arena, sizeof *folders);
		folders->names = arena_push(
			arena, folders->names, folders->len, sizeof *folders->names);
		folders->names[folders->len++] = name;
	}
}

static void
take_feed(struct reader *r, struct arena *arena, const json_t *value,
	const struct map *taggings)
{
	struct remote_feed feed = {
		.id = remote_json_text(arena, remote_json_get(value, "feed_id")),
		.url = line(arena, value, "feed_url"),
		.title = line(arena, value, "title"),
		.site = line(arena, value, "site_url"),
	};
	if (feed.id.n == 0)
		return;
	const struct folders *folders = map_get(taggings, feed.id.p, feed.id.n);
	feed.folders = folders ? folders->names : NULL;
	feed.folders_len = folders ? folders->len : 0;
	r->sink->feed(r->sink->ctx, &feed);
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	struct map taggings = MAP_INIT;
	size_t i;
	const json_t *value;
	if (!json_is_array(root))
		return false;
	if (r->arg->more.n == 0) {
		r->sink->more(r->sink->ctx, r->answer->body);
		return true;
	}
	json_t *tagged = remote_json_read(r->arg->more);
	read_taggings(&arena, tagged, &taggings);
	json_array_foreach(root, i, value)
	{
		take_feed(r, &arena, value, &taggings);
	}
	json_decref(tagged);
	map_done(&taggings);
	arena_done(&arena);
	return true;
}

/* ---- entries, which do not say whether they were read */

static bool
take_entries(struct reader *r, const json_t *root)
{
	struct arena *arena = r->sink->arena;
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct remote_id id;
		struct remote_item item;
		const json_t *enclosure = remote_json_get(value, "enclosure");
		if (!remote_item_read(arena, value, &members, &id, &item))
			continue;
		item.stateless = true;
		remote_item_enclose(arena, item.item,
			remote_json_get(enclosure, "enclosure_url"),
			remote_json_get(enclosure, "enclosure_type"),
			remote_json_get(enclosure, "enclosure_length"));
		r->sink->item(r->sink->ctx, &item);
	}
	return json_is_array(root);
}

static bool
take_new(struct reader *r, const json_t *root)
{
	int64_t page;
	char text[24];
	if (!take_entries(r, root))
		return false;
	if (str_int(r->arg->more, &page) != OK)
		page = 1;
	(void)snprintf(text, sizeof text, "%" PRId64, page + 1);
	if (json_array_size(root) >= FEEDBIN_PAGE && page < INT32_MAX)
		r->sink->more(r->sink->ctx, span_of(text));
	return true;
}

/* ---- changing */

/* Feedbin answers with the ids that it changed: others are no longer the user's. */
static bool
take_mark(struct reader *r, const json_t *root)
{
	struct map done = MAP_INIT;
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct remote_id id;
		if (remote_json_id(value, &id))
			*map_put(&done, id.bytes, id.n) = r;
	}
	for (size_t k = 0; json_is_array(root) && k < r->arg->ids_len; k++)
		if (!map_get(&done, r->arg->ids[k].p, r->arg->ids[k].n))
			r->sink->id(r->sink->ctx, r->arg->ids[k]);
	map_done(&done);
	return json_is_array(root);
}

static bool
take_subscribed(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	struct map none = MAP_INIT;
	const json_t *first = json_array_get(root, 0);
	struct span url = remote_json_span(remote_json_get(first, "feed_url"));
	if (url.n > 0 && r->arg->more.n == 0)
		more(r, 'u', url);
	else
		take_feed(r, &arena, root, &none);
	arena_done(&arena);
	return json_is_object(root) || url.n > 0;
}

/* The number of the list's element that is about the feed and, unless name is empty, has
 * that name. */
static struct span
find_number(struct reader *r, struct arena *arena, const json_t *root, struct span name)
{
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct span feed =
			remote_json_text(arena, remote_json_get(value, "feed_id"));
		struct span tag = remote_json_span(remote_json_get(value, "name"));
		if ((name.n == 0 || span_same(tag, name)) && feed.n > 0 &&
			span_same(feed, r->arg->feed))
			return remote_json_text(arena, remote_json_get(value, "id"));
	}
	return (struct span){NULL, 0};
}

/* A feed or a folder that is not there needs no change. */
static bool
take_edit(struct reader *r, const json_t *root)
{
	struct span number, none = {NULL, 0};
	enum feedbin_edit now = remote_feedbin_now(r->step, r->arg, &number);
	enum feedbin_edit next = remote_feedbin_next(r->step, r->arg, now);
	bool lists = now == FEEDBIN_FIND || now == FEEDBIN_TAGS;
	if (!lists) {
		if (next != FEEDBIN_DONE)
			more(r, (char)next, none);
		return true;
	}
	struct arena arena = ARENA_INIT;
	struct span found =
		find_number(r, &arena, root, now == FEEDBIN_TAGS ? r->arg->from : none);
	if (found.n > 0)
		more(r, (char)next, found);
	arena_done(&arena);
	return json_is_array(root);
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_OVERVIEW] = take_overview,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_ids,
	[REMOTE_STARRED] = take_ids,
	[REMOTE_NEW] = take_new,
	[REMOTE_CONTENTS] = take_entries,
	[REMOTE_MARK] = take_mark,
	[REMOTE_SUBSCRIBE] = take_subscribed,
	[REMOTE_EDIT] = take_edit,
	[REMOTE_UNSUBSCRIBE] = take_edit,
};

/* What statuses mean here besides the usual: 300, a choice of feeds; 302, it exists
 * already; 404, there is no such page of entries, or nothing left to delete. */
static bool
is_well(struct reader *r)
{
	long status = r->answer->status;
	if (r->step == REMOTE_SUBSCRIBE || r->step == REMOTE_EDIT)
		return status == 300 || status == 302;
	return status == 404 && (r->step == REMOTE_NEW || r->step == REMOTE_UNSUBSCRIBE);
}

static enum remote_verdict
take_body(struct reader *r)
{
	bool empty = r->answer->status != 200 && r->answer->status != 201 &&
		     r->answer->status != 300;
	json_t *root = empty ? NULL : remote_json_read(r->answer->body);
	bool whole = empty || root;
	if (whole && takes[r->step] && (!empty || takes[r->step] == take_edit))
		whole = takes[r->step](r, root);
	json_decref(root);
	return whole ? REMOTE_OK : remote_answer_garbage(r->session, r->answer, r->err);
}

enum remote_verdict
remote_feedbin_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, step, arg, sink, answer, err};
	enum remote_verdict verdict =
		remote_answer_judge(session, step, arg, answer, err);
	if (step == REMOTE_PROBE || (verdict != REMOTE_OK && !is_well(&r))) {
		if (answer->status == 404 && step >= REMOTE_SUBSCRIBE) {
			err_set(err, ERR_NOT_FOUND, _("the server found no feed there"));
			return REMOTE_REFUSED;
		}
		return verdict;
	}
	json_t *root = step == REMOTE_LOGIN ? remote_json_read(answer->body) : NULL;
	bool page = !root && span_trim(answer->body).n > 0;
	json_decref(root);
	if (step != REMOTE_LOGIN)
		return take_body(&r);
	if (page)
		return remote_answer_garbage(session, answer, err);
	buf_clear(&session->token);
	buf_adds(&session->token, session->user);
	return REMOTE_OK;
}
