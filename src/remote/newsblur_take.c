#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/utf8.h"
#include "remote/answer.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/newsblur_inside.h"

#define SESSION "newsblur_sessionid="
#define DEPTH_MAX 32 /* of folders */

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	enum remote_step step;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
	struct err *err;
};

static const struct remote_members members = {
	.id = "story_hash",
	.feed = "story_feed_id",
	.title = "story_title",
	.link = "story_permalink",
	.html = "story_content",
	.author = "story_authors",
	.published = "story_timestamp",
	.tags = "story_tags",
	.read = "read_status",
	.starred = "starred",
};

static struct span
line(struct arena *arena, const json_t *value, const char *key)
{
	return span_of(remote_json_line(arena, remote_json_get(value, key)));
}

/* ---- session: a cookie */

static bool
take_cookie(struct reader *r, const struct remote_answer *answer)
{
	struct span cookie = answer->header ? answer->header(answer->of, "Set-Cookie")
					    : (struct span){NULL, 0};
	const char *at = cookie.p ? str_ifind(cookie.p, cookie.n, SESSION) : NULL;
	if (!at)
		return false;
	at += strlen(SESSION);
	size_t left = (size_t)(cookie.p + cookie.n - at), n = 0;
	while (n < left && at[n] != ';' && at[n] != ',' && !str_space(at[n]))
		n++;
	buf_clear(&r->session->token);
	buf_add(&r->session->token, at, n);
	return n > 0;
}

/* ---- folders and feeds: [1, {"Folder": [2, {"In it": [3]}]}] */

struct places {
	struct reader *r;
	struct arena *arena;
	struct map *feeds; /* by number: struct place; NULL: folders are read */
};

struct place {
	struct span *folders;
	size_t len;
};

static void
put_place(struct places *p, const json_t *number, struct span folder)
{
	struct span id = remote_json_text(p->arena, number);
	if (id.n == 0 || folder.n == 0 || !p->feeds)
		return;
	void **at = map_put(p->feeds, id.p, id.n);
	if (!*at)
		*at = arena_zalloc(p->arena, sizeof(struct place));
	struct place *place = *at;
	place->folders =
		arena_push(p->arena, place->folders, place->len, sizeof *place->folders);
	place->folders[place->len++] = folder;
}

static void walk(struct places *p, const json_t *list, struct span above, int depth);

static void
walk_folder(struct places *p, const char *key, const json_t *list, struct span above,
	int depth)
{
	struct buf name = BUF_INIT(0);
	(void)utf8_keep_line(&name, key, strlen(key), 256);
	const char *path = arena_printf(p->arena, "%.*s%s%s", SPAN_FMT(above),
		above.n > 0 ? "/" : "", buf_str(&name));
	const struct remote_folder folder = {.kind = REMOTE_FOLDER,
		.id = span_of(path),
		.name = {buf_str(&name), name.len},
		.parent = above};
	if (name.len > 0 && !p->feeds)
		p->r->sink->folder(p->r->sink->ctx, &folder);
	walk(p, list, name.len > 0 ? folder.id : above, depth + 1);
	buf_done(&name);
}

static void
walk(struct places *p, const json_t *list, struct span above, int depth)
{
	size_t i;
	const json_t *element;
	if (depth > DEPTH_MAX)
		return;
	json_array_foreach(list, i, element)
	{
		const char *key;
		json_t *inside;
		if (!json_is_object(element)) {
			put_place(p, element, above);
			continue;
		}
		json_object_foreach((json_t *)(uintptr_t)element, key, inside)
		{
			walk_folder(p, key, inside, above, depth);
		}
	}
}

static bool
take_folders(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	const json_t *list = remote_json_list(root, "folders");
	struct places places = {r, &arena, NULL};
	walk(&places, list, (struct span){NULL, 0}, 0);
	arena_done(&arena);
	return list != NULL;
}

static void
take_feed(struct reader *r, struct arena *arena, const json_t *value,
	const struct map *places)
{
	struct remote_feed feed = {
		.id = remote_json_text(arena, remote_json_get(value, "id")),
		.url = line(arena, value, "feed_address"),
		.title = line(arena, value, "feed_title"),
		.site = line(arena, value, "feed_link"),
	};
	if (feed.id.n == 0)
		return;
	const struct place *place = places ? map_get(places, feed.id.p, feed.id.n) : NULL;
	feed.folders = place ? place->folders : NULL;
	feed.folders_len = place ? place->len : 0;
	r->sink->feed(r->sink->ctx, &feed);
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	struct map feeds = MAP_INIT;
	const json_t *list = remote_json_get(root, "feeds");
	struct places places = {r, &arena, &feeds};
	const char *key;
	json_t *value;
	walk(&places, remote_json_list(root, "folders"), (struct span){NULL, 0}, 0);
	json_object_foreach((json_t *)(uintptr_t)list, key, value)
	{
		take_feed(r, &arena, value, &feeds);
	}
	map_done(&feeds);
	arena_done(&arena);
	return json_is_object(list);
}

