/* Miniflux's own API as of August 2026, or as it was before (trap "old"). */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account.h"
#include "base/mem.h"
#include "base/str.h"

#define IDS_MAX 10000
#define ENTRIES_MAX 1000

static void
error(struct account_call *call, long status, const char *message)
{
	account_say(call, status, "{\"error_message\":");
	account_put_text(&call->out->body, message);
	buf_addc(&call->out->body, '}');
}

static bool
is_known(struct account *account, const struct request *request)
{
	struct buf value = BUF_INIT(0);
	bool known = account_basic(request) ||
		     (request_header(request, "X-Auth-Token", &value) &&
			     str_eq(buf_str(&value), ACCOUNT_PASSWORD));
	buf_done(&value);
	if (account->traps[ACCOUNT_TRAP_LOGIN] <= 0)
		return known;
	account->traps[ACCOUNT_TRAP_LOGIN]--;
	return false;
}

static void
put_date(struct buf *out, const char *name, int64_t microseconds)
{
	time_t seconds = (time_t)(microseconds / 1000000);
	struct tm tm;
	char text[64];
	gmtime_r(&seconds, &tm);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	buf_addf(out, ",\"%s\":\"%s.%06dZ\"", name, text, (int)(microseconds % 1000000));
}

/* ---- entries */

/* What a request for entries wants. */
struct filter {
	int64_t after, before, changed, feed;
	bool unread, read, starred, ascending;
	size_t limit, offset;
};

static void
read_filter(const struct account_call *call, struct filter *out)
{
	const struct account_params *query = &call->query;
	const char *status = account_param(query, "status");
	*out = (struct filter){
		.after = account_number(query, "after_entry_id", 0),
		.before = account_number(query, "before_entry_id", 0),
		.changed = account_number(query, "changed_after", 0),
		.feed = account_number(query, "feed_id", 0),
		.unread = str_eq(status, "unread"),
		.read = str_eq(status, "read"),
		.starred = str_eq(account_param(query, "starred"), "true"),
		.ascending = str_eq(account_param(query, "direction"), "asc"),
		.limit = (size_t)account_number(query, "limit", 100),
		.offset = (size_t)account_number(query, "offset", 0),
	};
}

static bool
passes(const struct account_item *item, const struct filter *f)
{
	return !(f->unread && item->read) && !(f->read && !item->read) &&
	       !(f->starred && !item->starred) && (!f->feed || item->feed == f->feed) &&
	       (!f->after || item->id > f->after) &&
	       (!f->before || item->id < f->before) &&
	       (!f->changed || item->changed / 1000000 > f->changed);
}

static void
put_entry(struct account *account, struct buf *out, const struct account_item *item)
{
	buf_adds(out, "{\"id\":");
	account_put_number(account, out, item->id);
	buf_adds(out, ",\"feed_id\":");
	account_put_number(account, out, item->feed);
	buf_addf(out, ",\"status\":\"%s\",\"hash\":\"%" PRIx64 "\",\"title\":",
		item->read ? "read" : "unread", item->id);
	account_put_title(out, item);
	buf_adds(out, ",\"url\":");
	account_put_link(out, item);
	put_date(out, "published_at", item->published * 1000000);
	put_date(out, "created_at", item->id);
	put_date(out, "changed_at", item->changed);
	buf_adds(out, ",\"content\":");
	account_put_html(out, item);
	buf_addf(out, ",\"author\":\"\",\"starred\":%s,\"enclosures\":[],\"tags\":[]}",
		item->starred ? "true" : "false");
}

static void
list(struct account *account, struct account_call *call, bool ids)
{
	struct filter f;
	struct buf *out = &call->out->body;
	size_t max = ids ? IDS_MAX : ENTRIES_MAX, total = 0, told = 0;
	size_t cut = ids ? (size_t)account->traps[ACCOUNT_TRAP_CUT] : 0;
	read_filter(call, &f);
	account->pages++;
	for (size_t i = 0; i < account->items_len; i++)
		total += passes(&account->items[i], &f);
	buf_addf(out, "{\"total\":%zu,\"%s\":[", total, ids ? "entry_ids" : "entries");
	size_t limit = f.limit < max ? f.limit : max;
	limit = cut && cut < limit ? cut : limit;
	for (size_t i = 0, at = 0; i < account->items_len && told < limit; i++) {
		const struct account_item *item =
			&account->items[f.ascending ? i : account->items_len - 1 - i];
		if (!passes(item, &f) || at++ < f.offset)
			continue;
		buf_adds(out, told++ ? "," : "");
		if (ids)
			account_put_number(account, out, item->id);
		else
			put_entry(account, out, item);
	}
	buf_adds(out, "]}");
}

