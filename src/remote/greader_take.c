#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "remote/answer.h"
#include "remote/greader_inside.h"
#include "remote/id.h"
#include "remote/json.h"
#include "remote/quirk.h"
#include "remote/title.h"

/* What a step's answer is read with. */
struct reader {
	struct remote_session *session;
	const struct remote_arg *arg;
	const struct remote_sink *sink;
	struct err *err;
};

static void
be(struct remote_session *session, const char *name)
{
	const struct remote_quirk *quirk = remote_quirk_named("greader", name);
	if (quirk)
		session->quirk = quirk;
}

static struct span
header(const struct remote_answer *answer, const char *name)
{
	return answer->header ? answer->header(answer->of, name) : (struct span){NULL, 0};
}

/* What follows user/ID/label/ or user/ID/state/; p NULL if it is another stream. */
static struct span
after(struct span stream, const char *kind)
{
	struct span none = {NULL, 0}, part, rest = stream;
	if (!span_split(&rest, '/', &part) || !span_eq(part, "user") ||
		!span_split(&rest, '/', &part) || !span_split(&rest, '/', &part) ||
		!span_eq(part, kind) || !rest.p)
		return none;
	return rest;
}

static bool
is_state(struct span stream, const char *name)
{
	struct span state = after(stream, "state"), vendor;
	return state.p && span_split(&state, '/', &vendor) && span_eq(state, name);
}

/* An item's id in any of its forms. */
static bool
read_id(const json_t *value, struct remote_id *out)
{
	struct span text = remote_json_span(value);
	size_t prefix = sizeof GREADER_ITEM - 1;
	if (!text.p || text.n < prefix || memcmp(text.p, GREADER_ITEM, prefix) != 0)
		return remote_json_id(value, out);
	struct span hex = {text.p + prefix, text.n - prefix};
	uint64_t number = 0;
	for (size_t i = 0; i < hex.n && hex.n <= 16; i++) {
		const char *digits = "0123456789abcdef";
		const char *digit = memchr(digits, str_lower(hex.p[i]), 16);
		if (!digit)
			return remote_id_text(hex, out);
		number = number << 4 | (uint64_t)(digit - digits);
	}
	if (hex.n == 0 || hex.n > 16)
		return remote_id_text(hex, out);
	remote_id_number(number, out);
	return true;
}

static enum remote_verdict
take_login(struct reader *r, const struct remote_answer *answer)
{
	struct span rest = answer->body, line;
	while (span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		if (line.n <= 5 || memcmp(line.p, "Auth=", 5) != 0)
			continue;
		buf_clear(&r->session->token);
		buf_add(&r->session->token, line.p + 5, line.n - 5);
		buf_clear(&r->session->edit);
		return REMOTE_OK;
	}
	return remote_answer_garbage(r->session, answer, r->err);
}

/* A word; anything with blanks or < is a page. */
static enum remote_verdict
take_token(struct reader *r, const struct remote_answer *answer)
{
	struct span token = span_trim(answer->body);
	if (token.n == 0 || token.n > 1024 || memchr(token.p, '<', token.n) ||
		memchr(token.p, ' ', token.n) || memchr(token.p, '\n', token.n))
		return remote_answer_garbage(r->session, answer, r->err);
	buf_clear(&r->session->edit);
	buf_add(&r->session->edit, token.p, token.n);
	return REMOTE_OK;
}

static bool
take_counts(struct reader *r, const json_t *root)
{
	if (json_is_array(root)) /* T21: Miniflux has no such path */
		return true;
	const json_t *list = remote_json_list(root, "unreadcounts");
	size_t i;
	const json_t *element;
	json_array_foreach(list, i, element)
	{
		struct span id = remote_json_span(remote_json_get(element, "id"));
		int64_t n = remote_json_count(remote_json_get(element, "count"), -1);
		if (n >= 0 && is_state(id, "reading-list"))
			r->sink->total(r->sink->ctx, n);
		remote_answer_count(r->sink, id, n,
			remote_json_span(
				remote_json_get(element, "newestItemTimestampUsec")));
	}
	return list != NULL;
}

static enum remote_folder_kind
folder_kind(const json_t *tag)
{
	struct span type = remote_json_span(remote_json_get(tag, "type"));
	if (span_eq(type, "folder"))
		return REMOTE_FOLDER;
	return span_eq(type, "tag") ? REMOTE_LABEL_OF_ITEMS : REMOTE_EITHER;
}

