#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "remote/answer.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/json_error.h"
#include "remote/nextcloud_inside.h"
#include "remote/quirk.h"

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
};

static const struct remote_members members = {
	.id = "id",
	.feed = "feedId",
	.guid = "guid",
	.title = "title",
	.link = "url",
	.html = "body",
	.author = "author",
	.published = "pubDate",
	.updated = "updatedDate",
	.unread = "unread",
	.starred = "starred",
};

/* ---- session, feeds and folders */

static bool
take_login(struct reader *r, const json_t *root)
{
	struct span version = remote_json_span(remote_json_get(root, "version"));
	if (version.n == 0)
		return false;
	buf_clear(&r->session->version);
	buf_add(&r->session->version, version.p, version.n);
	buf_clear(&r->session->token);
	buf_adds(&r->session->token, r->session->user);
	return true;
}

static bool
take_overview(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "feeds"), *value;
	int64_t total = 0;
	size_t i;
	json_array_foreach(list, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span id = remote_json_text(&arena, remote_json_get(value, "id"));
		int64_t n = remote_json_count(remote_json_get(value, "unreadCount"), -1);
		remote_answer_count(r->sink, id, n, (struct span){NULL, 0});
		total += n > 0 ? n : 0;
		arena_done(&arena);
	}
	struct arena arena = ARENA_INIT;
	int64_t starred = remote_json_count(remote_json_get(root, "starredCount"), 0);
	struct span newest =
		remote_json_text(&arena, remote_json_get(root, "newestItemId"));
	if (list) {
		remote_answer_count(r->sink, SPAN_LIT("starred"), starred, newest);
		r->sink->total(r->sink->ctx, total);
	}
	arena_done(&arena);
	return list != NULL;
}

static bool
take_folders(struct reader *r, const json_t *root)
{
	return remote_item_folders(root, "folders", "name", r->sink);
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "feeds"), *value;
	size_t i;
	json_array_foreach(list, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span folder =
			remote_json_text(&arena, remote_json_get(value, "folderId"));
		const struct remote_feed feed = {
			.id = remote_json_text(&arena, remote_json_get(value, "id")),
			.url = span_of(
				remote_json_line(&arena, remote_json_get(value, "url"))),
			.title = span_of(remote_json_line(
				&arena, remote_json_get(value, "title"))),
			.site = span_of(
				remote_json_line(&arena, remote_json_get(value, "link"))),
			.error = span_of(remote_json_line(
				&arena, remote_json_get(value, "lastUpdateError"))),
			.folders = &folder,
			.folders_len = folder.n > 0 && !span_eq(folder, "0") ? 1 : 0,
		};
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return list != NULL;
}

/* ---- items */

struct page {
	size_t n;
	int64_t lowest;
};

static bool
is_asked(const struct remote_arg *arg, struct span id)
{
	for (size_t i = 0; i < arg->ids_len; i++)
		if (arg->ids[i].n == id.n && memcmp(arg->ids[i].p, id.p, id.n) == 0)
			return true;
	return false;
}

/* Passes the items to the sink; some: only those that were asked for. False: there is no
 * list. */
static bool
take_list(struct reader *r, const json_t *root, bool some, struct page *page)
{
	const json_t *list = remote_json_list(root, "items"), *value;
	size_t i;
	*page = (struct page){json_array_size(list), INT64_MAX};
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		struct remote_item item;
		uint64_t number;
		if (!remote_item_read(r->sink->arena, value, &members, &id, &item))
			continue;
		if (remote_id_is_number(item.id, &number) &&
			(int64_t)number < page->lowest)
			page->lowest = (int64_t)number;
		remote_item_enclose(r->sink->arena, item.item,
			remote_json_get(value, "enclosureLink"),
			remote_json_get(value, "enclosureMime"), NULL);
		if (!some || is_asked(r->arg, item.id))
			r->sink->item(r->sink->ctx, &item);
	}
	return list != NULL;
}

static void
more(struct reader *r, int64_t before)
{
	char text[24];
	(void)snprintf(text, sizeof text, "%" PRId64, before);
	r->sink->more(r->sink->ctx, span_of(text));
}

static bool
take_items(struct reader *r, const json_t *root)
{
	struct page page;
	if (!take_list(r, root, false, &page))
		return false;
	if (page.n >= r->session->quirk->ids_page && page.lowest < INT64_MAX)
		more(r, page.lowest);
	return true;
}

/* T29: what arrived or changed comes at once. */
static bool
take_new(struct reader *r, const json_t *root)
{
	struct page page;
	return r->arg->since > 0 ? take_list(r, root, false, &page) : take_items(r, root);
}

/* Everything down to the last item of the page was seen, so what was not there no longer
 * exists. */
static bool
take_contents(struct reader *r, const json_t *root)
{
	struct page page;
	if (!take_list(r, root, true, &page))
		return false;
	int64_t next = page.n > 0 && page.lowest < INT64_MAX
			       ? remote_nextcloud_next(r->arg, page.lowest)
			       : 0;
	if (next > 0)
		more(r, next + 1);
	return true;
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_LOGIN] = take_login,
	[REMOTE_OVERVIEW] = take_overview,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_items,
	[REMOTE_STARRED] = take_items,
	[REMOTE_NEW] = take_new,
	[REMOTE_CONTENTS] = take_contents,
	[REMOTE_SUBSCRIBE] = take_feeds,
	[REMOTE_MAKE_FOLDER] = take_folders,
};

/* A successful change is answered with an empty body or JSON. */
static bool
take_done(struct reader *r, enum remote_step step, const struct remote_answer *answer)
{
	json_t *root = remote_json_read(answer->body);
	bool done = root || span_trim(answer->body).n == 0;
	json_decref(root);
	if (done && step == REMOTE_EDIT && r->arg->title.n > 0 && r->arg->more.n == 0 &&
		remote_arg_moves(r->arg))
		r->sink->more(r->sink->ctx, SPAN_LIT("m"));
	return done;
}

/* News is an app of a Nextcloud, which says in JSON that nobody is logged in. */
static enum remote_verdict
take_probe(const struct remote_answer *answer, struct err *err)
{
	json_t *root = remote_json_read(answer->body);
	bool ours = answer->status == 401 && remote_json_get(root, "message");
	json_decref(root);
	if (ours)
		return REMOTE_OK;
	err_set(err, ERR_NOT_FOUND,
		_("there is no Nextcloud with the app News at this address"));
	return REMOTE_OTHER;
}

/* There is no second login: the server counts wrong passwords, and becomes slow for
 * everybody at this address. */
static enum remote_verdict
judge(struct reader *r, enum remote_step step, const struct remote_answer *answer,
	struct err *err)
{
	enum remote_verdict verdict =
		remote_json_error_judge(r->session, step, r->arg, answer, "message", err);
	if (verdict == REMOTE_AGAIN_LOGIN)
		return remote_answer_denied(r->session, err);
	if (step == REMOTE_SUBSCRIBE && answer->status == 409)
		return REMOTE_OK;
	return verdict;
}

enum remote_verdict
remote_nextcloud_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, arg, sink};
	if (step == REMOTE_PROBE)
		return take_probe(answer, err);
	enum remote_verdict verdict = judge(&r, step, answer, err);
	if (verdict != REMOTE_OK || answer->status >= 300)
		return verdict;
	if (!takes[step])
		return take_done(&r, step, answer)
			       ? REMOTE_OK
			       : remote_answer_garbage(session, answer, err);
	json_t *root = remote_json_read(answer->body);
	if (!root || !takes[step](&r, root))
		verdict = remote_answer_garbage(session, answer, err);
	json_decref(root);
	return verdict;
}
