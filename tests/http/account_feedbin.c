/* Feedbin as its documentation has it. A subscription's number is its feed's and 1000. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"

#define SUBSCRIPTION 1000

static void
put_date(struct buf *out, const char *name, int64_t seconds)
{
	time_t when = (time_t)seconds;
	struct tm tm;
	char text[64];
	gmtime_r(&when, &tm);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S.000000Z", &tm);
	buf_addf(out, ",\"%s\":\"%s\"", name, text);
}

static void
put_entry(struct account *account, struct buf *out, const struct account_item *item)
{
	buf_adds(out, "{\"id\":");
	account_put_number(account, out, item->id);
	buf_adds(out, ",\"feed_id\":");
	account_put_number(account, out, item->feed);
	buf_adds(out, ",\"title\":");
	account_put_title(out, item);
	buf_adds(out, ",\"url\":");
	account_put_link(out, item);
	put_date(out, "published", item->published);
	put_date(out, "created_at", item->id / 1000000);
	buf_adds(out, ",\"content\":");
	account_put_html(out, item);
	buf_addc(out, '}');
}

/* Microseconds of a date as it goes out; 0: there is none. */
static int64_t
read_date(const char *text)
{
	int year, month, day, hour, minute, second;
	if (!text || sscanf(text, "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour,
			     &minute, &second) != 6)
		return 0;
	return time_from_utc(year, month, day, hour, minute, second) * 1000000;
}

/* By ids, or a page of all that came since, the newest first. */
static void
entries(struct account *account, struct account_call *call)
{
	struct buf *out = &call->out->body;
	const char *ids = account_param(&call->query, "ids");
	int64_t size = account_number(&call->query, "per_page", 100), told = 0;
	int64_t since = read_date(account_param(&call->query, "since"));
	int64_t skip = (account_number(&call->query, "page", 1) - 1) * size;
	buf_addc(out, '[');
	for (const char *at = ids; at && *at;) {
		char *end;
		const struct account_item *item =
			account_item(account, strtoll(at, &end, 10));
		at = *end ? end + 1 : end;
		if (!item)
			continue;
		buf_adds(out, told++ ? "," : "");
		put_entry(account, out, item);
	}
	for (size_t i = account->items_len; !ids && i-- > 0 && told < size;) {
		if (account->items[i].id <= since || skip-- > 0)
			continue;
		buf_adds(out, told++ ? "," : "");
		put_entry(account, out, &account->items[i]);
	}
	buf_addc(out, ']');
}

static void
list(struct account *account, struct account_call *call, bool starred)
{
	size_t cut = (size_t)account->traps[ACCOUNT_TRAP_CUT], told = 0;
	struct buf *out = &call->out->body;
	buf_addc(out, '[');
	for (size_t i = 0; i < account->items_len; i++) {
		const struct account_item *item = &account->items[i];
		if ((starred ? !item->starred : item->read) || (cut && told == cut))
			continue;
		buf_adds(out, told++ ? "," : "");
		account_put_number(account, out, item->id);
	}
	buf_addc(out, ']');
}

/* It answers with the ids that it did. */
static void
mark(struct account *account, struct account_call *call, bool starred, bool add)
{
	static const char *const words[2][2] = {{"read", "unread"}, {"unstar", "star"}};
	int64_t *ids, poison = account->traps[ACCOUNT_TRAP_POISON];
	size_t told = 0, n = account_json_ids(call->request,
				 starred ? "starred_entries" : "unread_entries", &ids);
	account->marks++;
	buf_addc(&call->out->body, '[');
	for (size_t i = 0; i < n && call->out->status == 200; i++) {
		struct account_item *item = account_item(account, ids[i]);
		if (!item)
			continue;
		if (poison && item == &account->items[poison - 1])
			account_say(call, 500, "this one never");
		else
			account_mark(account, item, words[starred][add]);
		buf_adds(&call->out->body, told++ ? "," : "");
		account_put_number(account, &call->out->body, item->id);
	}
	buf_addc(&call->out->body, ']');
	free(ids);
}

