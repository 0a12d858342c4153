/* Nextcloud News v1-3, and Nextcloud's Login Flow v2: the third poll has the password. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "base/mem.h"
#include "base/str.h"

static void
message(struct account_call *call, long status, const char *text)
{
	account_say(call, status, "{\"message\":");
	account_put_text(&call->out->body, text);
	buf_addc(&call->out->body, '}');
}

static const char *
flag(bool set)
{
	return set ? "true" : "false";
}

/* ---- items */

static void
put_item(struct account *account, struct buf *out, const struct account_item *item)
{
	buf_adds(out, "{\"id\":");
	account_put_number(account, out, item->id);
	buf_addf(out, ",\"guid\":\"guid-%" PRId64 "\",\"url\":", item->id);
	account_put_link(out, item);
	buf_adds(out, ",\"title\":");
	account_put_title(out, item);
	buf_addf(out,
		",\"author\":null,\"pubDate\":%" PRId64 ",\"body\":", item->published);
	account_put_html(out, item);
	buf_addf(out,
		",\"enclosureMime\":null,\"enclosureLink\":null,\"feedId\":%" PRId64
		",\"unread\":%s,\"starred\":%s,\"lastModified\":\"%" PRId64 "\"}",
		item->feed, flag(!item->read), flag(item->starred), item->changed);
}

/* T29: the seconds that were asked for are among them. */
static void
updated(struct account *account, struct account_call *call)
{
	int64_t since = account_number(&call->query, "lastModified", 0) * 1000000;
	bool first = true;
	buf_adds(&call->out->body, "{\"items\":[");
	for (size_t i = account->items_len; i-- > 0;) {
		const struct account_item *item = &account->items[i];
		if (item->changed < since)
			continue;
		buf_adds(&call->out->body, first ? "" : ",");
		put_item(account, &call->out->body, item);
		first = false;
	}
	buf_adds(&call->out->body, "]}");
}

static void
list(struct account *account, struct account_call *call)
{
	int64_t before = account_number(&call->query, "offset", 0);
	int64_t size = account_number(&call->query, "batchSize", -1);
	bool starred = account_number(&call->query, "type", 3) == 2;
	bool read = str_eq(account_param(&call->query, "getRead"), "true");
	int64_t told = 0;
	account->pages++;
	buf_adds(&call->out->body, "{\"items\":[");
	for (size_t i = account->items_len; i-- > 0 && (size < 0 || told < size);) {
		const struct account_item *item = &account->items[i];
		if ((before && item->id >= before) || (starred && !item->starred) ||
			(!read && item->read))
			continue;
		buf_adds(&call->out->body, told++ ? "," : "");
		put_item(account, &call->out->body, item);
	}
	buf_adds(&call->out->body, "]}");
}

static void
mark(struct account *account, struct account_call *call, const char *word)
{
	int64_t *ids, poison = account->traps[ACCOUNT_TRAP_POISON];
	size_t n = account_json_ids(call->request, "itemIds", &ids);
	account->marks++;
	for (size_t i = 0; i < n; i++) {
		struct account_item *item = account_item(account, ids[i]);
		if (item && poison && item == &account->items[poison - 1])
			message(call, 500, "this one never");
		else if (item && call->out->status == 200)
			account_mark(account, item, word);
	}
	free(ids);
}

static void
items(struct account *account, struct account_call *call, const char *rest)
{
	static const char *const marks[][2] = {{"/read/multiple", "read"},
		{"/unread/multiple", "unread"}, {"/star/multiple", "star"},
		{"/unstar/multiple", "unstar"}};
	if (!*rest)
		list(account, call);
	else if (str_eq(rest, "/updated"))
		updated(account, call);
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (str_eq(rest, marks[i][0]))
			mark(account, call, marks[i][1]);
}

/* ---- feeds and folders */

static void
put_feed(struct account *account, struct buf *out, const struct account_feed *feed)
{
	buf_adds(out, "{\"id\":");
	account_put_number(account, out, feed->id);
	buf_adds(out, ",\"url\":");
	account_put_text(out, feed->url);
	buf_adds(out, ",\"title\":");
	account_put_text(out, feed->title);
	if (feed->folder)
		buf_addf(out, ",\"folderId\":%" PRId64, feed->folder);
	else
		buf_adds(out, ",\"folderId\":null");
	buf_addf(out, ",\"unreadCount\":%" PRId64 ",\"link\":\"\"}",
		account_unread(account, feed->id));
}

static void
list_feeds(struct account *account, struct account_call *call)
{
	struct buf *out = &call->out->body;
	bool none = account->traps[ACCOUNT_TRAP_EMPTY] != 0;
	int64_t starred = 0;
	for (size_t i = 0; i < account->items_len; i++)
		starred += account->items[i].starred;
	buf_adds(out, "{\"feeds\":[");
	for (size_t i = 0; !none && i < account->feeds_len; i++) {
		buf_adds(out, i ? "," : "");
		put_feed(account, out, &account->feeds[i]);
	}
	buf_addf(out, "],\"starredCount\":%" PRId64 ",\"newestItemId\":%" PRId64 "}",
		starred, account->last_id);
}