static struct span
line(struct arena *arena, const json_t *object, const char *key)
{
	return span_of(remote_json_line(arena, remote_json_get(object, key)));
}

static bool
take_folders(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "tags");
	struct arena arena = ARENA_INIT;
	size_t i;
	const json_t *tag;
	json_array_foreach(list, i, tag)
	{
		struct span id = remote_json_span(remote_json_get(tag, "id"));
		struct span label = after(id, "label");
		struct span name = after(line(&arena, tag, "id"), "label");
		if (!label.n || !name.n)
			continue;
		if (str_digit(id.p[5]) && folder_kind(tag) == REMOTE_FOLDER &&
			r->session->quirk == remote_quirk_general("greader"))
			be(r->session, "Miniflux");
		r->sink->folder(r->sink->ctx,
			&(struct remote_folder){
				.kind = folder_kind(tag), .id = label, .name = name});
		arena_reset(&arena);
	}
	arena_done(&arena);
	return list != NULL;
}

/* The folders of a feed, in the arena. */
static size_t
read_folders(struct arena *arena, const json_t *feed, struct span **out)
{
	const json_t *list = remote_json_list(feed, "categories");
	size_t len = 0, i;
	const json_t *element;
	*out = NULL;
	json_array_foreach(list, i, element)
	{
		struct span name =
			after(remote_json_span(remote_json_get(element, "id")), "label");
		if (!name.p || name.n == 0)
			continue;
		*out = arena_push(arena, *out, len, sizeof **out);
		(*out)[len++] = name;
	}
	return len;
}

static bool
has_wide_titles(const struct reader *r)
{
	return r->session->quirk->flags & REMOTE_WIDE_TITLES;
}

static bool
take_feeds(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "subscriptions");
	size_t i;
	const json_t *element;
	json_array_foreach(list, i, element)
	{
		struct arena arena = ARENA_INIT;
		struct span *folders;
		struct remote_feed feed = {
			.id = remote_json_text(&arena, remote_json_get(element, "id")),
			.url = line(&arena, element, "url"),
			.title = line(&arena, element, "title"),
			.site = line(&arena, element, "htmlUrl"),
		};
		if (has_wide_titles(r))
			feed.title = span_of(remote_title_narrow(&arena, feed.title));
		feed.folders_len = read_folders(&arena, element, &folders);
		feed.folders = folders;
		if (feed.url.n == 0 && feed.id.n > 5 &&
			memcmp(feed.id.p, "feed/http", 9 < feed.id.n ? 9 : 5) == 0)
			feed.url = (struct span){feed.id.p + 5, feed.id.n - 5};
		if (feed.id.n > 0)
			r->sink->feed(r->sink->ctx, &feed);
		arena_done(&arena);
	}
	return list != NULL;
}

static void
take_continuation(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	struct span next =
		remote_json_text(&arena, remote_json_get(root, "continuation"));
	if (next.n > 0)
		r->sink->more(r->sink->ctx, next);
	arena_done(&arena);
}

static bool
take_ids(struct reader *r, const json_t *root)
{
	/* T21: a path that Miniflux does not have; this is also how PHP writes an empty
	 * object. */
	if (json_is_array(root) && json_array_size(root) == 0)
		return false;
	const json_t *list = remote_json_list(root, "itemRefs");
	size_t i;
	const json_t *element;
	json_array_foreach(list, i, element)
	{
		struct remote_id id;
		if (read_id(remote_json_get(element, "id"), &id))
			r->sink->id(r->sink->ctx, remote_id_span(&id));
	}
	if (list)
		take_continuation(r, root);
	return list != NULL;
}

static char *
first_href(struct arena *arena, const json_t *item, const char *key)
{
	const json_t *first = json_array_get(remote_json_list(item, key), 0);
	struct span href = span_trim(remote_json_span(remote_json_get(first, "href")));
	return href.n > 0 ? url_resolve(arena, NULL, href) : NULL;
}

static void
read_enclosures(struct arena *arena, const json_t *value, struct item *item)
{
	const json_t *list = remote_json_list(value, "enclosure");
	size_t i;
	const json_t *element;
	json_array_foreach(list, i, element)
	{
		struct span href =
			span_trim(remote_json_span(remote_json_get(element, "href")));
		if (href.n == 0)
			continue;
		item->enclosures = arena_push(arena, item->enclosures,
			item->enclosures_len, sizeof *item->enclosures);
		item->enclosures[item->enclosures_len++] = (struct enclosure){
			.url = url_resolve(arena, NULL, href),
			.type = remote_json_line(arena, remote_json_get(element, "type")),
			.length = remote_json_integer(
				remote_json_get(element, "length"), -1),
		};
	}
}