static void
put_subscription(
	struct account *account, struct buf *out, const struct account_feed *feed)
{
	buf_addf(out, "{\"id\":%" PRId64 ",\"feed_id\":", feed->id + SUBSCRIPTION);
	account_put_number(account, out, feed->id);
	buf_adds(out, ",\"title\":");
	account_put_text(out, feed->title);
	buf_adds(out, ",\"feed_url\":");
	account_put_text(out, feed->url);
	buf_adds(out, ",\"site_url\":\"\"}");
}

static void
add_feed(struct account *account, struct account_call *call)
{
	struct buf url = BUF_INIT(0);
	account_json_text(call->request, "feed_url", &url);
	for (size_t i = 0; i < account->feeds_len; i++)
		if (str_eq(account->feeds[i].url, buf_str(&url)))
			account_say(call, 302, "");
	if (strstr(buf_str(&url), "nothing"))
		account_say(call, 404, "");
	if (call->out->status == 200) {
		put_subscription(account, &call->out->body,
			account_subscribe(account, buf_str(&url), buf_str(&url), 0));
		call->out->status = 201;
	}
	buf_done(&url);
}

static void
subscriptions(struct account *account, struct account_call *call, const char *rest)
{
	const char *method = call->request->method;
	struct buf *out = &call->out->body, title = BUF_INIT(0);
	bool none = account->traps[ACCOUNT_TRAP_EMPTY] != 0;
	struct account_feed *feed =
		account_feed(account, strtoll(rest, NULL, 10) - SUBSCRIPTION);
	if (*rest && !feed) {
		account_say(call, 404, "");
	} else if (*rest && str_eq(method, "DELETE")) {
		account_unsubscribe(account, feed->id);
		account_say(call, 204, "");
	} else if (*rest && account_json_text(call->request, "title", &title)) {
		free(feed->title);
		feed->title = mem_strdup(buf_str(&title));
		put_subscription(account, out, feed);
	} else if (str_eq(method, "POST")) {
		add_feed(account, call);
	} else {
		buf_addc(out, '[');
		for (size_t i = 0; !none && i < account->feeds_len; i++) {
			buf_adds(out, i ? "," : "");
			put_subscription(account, out, &account->feeds[i]);
		}
		buf_addc(out, ']');
	}
	buf_done(&title);
}

static void
taggings(struct account *account, struct account_call *call)
{
	struct buf *out = &call->out->body;
	size_t told = 0;
	buf_addc(out, '[');
	for (size_t i = 0; i < account->feeds_len; i++) {
		const struct account_feed *feed = &account->feeds[i];
		const struct account_folder *folder =
			account_folder(account, feed->folder);
		if (!folder)
			continue;
		buf_addf(out, "%s{\"id\":%" PRId64 ",\"feed_id\":%" PRId64 ",\"name\":",
			told++ ? "," : "", feed->id, feed->id);
		account_put_text(out, folder->name);
		buf_addc(out, '}');
	}
	buf_addc(out, ']');
}

void
account_feedbin(struct account *account, struct account_call *call)
{
	const char *path = call->path;
	bool post = str_eq(call->request->method, "POST");
	bool starred = str_starts(path, "starred_entries");
	if (!account_basic(call->request))
		account_say(call, 401, "");
	else if (str_starts(path, "subscriptions"))
		subscriptions(account, call, path[13] == '/' ? path + 14 : "");
	else if (str_eq(path, "taggings.json"))
		taggings(account, call);
	else if (str_eq(path, "entries.json"))
		entries(account, call);
	else if (starred || str_starts(path, "unread_entries"))
		post ? mark(account, call, starred, !strstr(path, "/delete"))
		     : list(account, call, starred);
	else if (!str_eq(path, "authentication.json"))
		account_say(call, 404, "");
}