static void
add_feed(struct account *account, struct account_call *call)
{
	struct buf url = BUF_INIT(0), folder = BUF_INIT(0);
	account_json_text(call->request, "url", &url);
	account_json_text(call->request, "folderId", &folder);
	for (size_t i = 0; i < account->feeds_len; i++)
		if (str_eq(account->feeds[i].url, buf_str(&url)))
			message(call, 409, "Feed already added");
	if (strstr(buf_str(&url), "nothing"))
		message(call, 422, "Feed is unreadable");
	if (call->out->status == 200) {
		const struct account_feed *feed =
			account_subscribe(account, buf_str(&url), buf_str(&url),
				strtoll(buf_str(&folder), NULL, 10));
		buf_adds(&call->out->body, "{\"feeds\":[");
		put_feed(account, &call->out->body, feed);
		buf_adds(&call->out->body, "]}");
	}
	buf_done(&url);
	buf_done(&folder);
}

static void
edit_feed(struct account_call *call, struct account_feed *feed)
{
	struct buf text = BUF_INIT(0);
	if (account_json_text(call->request, "feedTitle", &text)) {
		free(feed->title);
		feed->title = mem_strdup(buf_str(&text));
	} else if (account_json_text(call->request, "folderId", &text)) {
		feed->folder = strtoll(buf_str(&text), NULL, 10);
	}
	buf_done(&text);
}

static void
feeds(struct account *account, struct account_call *call, const char *rest)
{
	struct account_feed *feed =
		*rest ? account_feed(account, strtoll(rest + 1, NULL, 10)) : NULL;
	if (!*rest && str_eq(call->request->method, "POST"))
		add_feed(account, call);
	else if (!*rest)
		list_feeds(account, call);
	else if (!feed)
		message(call, 404, "no such feed");
	else if (str_eq(call->request->method, "DELETE"))
		account_unsubscribe(account, feed->id);
	else
		edit_feed(call, feed);
}

static void
folders(struct account *account, struct account_call *call, const char *rest)
{
	struct buf *out = &call->out->body, name = BUF_INIT(0);
	struct account_folder *folder =
		*rest ? account_folder(account, strtoll(rest + 1, NULL, 10)) : NULL;
	bool named = account_json_text(call->request, "name", &name);
	if (named && folder) {
		free(folder->name);
		folder->name = mem_strdup(buf_str(&name));
	}
	if (named && !*rest)
		folder = account_folder_named(account, buf_str(&name), true);
	size_t told = 0;
	buf_adds(out, "{\"folders\":[");
	for (size_t i = 0; i < account->folders_len; i++) {
		if (folder && folder != &account->folders[i])
			continue;
		buf_addf(out, "%s{\"id\":%" PRId64 ",\"name\":", told++ ? "," : "",
			account->folders[i].id);
		account_put_text(out, account->folders[i].name);
		buf_addc(out, '}');
	}
	buf_adds(out, "]}");
	buf_done(&name);
}

/* ---- the login by browser */

static void
flow(struct account *account, struct account_call *call)
{
	if (!str_eq(call->path, "login/v2/poll")) {
		account->pages = 0;
		account_say(call, 200,
			"{\"poll\":{\"token\":\"t0k\",\"endpoint\":\"@URL@/index.php/"
			"login/v2/poll\"},\"login\":\"@URL@/index.php/login/v2/flow\"}");
	} else if (account->pages++ < 2) {
		account_say(call, 404, "[]");
	} else {
		account_say(call, 200,
			"{\"server\":\"@URL@\",\"loginName\":\"" ACCOUNT_USER
			"\",\"appPassword\":\"" ACCOUNT_PASSWORD "\"}");
	}
}

static void
version(struct account *account, struct account_call *call, const char *rest)
{
	(void)account;
	(void)rest;
	account_say(call, 200, "{\"version\":\"28.1.0\"}");
}

void
account_nextcloud(struct account *account, struct account_call *call)
{
	static const char api[] = "apps/news/api/v1-3/";
	static const struct {
		const char *path;
		void (*answer)(struct account *, struct account_call *, const char *);
	} paths[] = {
		{"version", version},
		{"items", items},
		{"feeds", feeds},
		{"folders", folders},
	};
	if (str_starts(call->path, "login/v2")) {
		flow(account, call);
		return;
	}
	if (!account_basic(call->request)) {
		message(call, 401, "Current user is not logged in");
		return;
	}
	const char *path = str_starts(call->path, api) ? call->path + strlen(api) : "";
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		size_t n = strlen(paths[i].path);
		if (strncmp(path, paths[i].path, n) != 0 || (path[n] && path[n] != '/'))
			continue;
		paths[i].answer(account, call, path + n);
		return;
	}
	message(call, 404, "");
}