/* States and labels; what has no prefix is the feed's own category of the item. */
static void
read_categories(struct arena *arena, const json_t *value, struct remote_item *out)
{
	struct span *labels = NULL;
	size_t i;
	const json_t *element;
	out->flags = ITEM_UNREAD;
	json_array_foreach(remote_json_list(value, "categories"), i, element)
	{
		struct span name = remote_json_span(element),
			    label = after(name, "label");
		if (label.n > 0) {
			labels = arena_push(
				arena, labels, out->labels_len, sizeof *labels);
			labels[out->labels_len++] = arena_span(arena, label);
		} else if (is_state(name, "read")) {
			out->flags &= ~ITEM_UNREAD;
		} else if (is_state(name, "starred")) {
			out->flags |= ITEM_STARRED;
		} else if (name.n > 0 && !after(name, "state").p) {
			struct item *item = out->item;
			item->categories = arena_push(arena, item->categories,
				item->categories_len, sizeof *item->categories);
			char *text = remote_json_line(arena, element);
			if (text)
				item->categories[item->categories_len++] = text;
		}
	}
	out->labels = labels;
}

static void
read_author(struct reader *r, const json_t *value, struct item *item)
{
	struct arena *arena = r->sink->arena;
	char *name = remote_json_line(arena, remote_json_get(value, "author"));
	if (!name)
		return;
	if (has_wide_titles(r))
		name = remote_title_narrow(arena, span_of(name));
	item->authors = arena_push(arena, NULL, 0, sizeof *item->authors);
	item->authors[0].name = name;
	item->authors_len = 1;
}

static struct text
read_text(struct arena *arena, const json_t *value, const char *key, char *base)
{
	struct span html =
		remote_json_span(remote_json_get(remote_json_get(value, key), "content"));
	if (html.n == 0)
		return (struct text){0};
	return (struct text){arena_strndup(arena, html.p, html.n), TEXT_HTML, base};
}

static int64_t
when(const json_t *value, const char *key)
{
	int64_t at = remote_json_integer(remote_json_get(value, key), 0);
	return at > 0 ? at : TIME_NONE;
}

static struct item *
read_item(struct reader *r, const json_t *value)
{
	struct arena *arena = r->sink->arena;
	struct item *item = arena_zalloc(arena, sizeof *item);
	item->title = remote_json_line(arena, remote_json_get(value, "title"));
	if (has_wide_titles(r))
		item->title = remote_title_narrow(arena, span_of(item->title));
	item->link = first_href(arena, value, "canonical");
	if (!item->link)
		item->link = first_href(arena, value, "alternate");
	item->summary = read_text(arena, value, "summary", item->link);
	item->content = read_text(arena, value, "content", item->link);
	item->published = when(value, "published");
	item->updated = when(value, "updated");
	item->media.views = item->media.votes = item->comments_count = -1;
	read_author(r, value, item);
	read_enclosures(arena, value, item);
	return item;
}

static int64_t
arrival(const json_t *value)
{
	int64_t us = remote_json_integer(remote_json_get(value, "timestampUsec"), 0);
	int64_t ms = remote_json_integer(remote_json_get(value, "crawlTimeMsec"), 0);
	if (us > 0)
		return us / 1000000;
	return ms > 0 ? ms / 1000 : TIME_NONE;
}

static bool
take_contents(struct reader *r, const json_t *root)
{
	const json_t *list = remote_json_list(root, "items");
	struct arena *arena = r->sink->arena;
	size_t i;
	const json_t *value;
	json_array_foreach(list, i, value)
	{
		struct remote_id id;
		if (!read_id(remote_json_get(value, "id"), &id))
			continue;
		const json_t *origin = remote_json_get(value, "origin");
		struct remote_item item = {
			.id = remote_id_span(&id),
			.feed = remote_json_text(
				arena, remote_json_get(origin, "streamId")),
			.arrived = arrival(value),
			.item = read_item(r, value),
		};
		read_categories(arena, value, &item);
		r->sink->item(r->sink->ctx, &item);
	}
	return list != NULL;
}

