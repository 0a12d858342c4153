#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/time.h"
#include "remote/answer.h"
#include "remote/fever_inside.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/quirk.h"

struct reader {
	struct remote_session *session;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
};

static const struct remote_members members = {
	.id = "id",
	.feed = "feed_id",
	.title = "title",
	.link = "url",
	.html = "html",
	.author = "author",
	.published = "created_on_time",
	.read = "is_read",
	.starred = "is_saved",
};

/* A list of one id can be a number, and an empty list is "". */
static struct span
id_list(struct reader *r, const json_t *root, const char *key)
{
	return remote_json_text(r->sink->arena, remote_json_get(root, key));
}

static bool
take_list(struct reader *r, const json_t *root, const char *key)
{
	struct span rest = id_list(r, root, key), part;
	if (!rest.p)
		return false;
	while (span_split(&rest, ',', &part)) {
		struct remote_id id;
		if (remote_id_decimal(span_trim(part), &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
	return true;
}

static bool
take_unread(struct reader *r, const json_t *root)
{
	return take_list(r, root, "unread_item_ids");
}

static bool
take_starred(struct reader *r, const json_t *root)
{
	return take_list(r, root, "saved_item_ids");
}

static int64_t
count_ids(struct span list)
{
	int64_t n = list.n > 0 ? 1 : 0;
	for (size_t i = 0; i < list.n; i++)
		n += list.p[i] == ',';
	return n;
}

static bool
take_overview(struct reader *r, const json_t *root)
{
	bool starred = r->arg->more.n > 0;
	struct span list =
		id_list(r, root, starred ? "saved_item_ids" : "unread_item_ids");
	char stamp[24];
	if (!list.p)
		return false;
	(void)snprintf(stamp, sizeof stamp, "%" PRIx64, hash64(list.p, list.n));
	remote_answer_count(r->sink, span_of(starred ? "saved" : "unread"),
		count_ids(list), span_of(stamp));
	if (starred)
		return true;
	/* Its length is not a total: lists may be cut (T19). */
	r->sink->more(r->sink->ctx, SPAN_LIT("s"));
	return true;
}

static bool
take_folders(struct reader *r, const json_t *root)
{
	return remote_item_folders(root, "groups", "title", r->sink);
}

/* That a feed is in a group. */
struct place {
	int64_t feed;
	struct span group;
};

struct places {
	struct place *all; /* by feed, in the arena */
	size_t len;
};

static int
by_feed(const void *a, const void *b)
{
	int64_t x = ((const struct place *)a)->feed, y = ((const struct place *)b)->feed;
	return (x > y) - (x < y);
}

/* {group_id, feed_ids: "1,2"} says which feeds a group has. */
static void
read_places(struct arena *arena, const json_t *root, struct places *out)
{
	size_t i;
	const json_t *value;
	*out = (struct places){NULL, 0};
	json_array_foreach(remote_json_list(root, "feeds_groups"), i, value)
	{
		struct span part,
			group = remote_json_text(
				arena, remote_json_get(value, "group_id")),
			rest = remote_json_text(
				arena, remote_json_get(value, "feed_ids"));
		int64_t feed;
		while (group.n > 0 && rest.p && span_split(&rest, ',', &part)) {
			if (str_int(span_trim(part), &feed) != OK)
				continue;
			out->all =
				arena_push(arena, out->all, out->len, sizeof *out->all);
			out->all[out->len++] = (struct place){feed, group};
		}
	}
	if (out->len > 0)
		qsort(out->all, out->len, sizeof *out->all, by_feed);
}

/* The groups of a feed, in the arena. */
static size_t
groups_of(
	struct arena *arena, const struct places *places, int64_t feed, struct span **out)
{
	const struct place key = {.feed = feed};
	size_t len = 0;
	const struct place *at = places->len > 0 ? bsearch(&key, places->all, places->len,
							   sizeof key, by_feed)
						 : NULL;
	*out = NULL;
	while (at && at > places->all && at[-1].feed == feed)
		at--;
	for (; at && at < places->all + places->len && at->feed == feed; at++) {
		*out = arena_push(arena, *out, len, sizeof **out);
		(*out)[len++] = at->group;
	}
	return len;
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "feeds"), *value;
	struct places places;
	size_t i;
	read_places(r->sink->arena, root, &places);
	json_array_foreach(list, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span *folders;
		const json_t *id = remote_json_get(value, "id");
		struct remote_feed feed = {
			.id = remote_json_text(&arena, id),
			.url = span_of(
				remote_json_line(&arena, remote_json_get(value, "url"))),
			.title = span_of(remote_json_line(
				&arena, remote_json_get(value, "title"))),
			.site = span_of(remote_json_line(
				&arena, remote_json_get(value, "site_url"))),
		};
		feed.folders_len =
			groups_of(&arena, &places, remote_json_integer(id, -1), &folders);
		feed.folders = folders;
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return list != NULL;
}

static bool
take_items(struct reader *r, const json_t *root, uint64_t *newest, size_t *n)
{
	const json_t *list = remote_json_list(root, "items"), *value;
	size_t i;
	*newest = *n = 0;
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		struct remote_item item;
		uint64_t number;
		if (!remote_item_read(r->sink->arena, value, &members, &id, &item))
			continue;
		if (remote_id_is_number(item.id, &number) && number > *newest)
			*newest = number;
		r->sink->item(r->sink->ctx, &item);
		(*n)++;
	}
	return list != NULL;
}

static bool
take_contents(struct reader *r, const json_t *root)
{
	uint64_t newest;
	size_t n;
	return take_items(r, root, &newest, &n);
}

/* The end is an empty list. */
static bool
take_new(struct reader *r, const json_t *root)
{
	uint64_t newest;
	size_t n;
	char text[24];
	if (!take_items(r, root, &newest, &n))
		return false;
	(void)snprintf(text, sizeof text, "%" PRIu64, newest);
	if (n > 0)
		r->sink->more(r->sink->ctx, span_of(text));
	return true;
}

/* Whether a list with commas has this number. */
static bool
lists(struct span list, int64_t number)
{
	struct span part;
	int64_t other;
	while (span_split(&list, ',', &part))
		if (str_int(span_trim(part), &other) == OK && other == number)
			return true;
	return false;
}

static bool
take_mark(struct reader *r, const json_t *root)
{
	struct span list = id_list(r, root, "saved_item_ids");
	uint64_t number;
	if (!remote_fever_looks_first(r->session, r->arg))
		return true;
	if (!list.p || !remote_id_is_number(r->arg->ids[0], &number))
		return false;
	if (lists(list, (int64_t)number) != r->arg->on)
		r->sink->more(r->sink->ctx, SPAN_LIT("m"));
	return true;
}

static bool
take_login(struct reader *r, const json_t *root)
{
	(void)root;
	buf_clear(&r->session->token);
	buf_adds(&r->session->token, r->session->user);
	return true;
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_LOGIN] = take_login,
	[REMOTE_OVERVIEW] = take_overview,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_unread,
	[REMOTE_STARRED] = take_starred,
	[REMOTE_NEW] = take_new,
	[REMOTE_CONTENTS] = take_contents,
	[REMOTE_MARK] = take_mark,
};

static void
be(struct remote_session *session)
{
	const char *name = NULL;
	if (str_ends(session->base, "/fever.php"))
		name = "FreshRSS";
	else if (strstr(session->base, "/rest/fever/"))
		name = "CommaFeed";
	if (name)
		session->quirk = remote_quirk_named("fever", name);
}

/* T16: whether the key is right is in the answer, whose status is always 200. */
static enum remote_verdict
take_known(struct reader *r, enum remote_step step, const json_t *root, bool *whole,
	struct err *err)
{
	const json_t *auth = remote_json_get(root, "auth");
	*whole = auth && remote_json_get(root, "api_version");
	if (!*whole)
		return REMOTE_OK;
	if (step == REMOTE_PROBE) {
		be(r->session);
		return REMOTE_OK;
	}
	if (!remote_json_true(auth)) {
		remote_answer_denied(r->session, err);
		return step == REMOTE_LOGIN ? REMOTE_REST : REMOTE_AGAIN_LOGIN;
	}
	*whole = takes[step] && takes[step](r, root);
	return REMOTE_OK;
}

enum remote_verdict
remote_fever_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, arg, sink};
	enum remote_verdict verdict =
		remote_answer_judge(session, step, arg, answer, err);
	if (verdict != REMOTE_OK)
		return verdict;
	bool whole;
	json_t *root = remote_json_read(answer->body);
	verdict = take_known(&r, step, root, &whole, err);
	json_decref(root);
	if (whole)
		return verdict;
	if (step != REMOTE_PROBE)
		return remote_answer_garbage(session, answer, err);
	err_set(err, ERR_NOT_FOUND, _("there is no Fever API at this address"));
	return REMOTE_OTHER;
}
