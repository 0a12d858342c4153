#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "remote/answer.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/json_error.h"
#include "remote/miniflux_inside.h"
#include "remote/quirk.h"

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
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
	.comments = "comments_url",
	.published = "published_at",
	.arrived = "created_at",
	.tags = "tags",
	.starred = "starred",
};

/* Continues with "KIND N", or N alone. */
static void
more(struct reader *r, const char *kind, int64_t n)
{
	char text[48];
	(void)snprintf(text, sizeof text, "%s%" PRId64, kind, n);
	r->sink->more(r->sink->ctx, span_of(text));
}

/* ---- session, feeds and folders */

static bool
take_login(struct reader *r, const json_t *root)
{
	struct span version = remote_json_span(remote_json_get(root, "version"));
	struct span name = remote_json_span(remote_json_get(root, "username"));
	if (r->arg->more.n > 0) {
		buf_clear(&r->session->version);
		buf_add(&r->session->version, version.p, version.n);
		return json_is_object(root);
	}
	if (name.n == 0)
		return false;
	buf_clear(&r->session->token);
	buf_add(&r->session->token, name.p, name.n);
	r->sink->more(r->sink->ctx, SPAN_LIT("v"));
	return true;
}

static bool
take_counters(struct reader *r, const json_t *root)
{
	const json_t *unread = remote_json_get(root, "unreads"),
		     *read = remote_json_get(root, "reads"), *value;
	const char *feed;
	int64_t total = 0;
	if (!json_is_object(unread))
		return false;
	json_object_foreach((json_t *)(uintptr_t)unread, feed, value)
	{
		int64_t n = remote_json_count(value, -1);
		char stamp[24];
		if (n < 0)
			continue;
		total += n;
		(void)snprintf(stamp, sizeof stamp, "%" PRId64,
			remote_json_integer(remote_json_get(read, feed), 0));
		remote_answer_count(r->sink, span_of(feed), n, span_of(stamp));
	}
	json_object_foreach((json_t *)(uintptr_t)read, feed, value)
	{
		char stamp[24];
		if (remote_json_get(unread, feed))
			continue;
		(void)snprintf(
			stamp, sizeof stamp, "%" PRId64, remote_json_integer(value, 0));
		remote_answer_count(r->sink, span_of(feed), 0, span_of(stamp));
	}
	r->sink->total(r->sink->ctx, total);
	return true;
}

static bool
take_folder(struct reader *r, const json_t *value)
{
	struct arena arena = ARENA_INIT;
	struct remote_folder folder = {
		.kind = REMOTE_FOLDER,
		.id = remote_json_text(&arena, remote_json_get(value, "id")),
		.name = span_of(
			remote_json_line(&arena, remote_json_get(value, "title"))),
	};
	bool whole = folder.id.n > 0 && folder.name.n > 0;
	if (whole)
		r->sink->folder(r->sink->ctx, &folder);
	arena_done(&arena);
	return whole;
}

static bool
take_folders(struct reader *r, const json_t *root)
{
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		(void)take_folder(r, value);
	}
	return json_is_array(root);
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	size_t i;
	const json_t *value;
	json_array_foreach(root, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span folder = remote_json_text(&arena,
			remote_json_get(remote_json_get(value, "category"), "id"));
		const struct remote_feed feed = {
			.id = remote_json_text(&arena, remote_json_get(value, "id")),
			.url = span_of(remote_json_line(
				&arena, remote_json_get(value, "feed_url"))),
			.title = span_of(remote_json_line(
				&arena, remote_json_get(value, "title"))),
			.site = span_of(remote_json_line(
				&arena, remote_json_get(value, "site_url"))),
			.error = span_of(remote_json_line(
				&arena, remote_json_get(value, "parsing_error_message"))),
			.folders = &folder,
			.folders_len = folder.n > 0 ? 1 : 0,
		};
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return json_is_array(root);
}

/* ---- entries */

static void
read_enclosures(struct arena *arena, const json_t *value, struct item *item)
{
	size_t i;
	const json_t *element;
	json_array_foreach(remote_json_list(value, "enclosures"), i, element)
	{
		remote_item_enclose(arena, item, remote_json_get(element, "url"),
			remote_json_get(element, "mime_type"),
			remote_json_get(element, "size"));
	}
}

/* Reads an entry. False also for one that was removed. */
static bool
read_entry(struct reader *r, const json_t *value, struct remote_id *id,
	struct remote_item *item)
{
	struct arena *arena = r->sink->arena;
	struct span status = remote_json_span(remote_json_get(value, "status"));
	if (span_eq(status, "removed") ||
		!remote_item_read(arena, value, &members, id, item))
		return false;
	if (!span_eq(status, "read"))
		item->flags |= ITEM_UNREAD;
	read_enclosures(arena, value, item->item);
	return true;
}