/* Stories that a training hides are in no list, nor counted here. */
static bool
take_overview(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_get(root, "feeds");
	const char *key;
	json_t *value;
	char stamp[24];
	(void)snprintf(stamp, sizeof stamp, "%" PRId64,
		remote_json_count(remote_json_get(root, "starred_count"), 0));
	json_object_foreach((json_t *)(uintptr_t)list, key, value)
	{
		remote_answer_count(r->sink, span_of(key),
			remote_json_count(remote_json_get(value, "ps"), 0) +
				remote_json_count(remote_json_get(value, "nt"), 0),
			span_of(stamp));
	}
	return json_is_object(list);
}

/* ---- stories */

static void
take_hashes(struct reader *r, const json_t *list)
{
	size_t i;
	const json_t *value;
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		if (remote_id_text(remote_json_span(value), &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
}

static bool
take_unread(struct reader *r, const json_t *root)
{
	const json_t *feeds = remote_json_get(root, "unread_feed_story_hashes");
	const char *key;
	json_t *list;
	json_object_foreach((json_t *)(uintptr_t)feeds, key, list)
	{
		take_hashes(r, list);
	}
	return json_is_object(feeds);
}

static bool
take_starred(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "starred_story_hashes");
	take_hashes(r, list);
	return list != NULL;
}

static bool
take_stories(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "stories"), *value;
	size_t i;
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		struct remote_item item;
		if (remote_item_read(r->sink->arena, value, &members, &id, &item))
			r->sink->item(r->sink->ctx, &item);
	}
	return list != NULL;
}

/* ---- changing */

/* One story after the other, except to mark them read. */
static bool
take_mark(struct reader *r, const json_t *root)
{
	int64_t at = 0;
	char text[24];
	(void)root;
	if (r->arg->word == REMOTE_READ && r->arg->on)
		return true;
	if (r->arg->more.n > 0 && str_int(r->arg->more, &at) != OK)
		return false;
	(void)snprintf(text, sizeof text, "%" PRId64, at + 1);
	if (at >= 0 && (size_t)at + 1 < r->arg->ids_len)
		r->sink->more(r->sink->ctx, span_of(text));
	return true;
}

static bool
take_subscribed(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	take_feed(r, &arena, remote_json_get(root, "feed"), NULL);
	arena_done(&arena);
	return true;
}

static bool
take_edit(struct reader *r, const json_t *root)
{
	(void)root;
	if (r->arg->title.n > 0 && r->arg->more.n == 0 && remote_arg_moves(r->arg))
		r->sink->more(r->sink->ctx, SPAN_LIT("m"));
	return true;
}

/* A folder has only a name, which is its id, too. */
static bool
take_folder(struct reader *r, const json_t *root)
{
	(void)root;
	if (r->arg->title.n > 0)
		r->sink->folder(
			r->sink->ctx, &(struct remote_folder){.kind = REMOTE_FOLDER,
					      .id = r->arg->title,
					      .name = r->arg->title});
	return true;
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_OVERVIEW] = take_overview,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_unread,
	[REMOTE_STARRED] = take_starred,
	[REMOTE_CONTENTS] = take_stories,
	[REMOTE_MARK] = take_mark,
	[REMOTE_SUBSCRIBE] = take_subscribed,
	[REMOTE_EDIT] = take_edit,
	[REMOTE_MAKE_FOLDER] = take_folder,
};

/* Errors come with status 200: code is negative, and a message may say why. */
static enum remote_verdict
judge_code(struct reader *r, const json_t *root)
{
	const json_t *known = remote_json_get(root, "authenticated");
	struct span message = remote_json_span(remote_json_get(root, "message"));
	bool fails = remote_json_integer(remote_json_get(root, "code"), 0) < 0;
	if (r->step == REMOTE_LOGIN && (fails || (known && !remote_json_true(known))))
		return remote_answer_denied(r->session, r->err);
	if (known && !remote_json_true(known)) {
		err_set(r->err, ERR_DENIED, _("the session has ended"));
		return REMOTE_AGAIN_LOGIN;
	}
	if (!fails)
		return REMOTE_OK;
	err_set(r->err, ERR_DENIED, "%s%s%.*s", _("the server refuses"),
		message.n > 0 ? ": " : "", (int)(message.n < 200 ? message.n : 200),
		message.n > 0 ? message.p : "");
	return REMOTE_REFUSED;
}

static enum remote_verdict
take_json(struct reader *r, const struct remote_answer *answer)
{
	json_t *root = remote_json_read(answer->body);
	bool whole = json_is_object(root);
	enum remote_verdict verdict = whole ? judge_code(r, root) : REMOTE_OK;
	if (whole && verdict == REMOTE_OK) {
		if (r->step == REMOTE_LOGIN)
			whole = take_cookie(r, answer);
		else if (takes[r->step])
			whole = takes[r->step](r, root);
	}
	json_decref(root);
	return whole ? verdict : remote_answer_garbage(r->session, answer, r->err);
}

enum remote_verdict
remote_newsblur_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, step, arg, sink, err};
	enum remote_verdict verdict =
		remote_answer_judge(session, step, arg, answer, err);
	/* NewsBlur answers 403 if nobody is logged in. */
	if (answer->status == 403 && step > REMOTE_LOGIN)
		return REMOTE_AGAIN_LOGIN;
	if (verdict != REMOTE_OK || step == REMOTE_PROBE)
		return verdict;
	return take_json(&r, answer);
}