static void
set_entries(struct account *account, struct account_call *call)
{
	int64_t *ids, poison = account->traps[ACCOUNT_TRAP_POISON];
	bool old = account->traps[ACCOUNT_TRAP_OLD] != 0;
	size_t n = account_json_ids(call->request, "entry_ids", &ids);
	struct buf status = BUF_INIT(0), starred = BUF_INIT(0);
	bool has_status = account_json_text(call->request, "status", &status);
	bool has_star = account_json_text(call->request, "starred", &starred) && !old;
	account->marks++;
	if (!n || (!has_status && !has_star))
		error(call, 400, "invalid entry status");
	for (size_t i = 0; call->out->status == 200 && i < n; i++) {
		struct account_item *item = account_item(account, ids[i]);
		if (!item)
			continue;
		if (poison && item == &account->items[poison - 1])
			error(call, 500, "pq: this one never");
		if (has_status)
			account_mark(account, item, buf_str(&status));
		if (has_star)
			account_mark(account, item,
				str_eq(buf_str(&starred), "true") ? "star" : "unstar");
	}
	if (call->out->status == 200)
		account_say(call, 204, "");
	buf_done(&status);
	buf_done(&starred);
	free(ids);
}

static void
entry(struct account *account, struct account_call *call, const char *rest)
{
	char *end;
	struct account_item *item = account_item(account, strtoll(rest, &end, 10));
	if (end == rest)
		error(call, 400, "invalid entry ID");
	else if (!item)
		error(call, 404, "resource not found");
	else if (str_eq(end, "/bookmark")) {
		account_mark(account, item, item->starred ? "unstar" : "star");
		account_say(call, 204, "");
	} else if (str_eq(end, "/fetch-content")) {
		if (item == &account->items[0])
			error(call, 500, "the page is gone");
		else
			buf_addf(&call->out->body,
				"{\"content\":\"<p>The whole text of %" PRId64
				".</p>\",\"reading_time\":1}",
				item->id);
	} else {
		put_entry(account, &call->out->body, item);
	}
}

static void
entries(struct account *account, struct account_call *call, const char *rest)
{
	bool put = str_eq(call->request->method, "PUT");
	if (!*rest && put)
		set_entries(account, call);
	else if (!*rest)
		list(account, call, false);
	else if (str_eq(rest, "/ids") && !account->traps[ACCOUNT_TRAP_OLD])
		list(account, call, true);
	else
		entry(account, call, rest + 1);
}

/* ---- feeds and categories; the category "All" has number 100000 */

#define CATEGORY_ALL 100000

static void
put_feed(struct account *account, struct buf *out, const struct account_feed *feed)
{
	const struct account_folder *folder = account_folder(account, feed->folder);
	buf_adds(out, "{\"id\":");
	account_put_number(account, out, feed->id);
	buf_adds(out, ",\"feed_url\":");
	account_put_text(out, feed->url);
	buf_adds(out, ",\"site_url\":\"\",\"title\":");
	account_put_text(out, feed->title);
	buf_addf(out, ",\"disabled\":false,\"category\":{\"id\":%" PRId64 ",\"title\":",
		folder ? folder->id : CATEGORY_ALL);
	account_put_text(out, folder ? folder->name : "All");
	buf_adds(out, "}}");
}

static void
edit_feed(struct account *account, struct account_call *call, struct account_feed *feed)
{
	struct buf title = BUF_INIT(0), category = BUF_INIT(0);
	if (account_json_text(call->request, "title", &title)) {
		free(feed->title);
		feed->title = mem_strdup(buf_str(&title));
	}
	if (account_json_text(call->request, "category_id", &category))
		feed->folder = strtoll(buf_str(&category), NULL, 10);
	put_feed(account, &call->out->body, feed);
	call->out->status = 201;
	buf_done(&title);
	buf_done(&category);
}

static void
add_feed(struct account *account, struct account_call *call)
{
	struct buf url = BUF_INIT(0), category = BUF_INIT(0);
	account_json_text(call->request, "feed_url", &url);
	account_json_text(call->request, "category_id", &category);
	for (size_t i = 0; i < account->feeds_len; i++)
		if (str_eq(account->feeds[i].url, buf_str(&url)))
			error(call, 400, "This feed already exists.");
	if (strstr(buf_str(&url), "nothing"))
		error(call, 500, "Unable to parse this feed");
	if (call->out->status == 200) {
		const struct account_feed *feed =
			account_subscribe(account, buf_str(&url), buf_str(&url),
				strtoll(buf_str(&category), NULL, 10));
		call->out->status = 201;
		buf_addf(&call->out->body, "{\"feed_id\":%" PRId64 "}", feed->id);
	}
	buf_done(&url);
	buf_done(&category);
}