/* A FreshRSS of before 2021 leaves out the first part of a stream's name. */
static struct span
subscribed_id(struct arena *arena, const json_t *root)
{
	struct span id = remote_json_text(arena, remote_json_get(root, "streamId"));
	int64_t number;
	if (str_int(id, &number) == OK)
		return span_of(arena_printf(arena, "feed/%.*s", SPAN_FMT(id)));
	return id;
}

static bool
take_subscribed(struct reader *r, const json_t *root)
{
	struct arena arena = ARENA_INIT;
	struct remote_feed feed = {
		.id = subscribed_id(&arena, root),
		.url = r->arg->url,
		.title = line(&arena, root, "streamName"),
	};
	if (has_wide_titles(r))
		feed.title = span_of(remote_title_decode(&arena, feed.title));
	if (feed.id.n > 0)
		r->sink->feed(r->sink->ctx, &feed);
	arena_done(&arena);
	return json_is_object(root);
}

static bool (*const takes[REMOTE_STEPS])(struct reader *, const json_t *) = {
	[REMOTE_OVERVIEW] = take_counts,
	[REMOTE_FOLDERS] = take_folders,
	[REMOTE_FEEDS] = take_feeds,
	[REMOTE_UNREAD] = take_ids,
	[REMOTE_STARRED] = take_ids,
	[REMOTE_LABEL] = take_ids,
	[REMOTE_NEW] = take_ids,
	[REMOTE_CONTENTS] = take_contents,
	[REMOTE_SUBSCRIBE] = take_subscribed,
};

/* T14: quickadd fails with status 200. Being subscribed already counts as success. */
static enum remote_verdict
judge_subscribed(struct reader *r, const json_t *root)
{
	struct span error = remote_json_span(remote_json_get(root, "error"));
	if (error.n == 0)
		return REMOTE_OK;
	if (str_istarts(error.p, "already subscribed"))
		return REMOTE_OK;
	err_set(r->err, ERR_DENIED, "%.*s", SPAN_FMT(error));
	return REMOTE_REFUSED;
}

static enum remote_verdict
take_json(struct reader *r, enum remote_step step, const struct remote_answer *answer)
{
	json_t *root = remote_json_read(answer->body);
	enum remote_verdict verdict = REMOTE_OK;
	if (root && step == REMOTE_SUBSCRIBE)
		verdict = judge_subscribed(r, root);
	if (verdict == REMOTE_OK && (!root || !takes[step](r, root)))
		verdict = remote_answer_garbage(r->session, answer, r->err);
	json_decref(root);
	return verdict;
}

/* Writes are answered with "OK" and nothing else, by Miniflux too. Anything else, such as
 * a web page, is garbage. */
static enum remote_verdict
take_done(struct reader *r, const struct remote_answer *answer)
{
	struct span body = span_trim(answer->body);
	if (span_ieq(body, "OK") || span_ieq(body, "\"OK\""))
		return REMOTE_OK;
	return remote_answer_garbage(r->session, answer, r->err);
}

static bool
is_off(const struct remote_answer *answer)
{
	return answer->status == 503 &&
	       span_eq(span_trim(answer->body), "Service Unavailable!");
}

static enum remote_verdict
say_off(struct reader *r)
{
	err_set(r->err, ERR_DENIED,
		_("API access of this FreshRSS is off; switch it on in Settings, "
		  "Authentication"));
	return REMOTE_REST;
}

/* What FreshRSS answers when its web server does not pass on the path. */
static bool
is_deaf(const struct remote_answer *answer)
{
	struct span body = span_trim(answer->body);
	return (answer->status == 200 && span_eq(body, "OK")) ||
	       (answer->status == 400 && span_eq(body, "Bad Request!"));
}

/* The server itself is broken: another address would not help. */
static bool
is_broken(struct reader *r, const struct remote_answer *answer)
{
	if (answer->status == 502 || answer->status == 503) {
		(void)remote_answer_judge(
			r->session, REMOTE_PROBE, r->arg, answer, r->err);
		return true;
	}
	return remote_answer_complaint(answer, r->err) != REMOTE_OK;
}

