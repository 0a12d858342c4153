#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "remote/answer.h"
#include "remote/id.h"
#include "remote/item.h"
#include "remote/json.h"
#include "remote/ttrss_inside.h"

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
	struct err *err;
	enum remote_verdict verdict; /* the verdict on an answer that was understood */
};

static const struct remote_members members = {
	.id = "id",
	.feed = "feed_id",
	.title = "title",
	.link = "link",
	.html = "content",
	.author = "author",
	.comments = "comments_link",
	.published = "updated",
	.tags = "tags",
	.unread = "unread",
	.starred = "marked",
};

/* Continues with "KIND N". */
static void
more(struct reader *r, const char *kind, int64_t n)
{
	struct buf next = BUF_INIT(0);
	buf_addf(&next, "%s%" PRId64, kind, n);
	r->sink->more(r->sink->ctx, (struct span){next.data, next.len});
	buf_done(&next);
}

static void
refuse(struct reader *r, const char *sentence, struct span about)
{
	err_set(r->err, ERR_DENIED, "%s%s%.*s", sentence, about.n > 0 ? ": " : "",
		(int)(about.n < 200 ? about.n : 200), about.n > 0 ? about.p : "");
	r->verdict = REMOTE_REFUSED;
}

/* ---- session, feeds and folders */

static bool
take_login(struct reader *r, const json_t *content)
{
	struct span id = remote_json_span(remote_json_get(content, "session_id"));
	struct span version = remote_json_span(remote_json_get(content, "version"));
	if (r->arg->more.n > 0) {
		buf_clear(&r->session->version);
		buf_add(&r->session->version, version.p, version.n);
		return version.n > 0;
	}
	buf_clear(&r->session->token);
	buf_add(&r->session->token, id.p, id.n);
	if (id.n > 0)
		r->sink->more(r->sink->ctx, SPAN_LIT("v"));
	return id.n > 0;
}

/* Numbers of feeds, their unread items, and as a stamp how many are starred. When a feed
 * was last polled is left out: that is not a change. */
static bool
take_counters(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		const json_t *id = remote_json_get(value, "id");
		int64_t feed = remote_json_integer(id, 0);
		int64_t n = remote_json_count(remote_json_get(value, "counter"), -1);
		char name[24], stamp[24];
		if (n < 0 || remote_json_get(value, "kind"))
			continue;
		if (span_eq(remote_json_span(id), "global-unread"))
			r->sink->total(r->sink->ctx, n);
		if (feed <= 0)
			continue;
		(void)snprintf(name, sizeof name, "%" PRId64, feed);
		(void)snprintf(stamp, sizeof stamp, "%" PRId64,
			remote_json_integer(remote_json_get(value, "markedcounter"), 0));
		remote_answer_count(r->sink, span_of(name), n, span_of(stamp));
	}
	return json_is_array(content);
}

/* Folders within folders; those with numbers below 1 are made up. */
static void
take_branch(struct reader *r, const json_t *items, struct span parent)
{
	size_t i;
	const json_t *value;
	json_array_foreach(items, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span type = remote_json_span(remote_json_get(value, "type"));
		const json_t *number = remote_json_get(value, "bare_id");
		struct remote_folder folder = {
			.kind = REMOTE_FOLDER,
			.id = remote_json_text(&arena, number),
			.name = span_of(
				remote_json_line(&arena, remote_json_get(value, "name"))),
			.parent = parent,
		};
		bool real = remote_json_integer(number, 0) > 0 &&
			    span_eq(type, "category") && folder.name.n > 0;
		if (real)
			r->sink->folder(r->sink->ctx, &folder);
		take_branch(
			r, remote_json_list(value, "items"), real ? folder.id : parent);
		arena_done(&arena);
	}
}

static bool
take_labels(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		struct arena arena = ARENA_INIT;
		struct span name = span_of(
			remote_json_line(&arena, remote_json_get(value, "caption")));
		if (name.n > 0)
			r->sink->folder(r->sink->ctx,
				&(struct remote_folder){.kind = REMOTE_LABEL_OF_ITEMS,
					.id = name,
					.name = name});
		arena_done(&arena);
	}
	return json_is_array(content);
}

static bool
take_folders(struct reader *r, const json_t *content)
{
	if (r->arg->more.n > 0)
		return take_labels(r, content);
	const json_t *items =
		remote_json_list(remote_json_get(content, "categories"), "items");
	take_branch(r, items, (struct span){NULL, 0});
	if (items)
		r->sink->more(r->sink->ctx, SPAN_LIT("l"));
	return items != NULL;
}