static void
list_feeds(struct account *account, struct account_call *call)
{
	bool none = account->traps[ACCOUNT_TRAP_EMPTY] != 0;
	buf_addc(&call->out->body, '[');
	for (size_t i = 0; !none && i < account->feeds_len; i++) {
		buf_adds(&call->out->body, i ? "," : "");
		put_feed(account, &call->out->body, &account->feeds[i]);
	}
	buf_addc(&call->out->body, ']');
}

static void
put_counts(struct account *account, struct buf *out, bool read)
{
	int64_t *counts = mem_zalloc((account->feeds_len + 1) * sizeof *counts);
	bool first = true;
	for (size_t i = 0; i < account->items_len; i++) {
		const struct account_feed *feed =
			account_feed(account, account->items[i].feed);
		if (account->items[i].read == read)
			counts[feed ? (size_t)(feed - account->feeds)
				    : account->feeds_len]++;
	}
	for (size_t i = 0; i < account->feeds_len; i++) {
		if (!counts[i])
			continue;
		buf_addf(out, "%s\"%" PRId64 "\":%" PRId64, first ? "" : ",",
			account->feeds[i].id, counts[i]);
		first = false;
	}
	free(counts);
}

static void
feeds(struct account *account, struct account_call *call, const char *rest)
{
	const char *method = call->request->method;
	struct buf *out = &call->out->body;
	struct account_feed *feed =
		*rest ? account_feed(account, strtoll(rest + 1, NULL, 10)) : NULL;
	if (str_eq(rest, "/counters")) {
		buf_adds(out, "{\"reads\":{");
		put_counts(account, out, true);
		buf_adds(out, "},\"unreads\":{");
		put_counts(account, out, false);
		buf_adds(out, "}}");
	} else if (strstr(rest, "refresh")) {
		account_say(call, 204, "");
	} else if (!*rest && str_eq(method, "POST")) {
		add_feed(account, call);
	} else if (!*rest) {
		list_feeds(account, call);
	} else if (!feed) {
		error(call, 404, "resource not found");
	} else if (str_eq(method, "DELETE")) {
		account_unsubscribe(account, feed->id);
		account_say(call, 204, "");
	} else {
		edit_feed(account, call, feed);
	}
}

static void
put_category(struct buf *out, int64_t id, const char *name)
{
	buf_addf(out, "{\"id\":%" PRId64 ",\"user_id\":1,\"title\":", id);
	account_put_text(out, name);
	buf_addc(out, '}');
}

static void
categories(struct account *account, struct account_call *call, const char *rest)
{
	struct buf *out = &call->out->body, title = BUF_INIT(0);
	bool named = account_json_text(call->request, "title", &title);
	struct account_folder *folder =
		*rest ? account_folder(account, strtoll(rest + 1, NULL, 10)) : NULL;
	if (named && *rest && folder) {
		free(folder->name);
		folder->name = mem_strdup(buf_str(&title));
		put_category(out, folder->id, folder->name);
		call->out->status = 201;
	} else if (named && !*rest) {
		folder = account_folder_named(account, buf_str(&title), true);
		put_category(out, folder->id, folder->name);
		call->out->status = 201;
	} else {
		buf_addc(out, '[');
		put_category(out, CATEGORY_ALL, "All");
		for (size_t i = 0; i < account->folders_len; i++) {
			buf_addc(out, ',');
			put_category(
				out, account->folders[i].id, account->folders[i].name);
		}
		buf_addc(out, ']');
	}
	buf_done(&title);
}

static void
me(struct account *account, struct account_call *call, const char *rest)
{
	(void)account;
	(void)rest;
	account_say(call, 200, "{\"id\":1,\"username\":\"ann\",\"is_admin\":false}");
}

static void
version(struct account *account, struct account_call *call, const char *rest)
{
	(void)rest;
	account_say(call, 200,
		account->traps[ACCOUNT_TRAP_OLD] ? "{\"version\":\"2.2.12\"}"
						 : "{\"version\":\"2.3.3\"}");
}

static void
discover(struct account *account, struct account_call *call, const char *rest)
{
	(void)account;
	(void)rest;
	error(call, 404, "no feed found");
}

void
account_miniflux(struct account *account, struct account_call *call)
{
	static const struct {
		const char *path;
		void (*answer)(struct account *, struct account_call *, const char *);
	} paths[] = {
		{"me", me},
		{"version", version},
		{"entries", entries},
		{"feeds", feeds},
		{"categories", categories},
		{"discover", discover},
	};
	if (!is_known(account, call->request)) {
		error(call, 401, "access unauthorized");
		return;
	}
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		size_t n = strlen(paths[i].path);
		if (strncmp(call->path, paths[i].path, n) != 0 ||
			(call->path[n] && call->path[n] != '/'))
			continue;
		paths[i].answer(account, call, call->path + n);
		return;
	}
	error(call, 404, "resource not found");
}