/* Which server it is, from an answer to a request without a login. */
static enum remote_verdict
take_probe(struct reader *r, const struct remote_answer *answer)
{
	const struct remote_quirk *known = remote_quirk_at("greader", r->session->base);
	struct span body = span_trim(answer->body);
	if (known)
		r->session->quirk = known;
	else if (body.n > 0 && body.p[0] == '{')
		be(r->session, "Miniflux");
	else if (answer->status == 401 && span_eq(body, "Unauthorized!"))
		be(r->session, "FreshRSS");
	if (is_off(answer))
		return say_off(r);
	if (known && known->end && is_deaf(answer)) {
		err_set(r->err, ERR_DENIED,
			_("FreshRSS is at %s, but its web server does not pass on what "
			  "follows greader.php in an address (PATH_INFO); change its "
			  "configuration"),
			r->session->base);
		return REMOTE_REST;
	}
	if (known && known->end && is_broken(r, answer)) {
		err_prefix(r->err, "%s", r->session->base);
		return REMOTE_REST;
	}
	if ((known && known->host) || header(answer, "Google-Bad-Token").p ||
		header(answer, "X-Reader-Google-Bad-Token").p)
		return REMOTE_OK;
	if (answer->status != 401 || (body.n > 0 && body.p[0] == '<')) {
		err_set(r->err, ERR_NOT_FOUND,
			_("there is no Google Reader API at this address"));
		return REMOTE_OTHER;
	}
	return REMOTE_OK;
}

static void
take_limits(struct remote_session *session, const struct remote_answer *answer)
{
	static const char *const names[2][2] = {
		{"X-Reader-Zone1-Limit", "X-Reader-Zone1-Usage"},
		{"X-Reader-Zone2-Limit", "X-Reader-Zone2-Usage"},
	};
	for (size_t i = 0; i < 2; i++) {
		int64_t limit, used;
		if (str_int(header(answer, names[i][0]), &limit) == OK &&
			str_int(header(answer, names[i][1]), &used) == OK)
			session->left[i] = used < limit ? limit - used : 0;
	}
	int64_t reset;
	if (str_int(header(answer, "X-Reader-Limits-Reset-After"), &reset) == OK)
		session->reset = reset;
}

/* A page that wants a login comes from a web server in front of the API; its login and
 * that of the API would have to be in the same header. */
static bool
is_guarded(const struct remote_answer *answer)
{
	struct span body = span_trim(answer->body);
	return answer->status == 401 && body.n > 0 && body.p[0] == '<' &&
	       header(answer, "WWW-Authenticate").p;
}

static enum remote_verdict
say_guarded(struct reader *r)
{
	err_set(r->err, ERR_DENIED,
		_("the web server of %s requires its own login (HTTP authentication), so "
		  "a feed server behind it cannot have one; exempt the address of the "
		  "API"),
		r->session->base);
	return REMOTE_REST;
}

/* T12: a 401 says whether it is about the token for writing. FreshRSS says so with every
 * 401, so the token is only to blame where one was sent. */
static enum remote_verdict
judge(struct reader *r, enum remote_step step, const struct remote_answer *answer)
{
	enum remote_verdict verdict =
		remote_answer_judge(r->session, step, r->arg, answer, r->err);
	bool bad_token = header(answer, "Google-Bad-Token").p ||
			 header(answer, "X-Reader-Google-Bad-Token").p;
	bool writes = step == REMOTE_CONTENTS || step >= REMOTE_MARK;
	if (verdict == REMOTE_AGAIN_LOGIN && bad_token && writes)
		return REMOTE_AGAIN_TOKEN;
	struct span expired = header(answer, "X-BQ-LoginErrorReason");
	if (step == REMOTE_LOGIN && verdict != REMOTE_OK && expired.p) {
		err_set(r->err, ERR_DENIED,
			_("the subscription of this account has expired (%.*s)"),
			SPAN_FMT(expired));
		return REMOTE_REST;
	}
	if (step == REMOTE_LOGIN && is_guarded(answer))
		return say_guarded(r);
	if (step == REMOTE_LOGIN && (answer->status == 400 || answer->status == 403))
		return remote_answer_denied(r->session, r->err);
	return is_off(answer) ? say_off(r) : verdict;
}

enum remote_verdict
remote_greader_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err)
{
	struct reader r = {session, arg, sink, err};
	struct remote_answer plain = *answer;
	if (step != REMOTE_PROBE) {
		plain.body = remote_json_behind_notices(answer->body);
		answer = &plain;
	}
	take_limits(session, answer);
	if (step == REMOTE_PROBE)
		return take_probe(&r, answer);
	enum remote_verdict verdict = judge(&r, step, answer);
	if (verdict != REMOTE_OK)
		return verdict;
	if (step == REMOTE_LOGIN)
		return take_login(&r, answer);
	if (step == REMOTE_TOKEN)
		return take_token(&r, answer);
	return takes[step] ? take_json(&r, step, answer) : take_done(&r, answer);
}