static bool
take_feeds(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		struct arena arena = ARENA_INIT;
		const json_t *category = remote_json_get(value, "cat_id");
		struct span folder = remote_json_text(&arena, category);
		const struct remote_feed feed = {
			.id = remote_json_text(&arena, remote_json_get(value, "id")),
			.url = span_of(remote_json_line(
				&arena, remote_json_get(value, "feed_url"))),
			.title = span_of(remote_json_line(
				&arena, remote_json_get(value, "title"))),
			.folders = &folder,
			.folders_len = remote_json_integer(category, 0) > 0 ? 1 : 0,
		};
		if (feed.id.n > 0 && feed.url.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return json_is_array(content);
}

/* ---- items */

static bool
take_ids(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		struct remote_id id;
		if (remote_json_id(remote_json_get(value, "id"), &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
	return json_is_array(content);
}

static bool
take_unread(struct reader *r, const json_t *content)
{
	bool before = span_eq(r->arg->more, "b");
	if (before || span_eq(r->arg->more, "e")) {
		int64_t n = remote_json_integer(remote_json_get(content, "unread"), -1);
		if (n >= 0)
			r->sink->total(r->sink->ctx, n);
		if (before)
			r->sink->more(r->sink->ctx, SPAN_LIT("p 0"));
		return n >= 0;
	}
	if (!take_ids(r, content))
		return false;
	size_t n = json_array_size(content);
	if (r->arg->more.n == 0 && n < TTRSS_PAGE)
		r->sink->total(r->sink->ctx, (int64_t)n);
	else if (r->arg->more.n == 0)
		r->sink->more(r->sink->ctx, SPAN_LIT("b"));
	else if (n > 0)
		more(r, "p ", remote_ttrss_offset(r->arg) + (int64_t)n);
	else
		r->sink->more(r->sink->ctx, SPAN_LIT("e"));
	return true;
}

/* Asks for the next page after one of n, until one is not full. kind: what more begins
 * with. */
static void
next_page(struct reader *r, const char *kind, size_t n)
{
	if (n >= TTRSS_PAGE)
		more(r, kind, remote_ttrss_offset(r->arg) + (int64_t)n);
}

static bool
take_starred(struct reader *r, const json_t *content)
{
	next_page(r, "p ", json_array_size(content));
	return take_ids(r, content);
}

/* Continues with the number of the label that the step is about. */
static void
find_label(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		struct span caption = remote_json_span(remote_json_get(value, "caption"));
		int64_t id = remote_json_integer(remote_json_get(value, "id"), 0);
		if (id == 0 || caption.n != r->arg->label.n ||
			memcmp(caption.p, r->arg->label.p, caption.n) != 0)
			continue;
		more(r, "l ", id);
		return;
	}
	refuse(r,
		_("there is no such label; labels can only be created in its web "
		  "interface"),
		r->arg->label);
}

static bool
take_label(struct reader *r, const json_t *content)
{
	struct span label = remote_ttrss_label(r->arg);
	if (label.n == 0) {
		find_label(r, content);
		return json_is_array(content);
	}
	struct buf kind = BUF_INIT(0);
	buf_addf(&kind, "l %.*s ", SPAN_FMT(label));
	next_page(r, buf_str(&kind), json_array_size(content));
	buf_done(&kind);
	return take_ids(r, content);
}

static void
read_labels(struct arena *arena, const json_t *value, struct remote_item *item)
{
	struct span *labels = NULL;
	size_t i;
	const json_t *element;
	json_array_foreach(remote_json_list(value, "labels"), i, element)
	{
		char *name = remote_json_line(arena, json_array_get(element, 1));
		if (!name)
			continue;
		labels = arena_push(arena, labels, item->labels_len, sizeof *labels);
		labels[item->labels_len++] = span_of(name);
	}
	item->labels = labels;
}

static void
take_article(struct reader *r, const json_t *value)
{
	struct arena *arena = r->sink->arena;
	struct remote_id id;
	struct remote_item item;
	size_t i;
	const json_t *element;
	if (!remote_item_read(arena, value, &members, &id, &item))
		return;
	if (span_eq(item.feed, "0")) /* kept after its feed was unsubscribed */
		item.feed = (struct span){NULL, 0};
	read_labels(arena, value, &item);
	json_array_foreach(remote_json_list(value, "attachments"), i, element)
	{
		remote_item_enclose(arena, item.item,
			remote_json_get(element, "content_url"),
			remote_json_get(element, "content_type"), NULL);
	}
	r->sink->item(r->sink->ctx, &item);
}

static bool
take_articles(struct reader *r, const json_t *content)
{
	size_t i;
	const json_t *value;
	json_array_foreach(content, i, value)
	{
		take_article(r, value);
	}
	return json_is_array(content);
}

/* Whether the oldest of a page is from before what is asked for. Articles can't be
 * requested by their time, so this ends a list that has no id to begin with. */
static bool
is_far_enough(struct reader *r, const json_t *content)
{
	const json_t *last = json_array_get(content, json_array_size(content) - 1);
	int64_t when = remote_item_time(remote_json_get(last, "updated"));
	return r->arg->newest.n == 0 && when != TIME_NONE && when < r->arg->since;
}

static bool
take_new(struct reader *r, const json_t *content)
{
	if (!is_far_enough(r, content))
		next_page(r, "p ", json_array_size(content));
	return take_articles(r, content);
}

/* ---- changing */

static bool
is_done(const json_t *content)
{
	return span_eq(remote_json_span(remote_json_get(content, "status")), "OK");
}

/* T23: how many were updated means nothing. */
static bool
take_mark(struct reader *r, const json_t *content)
{
	if (r->arg->word != REMOTE_TAG || remote_ttrss_label(r->arg).n > 0)
		return is_done(content);
	find_label(r, content);
	return json_is_array(content);
}

static bool
take_done(struct reader *r, const json_t *content)
{
	(void)r;
	return is_done(content);
}

/* The answer of subscribeToFeed. */
enum {
	CODE_THERE,
	CODE_NEW,
	CODE_BAD_ADDRESS,
	CODE_NO_FEED,
	CODE_SEVERAL,
};

/* A page has several feeds: the first of them. */
static bool
choose_feed(struct reader *r, const json_t *feeds)
{
	void *first = json_is_object(feeds) ? json_object_iter((json_t *)(uintptr_t)feeds)
					    : NULL;
	struct buf next = BUF_INIT(0);
	if (!first || r->arg->more.n > 0)
		return false;
	buf_addf(&next, "u %s", json_object_iter_key(first));
	r->sink->more(r->sink->ctx, (struct span){next.data, next.len});
	buf_done(&next);
	return true;
}

static bool
take_subscribed(struct reader *r, const json_t *content)
{
	const json_t *status = remote_json_get(content, "status");
	struct span message = remote_json_span(remote_json_get(status, "message"));
	struct arena arena = ARENA_INIT;
	const struct remote_feed feed = {
		.id = remote_json_text(&arena, remote_json_get(status, "feed_id")),
		.url = r->arg->url,
	};
	int64_t code = remote_json_integer(remote_json_get(status, "code"), -1);
	switch (code) {
	case CODE_THERE:
	case CODE_NEW:
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		break;
	case CODE_BAD_ADDRESS:
		refuse(r, _("the server does not accept this address"), r->arg->url);
		break;
	case CODE_SEVERAL:
		if (choose_feed(r, remote_json_get(status, "feeds")))
			break;
		/* fall through */
	case CODE_NO_FEED:
		refuse(r, _("the server found no feed there"), r->arg->url);
		break;
	default:
		refuse(r, _("the server cannot load the feed"), message);
	}
	arena_done(&arena);
	return json_is_object(status);
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_LOGIN] = take_login,
	[REMOTE_OVERVIEW] = take_counters,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_unread,
	[REMOTE_STARRED] = take_starred,
	[REMOTE_LABEL] = take_label,
	[REMOTE_NEW] = take_new,
	[REMOTE_CONTENTS] = take_articles,
	[REMOTE_MARK] = take_mark,
	[REMOTE_SUBSCRIBE] = take_subscribed,
	[REMOTE_UNSUBSCRIBE] = take_done,
	[REMOTE_REFRESH] = take_done,
};

/* ---- errors: T27, all with status 200 */

static enum remote_verdict
judge_error(struct reader *r, enum remote_step step, struct span error)
{
	if (span_eq(error, "NOT_LOGGED_IN")) {
		err_set(r->err, ERR_DENIED, _("the session has ended"));
		return REMOTE_AGAIN_LOGIN;
	}
	if (span_eq(error, "LOGIN_ERROR"))
		return remote_answer_denied(r->session, r->err);
	if (span_eq(error, "API_DISABLED")) {
		err_set(r->err, ERR_DENIED,
			_("API access is off for this user; switch it on in Preferences, "
			  "Enable API"));
		return REMOTE_REST;
	}
	if (step == REMOTE_UNSUBSCRIBE && span_eq(error, "FEED_NOT_FOUND"))
		return REMOTE_OK;
	refuse(r, _("the server refuses"), error);
	return r->verdict;
}

static enum remote_verdict
take_probe(struct reader *r, const struct remote_answer *answer)
{
	json_t *root = remote_json_read(answer->body);
	bool ours = answer->status == 200 && remote_json_get(root, "status") &&
		    json_is_object(remote_json_get(root, "content"));
	json_decref(root);
	if (ours)
		return REMOTE_OK;
	err_set(r->err, ERR_NOT_FOUND, _("there is no Tiny Tiny RSS at this address"));
	return REMOTE_OTHER;
}

static enum remote_verdict
take_content(struct reader *r, enum remote_step step, const json_t *root, bool *whole)
{
	const json_t *content = remote_json_get(root, "content");
	struct span error = remote_json_span(remote_json_get(content, "error"));
	*whole = content != NULL;
	if (error.n > 0)
		return judge_error(r, step, error);
	*whole = takes[step] && takes[step](r, content);
	return r->verdict;
}

enum remote_verdict
remote_ttrss_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, arg, sink, err, REMOTE_OK};
	if (step == REMOTE_PROBE)
		return take_probe(&r, answer);
	enum remote_verdict verdict =
		remote_answer_judge(session, step, arg, answer, err);
	if (verdict != REMOTE_OK)
		return verdict;
	bool whole;
	json_t *root = remote_json_read(answer->body);
	verdict = take_content(&r, step, root, &whole);
	json_decref(root);
	return whole ? verdict : remote_answer_garbage(session, answer, err);
}