struct entries {
	size_t n;
	uint64_t lowest, highest;
	int64_t total;
};

static void
count_entry(struct entries *entries, const struct remote_id *id)
{
	uint64_t number;
	if (!remote_id_is_number(remote_id_span(id), &number))
		return;
	entries->lowest =
		entries->n == 0 || number < entries->lowest ? number : entries->lowest;
	entries->highest =
		entries->n == 0 || number > entries->highest ? number : entries->highest;
	entries->n++;
}

/* Passes all entries of an answer to the sink. window: only those that are missing in it.
 * False: there is no such list. */
static bool
take_list(struct reader *r, const json_t *root, struct miniflux_window *window,
	struct entries *out)
{
	const json_t *list = remote_json_list(root, "entries"), *value;
	size_t i;
	*out = (struct entries){
		.total = remote_json_integer(remote_json_get(root, "total"), 0)};
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		struct remote_item item;
		uint64_t number;
		if (!read_entry(r, value, &id, &item))
			continue;
		count_entry(out, &id);
		if (!window || (remote_id_is_number(item.id, &number) &&
				       remote_miniflux_window_found(window, number)))
			r->sink->item(r->sink->ctx, &item);
	}
	return list != NULL;
}

/* T22: an offset shifts when items are read meanwhile, which the total shows. */
static bool
take_ids(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "entry_ids"), *value;
	int64_t at = 0, total = remote_json_integer(remote_json_get(root, "total"), -1);
	size_t i;
	if (str_int(r->arg->more, &at) != OK)
		at = 0;
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		if (remote_json_id(value, &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
	if (total >= 0)
		r->sink->total(r->sink->ctx, total);
	at += (int64_t)json_array_size(list);
	if (json_array_size(list) > 0 && at < total)
		more(r, "", at);
	return list != NULL;
}

static bool
take_ids_old(struct reader *r, const json_t *root)
{
	struct entries entries;
	if (!take_list(r, root, NULL, &entries))
		return false;
	if (r->arg->more.n == 0 || span_eq(r->arg->more, "0"))
		r->sink->total(r->sink->ctx, entries.total);
	if (entries.n > 0 && (int64_t)entries.n < entries.total)
		more(r, "", (int64_t)entries.lowest);
	return true;
}

static bool
take_unread(struct reader *r, const json_t *root)
{
	return remote_miniflux_is_old(r->session) ? take_ids_old(r, root)
						  : take_ids(r, root);
}

/* What is after the newest first, then what changed. */
static bool
take_new(struct reader *r, const json_t *root)
{
	struct entries entries;
	if (!take_list(r, root, NULL, &entries))
		return false;
	bool changed = (r->arg->more.n > 0 && r->arg->more.p[0] == 'c') ||
		       (r->arg->more.n == 0 && r->arg->newest.n == 0);
	if (entries.n > 0 && (int64_t)entries.n < entries.total)
		more(r, changed ? "c " : "a ", (int64_t)entries.highest);
	else if (!changed && r->arg->since > 0)
		more(r, "c ", 0);
	return true;
}

static bool
take_contents(struct reader *r, const json_t *root)
{
	struct miniflux_window window;
	struct entries entries = {.n = 1, .total = 1};
	struct buf next = BUF_INIT(0);
	bool whole = true;
	remote_miniflux_window_read(&window, r->arg);
	uint64_t lowest = remote_miniflux_window_lowest(&window);
	if (remote_json_get(root, "entries")) {
		whole = take_list(r, root, &window, &entries);
	} else if (root) {
		struct remote_id id;
		struct remote_item item;
		whole = read_entry(r, root, &id, &item);
		if (whole)
			r->sink->item(r->sink->ctx, &item);
	}
	/* Entries that the last phase does not find no longer exist. */
	while (window.phase == MINIFLUX_ANY && window.len > 0 && window.ids[0] >= lowest)
		remote_miniflux_window_found(&window, window.ids[0]);
	if (whole && remote_miniflux_window_next(
			     &window, entries.n, entries.total, entries.lowest, &next))
		r->sink->more(r->sink->ctx, (struct span){next.data, next.len});
	remote_miniflux_window_done(&window);
	buf_done(&next);
	return whole;
}

/* ---- changing */

/* On an old server: checks whether the star of the nth item is as wanted, and continues
 * to the next, or has it toggled first. */
static bool
take_star_old(struct reader *r, const json_t *root)
{
	struct span at = r->arg->more;
	int64_t n = 0;
	bool toggled = at.n > 2 && at.p[0] == 't';
	bool known = remote_json_get(root, "id") != NULL;
	bool starred = remote_json_true(remote_json_get(root, "starred"));
	if (toggled)
		at = (struct span){at.p + 2, at.n - 2};
	if (at.n > 0 && str_int(at, &n) != OK)
		return false;
	if (!toggled && root && known && starred != r->arg->on)
		more(r, "t ", n);
	else if ((size_t)n + 1 < r->arg->ids_len)
		more(r, "", n + 1);
	return toggled || !root || known;
}

static bool
take_mark(struct reader *r, const json_t *root)
{
	if (r->arg->word == REMOTE_STAR && remote_miniflux_is_old(r->session))
		return take_star_old(r, root);
	return true;
}

static bool
take_subscribed(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	if (span_eq(r->arg->more, "d")) {
		const json_t *first = json_array_get(root, 0);
		struct span url = remote_json_span(remote_json_get(first, "url"));
		struct buf next = BUF_INIT(0);
		buf_addf(&next, "u %.*s", SPAN_FMT(url));
		if (url.n > 0)
			r->sink->more(r->sink->ctx, (struct span){next.data, next.len});
		buf_done(&next);
		return url.n > 0;
	}
	const struct remote_feed feed = {
		.id = remote_json_text(&arena, remote_json_get(root, "feed_id")),
		.url = r->arg->url,
		.title = r->arg->title,
	};
	if (feed.id.n > 0)
		r->sink->feed(r->sink->ctx, &feed);
	arena_done(&arena);
	return json_is_object(root);
}

static bool
take_full_text(struct reader *r, const json_t *root)
{
	struct span html = remote_json_span(remote_json_get(root, "content"));
	if (html.n > 0)
		r->sink->text(r->sink->ctx, html);
	return json_is_object(root);
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_LOGIN] = take_login,
	[REMOTE_OVERVIEW] = take_counters,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_unread,
	[REMOTE_STARRED] = take_unread,
	[REMOTE_NEW] = take_new,
	[REMOTE_CONTENTS] = take_contents,
	[REMOTE_MARK] = take_mark,
	[REMOTE_SUBSCRIBE] = take_subscribed,
	[REMOTE_MAKE_FOLDER] = take_folder,
	[REMOTE_FULL_TEXT] = take_full_text,
};

/* ---- what statuses mean here */

/* Lists of ids and stars that are set came in 2026. */
static bool
is_too_old(struct reader *r, enum remote_step step)
{
	bool asked = step == REMOTE_UNREAD || step == REMOTE_STARRED ||
		     (step == REMOTE_MARK && r->arg->word == REMOTE_STAR);
	return asked && (r->answer->status == 400 || r->answer->status == 404) &&
	       !remote_miniflux_is_old(r->session);
}

/* Whether the single entry of a request no longer exists. */
static bool
is_gone(struct reader *r, enum remote_step step)
{
	return r->answer->status == 404 && r->arg->more.n > 0 &&
	       (step == REMOTE_CONTENTS || step == REMOTE_MARK);
}

static bool
asks_again(struct reader *r, enum remote_step step)
{
	if (is_too_old(r, step)) {
		r->session->quirk = remote_quirk_named("miniflux", MINIFLUX_OLD);
		r->sink->more(r->sink->ctx, SPAN_LIT("0"));
		return true;
	}
	if (step == REMOTE_LOGIN && r->arg->more.n > 0 && r->answer->status == 404)
		return true; /* no version is given */
	if (is_gone(r, step))
		return takes[step](r, NULL);
	if (step != REMOTE_SUBSCRIBE || r->answer->status == 401)
		return false;
	if (remote_json_error_has(r->answer, "error_message", "already exists"))
		return true;
	if (r->arg->more.n == 0 && r->answer->status != 429) {
		r->sink->more(r->sink->ctx, SPAN_LIT("d"));
		return true;
	}
	return false;
}

/* T16: a 401 with an error in JSON comes from Miniflux; one with a web page does not. */
static enum remote_verdict
take_probe(struct reader *r)
{
	json_t *root = remote_json_read(r->answer->body);
	bool ours = r->answer->status == 401 && remote_json_get(root, "error_message");
	json_decref(root);
	if (ours)
		return REMOTE_OK;
	err_set(r->err, ERR_NOT_FOUND, _("there is no Miniflux at this address"));
	return REMOTE_OTHER;
}

enum remote_verdict
remote_miniflux_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, arg, sink, answer, err};
	if (step == REMOTE_PROBE)
		return take_probe(&r);
	enum remote_verdict verdict =
		remote_json_error_judge(session, step, arg, answer, "error_message", err);
	if (verdict != REMOTE_OK)
		return asks_again(&r, step) ? REMOTE_OK : verdict;
	/* An empty answer has status 204; a web page with another status comes from a
	 * portal. */
	bool empty = answer->status == 204;
	json_t *root = empty ? NULL : remote_json_read(answer->body);
	if ((!root && !empty) || (takes[step] && !takes[step](&r, root)))
		verdict = remote_answer_garbage(session, answer, err);
	json_decref(root);
	return verdict;
}
