/*
 * The Google Reader API as FreshRSS 1.25 answers it, with its traps (T1, T2, T4 to T8,
 * T12, T14).
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "base/str.h"
#include "base/vec.h"

#define AUTH "ann/f6fad060caedc358183c86bd43a401620836a16d"
#define TOKEN "f6fad060caedc358183c86bd43a401620836a16dZZZZZZZZZZZZZZZZZ"
#define STATE "user/-/state/com.google/"
#define LABEL "user/-/label/"
#define ITEM "tag:google.com,2005:reader/item/"
#define INPUT_VARS 1000             /* fields of a form that PHP takes */
#define INPUT_MAX ((size_t)1 << 20) /* bytes of a form in which it looks for ids */

struct greader {
	struct account *account;
	struct account_call *call;
	struct buf *out;
	struct account_params form;
};

static void
unauthorized(struct greader *g)
{
	buf_adds(&g->call->out->headers, "Google-Bad-Token: true\r\n");
	account_say(g->call, 401, "Unauthorized!");
}

static bool
is_known(struct greader *g)
{
	struct buf value = BUF_INIT(0);
	bool known = request_header(g->call->request, "Authorization", &value) &&
		     str_eq(buf_str(&value), "GoogleLogin auth=" AUTH);
	buf_done(&value);
	if (g->account->traps[ACCOUNT_TRAP_LOGIN] > 0) {
		g->account->traps[ACCOUNT_TRAP_LOGIN]--;
		return false;
	}
	return known;
}

/* T12: none at all is taken. T4: only fields among the first thousand are seen. */
static const char *
field(const struct greader *g, const char *name)
{
	struct account_params seen = g->form;
	seen.len = seen.len < INPUT_VARS ? seen.len : INPUT_VARS;
	return account_param(&seen, name);
}

static bool
has_token(struct greader *g)
{
	const char *token = field(g, "T");
	if (g->account->traps[ACCOUNT_TRAP_TOKEN] > 0) {
		g->account->traps[ACCOUNT_TRAP_TOKEN]--;
		return false;
	}
	return !token || !*token || str_eq(token, TOKEN);
}

/* ---- session */

static void
login(struct greader *g)
{
	if (!str_eq(field(g, "Email"), ACCOUNT_USER) ||
		!str_eq(field(g, "Passwd"), ACCOUNT_PASSWORD))
		account_say(g->call, 401, "Unauthorized!");
	else
		account_say(g->call, 200, "SID=" AUTH "\nLSID=null\nAuth=" AUTH "\n");
}

static void
token(struct greader *g)
{
	account_say(g->call, 200, TOKEN "\n");
}

static void
user_info(struct greader *g)
{
	account_say(g->call, 200,
		"{\"userId\":\"ann\",\"userName\":\"ann\",\"userProfileId\":\"ann\","
		"\"userEmail\":\"\"}");
}

/* ---- feeds and folders */

static void
put_label(struct buf *out, const char *name)
{
	struct buf id = BUF_INIT(0);
	buf_addf(&id, LABEL "%s", name);
	account_put_text(out, buf_str(&id));
	buf_done(&id);
}

static const char *
folder_name(struct greader *g, const struct account_feed *feed)
{
	const struct account_folder *folder =
		feed ? account_folder(g->account, feed->folder) : NULL;
	return folder ? folder->name : "Uncategorized";
}

static void
tags(struct greader *g)
{
	buf_adds(g->out, "{\"tags\":[{\"id\":\"" STATE "starred\"}");
	for (size_t i = 0; i < g->account->folders_len; i++) {
		buf_adds(g->out, ",{\"id\":");
		put_label(g->out, g->account->folders[i].name);
		buf_adds(g->out, ",\"type\":\"folder\"}");
	}
	for (size_t i = 0; i < g->account->labels_len; i++) {
		if (!*g->account->labels[i])
			continue;
		buf_adds(g->out, ",{\"id\":");
		put_label(g->out, g->account->labels[i]);
		buf_adds(g->out, ",\"type\":\"tag\"}");
	}
	buf_adds(g->out, "]}\n");
}

static void
subscriptions(struct greader *g)
{
	bool none = g->account->traps[ACCOUNT_TRAP_EMPTY] != 0;
	buf_adds(g->out, "{\"subscriptions\":[");
	for (size_t i = 0; !none && i < g->account->feeds_len; i++) {
		const struct account_feed *feed = &g->account->feeds[i];
		buf_addf(g->out,
			"%s{\"id\":\"feed/%" PRId64 "\",\"title\":", i ? "," : "",
			feed->id);
		account_put_text(g->out, feed->title);
		buf_adds(g->out, ",\"categories\":[{\"id\":");
		put_label(g->out, folder_name(g, feed));
		buf_adds(g->out, ",\"label\":");
		account_put_text(g->out, folder_name(g, feed));
		buf_adds(g->out, "}],\"url\":");
		account_put_text(g->out, feed->url);
		buf_adds(g->out, ",\"htmlUrl\":\"\",\"iconUrl\":\"\"}");
	}
	buf_adds(g->out, "]}\n");
}

static void
unread_count(struct greader *g)
{
	struct account *account = g->account;
	int64_t all = account_unread(account, 0);
	for (size_t i = 0; i < account->feeds_len; i++)
		if (account->feeds[i].hidden == 2)
			all -= account_unread(account, account->feeds[i].id);
	int64_t newest =
		account->items_len ? account->items[account->items_len - 1].id : 0;
	int64_t *counts = calloc(account->feeds_len + 1, sizeof *counts);
	int64_t *lasts = calloc(account->feeds_len + 1, sizeof *lasts);
	for (size_t i = 0; i < account->items_len; i++) {
		const struct account_item *item = &account->items[i];
		const struct account_feed *feed = account_feed(account, item->feed);
		size_t at = feed ? (size_t)(feed - account->feeds) : account->feeds_len;
		counts[at] += !item->read;
		lasts[at] = item->id;
	}
	buf_addf(g->out, "{\"max\":%" PRId64 ",\"unreadcounts\":[", all);
	for (size_t i = 0; i < account->feeds_len; i++)
		buf_addf(g->out,
			"{\"id\":\"feed/%" PRId64 "\",\"count\":%" PRId64
			",\"newestItemTimestampUsec\":\"%" PRId64 "\"},",
			account->feeds[i].id, counts[i], lasts[i]);
	buf_addf(g->out,
		"{\"id\":\"" STATE "reading-list\",\"count\":%" PRId64
		",\"newestItemTimestampUsec\":\"%" PRId64 "\"}]}\n",
		all, newest);
	free(counts);
	free(lasts);
}

/* T14: what fails is told with status 200. */
static void
quickadd(struct greader *g)
{
	const char *url = field(g, "quickadd");
	url = url ? url : "";
	for (size_t i = 0; i < g->account->feeds_len; i++) {
		if (!str_eq(g->account->feeds[i].url, url))
			continue;
		buf_addf(g->out,
			"{\"numResults\":0,\"error\":\"Already subscribed! %s\"}", url);
		return;
	}
	if (strstr(url, "nothing")) {
		buf_addf(g->out,
			"{\"numResults\":0,\"error\":\"cURL error 22: The requested URL "
			"returned error: 404 [%s]\"}",
			url);
		return;
	}
	const struct account_feed *feed = account_subscribe(g->account, url, url, 0);
	buf_addf(g->out,
		"{\"numResults\":1,\"query\":\"%s\",\"streamId\":\"feed/%" PRId64
		"\",\"streamName\":\"%s\"}",
		url, feed->id, url);
}

static int64_t
folder_of(struct greader *g, const char *label, bool make)
{
	if (!label || !str_starts(label, LABEL) || str_eq(label, LABEL "Uncategorized"))
		return 0;
	const struct account_folder *folder =
		account_folder_named(g->account, label + strlen(LABEL), make);
	return folder ? folder->id : 0;
}

static void
set_text(char **to, const char *text)
{
	free(*to);
	*to = strdup(text);
}

static void
subscription_edit(struct greader *g)
{
	const char *stream = field(g, "s"), *ac = field(g, "ac"), *to = field(g, "a"),
		   *title = field(g, "t");
	bool ours = stream && ac && str_starts(stream, "feed/");
	if (ours && str_eq(ac, "subscribe")) {
		account_subscribe(g->account, stream + 5, title ? title : stream + 5,
			folder_of(g, to, true));
		account_say(g->call, 200, "OK");
		return;
	}
	struct account_feed *feed =
		ours ? account_feed(g->account, strtoll(stream + 5, NULL, 10)) : NULL;
	if (!feed) {
		account_say(g->call, 400, "Bad Request!");
		return;
	}
	if (str_eq(ac, "unsubscribe")) {
		account_unsubscribe(g->account, feed->id);
	} else {
		if (title)
			set_text(&feed->title, title);
		if (to || field(g, "r"))
			feed->folder = folder_of(g, to, true);
	}
	account_say(g->call, 200, "OK");
}

static void
rename_tag(struct greader *g)
{
	const char *from = field(g, "s"), *dest = field(g, "dest");
	struct account_folder *folder =
		from && str_starts(from, LABEL)
			? account_folder_named(g->account, from + strlen(LABEL), false)
			: NULL;
	if (!folder || !dest || !str_starts(dest, LABEL)) {
		account_say(g->call, 400, "Bad Request!");
		return;
	}
	set_text(&folder->name, dest + strlen(LABEL));
	account_say(g->call, 200, "OK");
}

/* ---- items */

/* What a request for ids wants. */
struct filter {
	int64_t feed, folder, since, before; /* before: the continuation; 0: none */
	uint64_t label;
	bool unread, read, starred, none;
	size_t n;
};

/* T1: state/read is everything. T7: so is a label that there is not. */
static void
read_stream(struct greader *g, const char *stream, struct filter *out)
{
	if (str_starts(stream, "feed/"))
		out->feed = strtoll(stream + 5, NULL, 10);
	else if (str_eq(stream, STATE "starred"))
		out->starred = true;
	if (!str_starts(stream, LABEL))
		return;
	const char *name = stream + strlen(LABEL);
	const struct account_folder *folder =
		account_folder_named(g->account, name, false);
	out->folder = folder ? folder->id : 0;
	out->label = folder ? 0 : account_label(g->account, name, false);
}

static void
read_filter(struct greader *g, struct filter *out)
{
	const struct account_params *query = &g->call->query;
	const char *stream = account_param(query, "s"), *it = account_param(query, "it"),
		   *xt = account_param(query, "xt");
	*out = (struct filter){
		.since = account_number(query, "ot", 0),
		.before = account_number(query, "c", 0),
		.n = (size_t)account_number(query, "n", 20),
	};
	read_stream(g, stream ? stream : "", out);
	out->unread =
		(xt && str_eq(xt, STATE "read")) || (it && str_eq(it, STATE "unread"));
	out->read = it && str_eq(it, STATE "read");
	out->starred |= it && str_eq(it, STATE "starred");
}

static bool
passes(struct greader *g, const struct account_item *item, const struct filter *f)
{
	if ((f->unread && item->read) || (f->read && !item->read) ||
		(f->starred && !item->starred) || (f->feed && item->feed != f->feed) ||
		(f->label && !(item->labels & f->label)) ||
		(f->since && item->id < f->since * 1000000 &&
			!(item->edits && item->changed >= f->since * 1000000)) ||
		(f->before && item->id > f->before))
		return false;
	const struct account_feed *feed = account_feed(g->account, item->feed);
	if (feed && feed->hidden && !f->feed && !f->label)
		return false;
	return !f->folder || (feed && feed->folder == f->folder);
}

/* T2: the page after a continuation begins one after the first that it finds. */
static void
ids(struct greader *g)
{
	struct account *account = g->account;
	struct filter f;
	read_filter(g, &f);
	struct account_item *next = f.before ? account_item(account, f.before) : NULL;
	if (next && account->traps[ACCOUNT_TRAP_READING])
		account_mark(account, next, "read");
	size_t cut = (size_t)account->traps[ACCOUNT_TRAP_CUT], told = 0;
	size_t page = (size_t)account->traps[ACCOUNT_TRAP_PAGE];
	f.n = page && page < f.n ? page : f.n;
	if (f.n > 10000 && account->traps[ACCOUNT_TRAP_MEMORY]) {
		account_say(g->call, 500, "Allowed memory size exhausted");
		return;
	}
	bool skip = f.before != 0, twice = account->traps[ACCOUNT_TRAP_TWICE] != 0;
	int64_t last = 0;
	account->pages++;
	buf_adds(g->out, "{\"itemRefs\":[");
	for (size_t i = account->items_len; i-- > 0 && told < f.n;) {
		const struct account_item *item = &account->items[i];
		if (!passes(g, item, &f))
			continue;
		if (skip) {
			skip = false;
			continue;
		}
		if (cut && told == cut)
			break;
		for (int k = 0; k <= twice; k++)
			buf_addf(g->out, "%s{\"id\":\"%" PRId64 "\"}",
				told || k ? "," : "", item->id);
		last = item->id;
		told++;
	}
	buf_adds(g->out, "]");
	bool endless = account->traps[ACCOUNT_TRAP_ENDLESS] != 0 && account->items_len;
	if (endless)
		last = account->items[account->items_len - 1].id;
	if (endless || (told == f.n && told > 0))
		buf_addf(g->out, ",\"continuation\":\"%" PRId64 "\"", last);
	buf_adds(g->out, "}\n");
}

/* Decimal, or hexadecimal with all its 16 digits, with the prefix or without. */
static int64_t
read_id(const char *text)
{
	if (str_starts(text, ITEM))
		return (int64_t)strtoull(text + strlen(ITEM), NULL, 16);
	bool decimal = text[strspn(text, "-0123456789")] == '\0';
	return (int64_t)strtoull(text, NULL, decimal ? 10 : 16);
}

static void
put_item(struct greader *g, const struct account_item *item)
{
	struct buf *out = g->out;
	const struct account_feed *feed = account_feed(g->account, item->feed);
	buf_addf(out,
		"{\"id\":\"" ITEM "%016" PRIx64 "\",\"crawlTimeMsec\":\"%" PRId64
		"\",\"timestampUsec\":\"%" PRId64 "\",\"published\":",
		(uint64_t)item->id, item->id / 1000, item->id);
	account_put_number(g->account, out, item->published);
	buf_adds(out, ",\"title\":");
	account_put_title(out, item);
	buf_adds(out, ",\"canonical\":[{\"href\":");
	account_put_link(out, item);
	buf_adds(out, "}],\"categories\":[\"" STATE "reading-list\",");
	put_label(out, folder_name(g, feed));
	if (item->read)
		buf_adds(out, ",\"" STATE "read\"");
	if (item->starred)
		buf_adds(out, ",\"" STATE "starred\"");
	for (size_t i = 0; i < g->account->labels_len; i++)
		if (item->labels >> i & 1) {
			buf_addc(out, ',');
			put_label(out, g->account->labels[i]);
		}
	buf_addf(out,
		"],\"origin\":{\"streamId\":\"feed/%" PRId64 "\",\"title\":", item->feed);
	account_put_text(out, feed ? feed->title : "");
	buf_adds(out, "},\"summary\":{\"content\":");
	account_put_html(out, item);
	buf_adds(out, "}}");
}

static int
by_id_down(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x < y) - (x > y);
}

/* Asked for by id, told in an order of its own (T10). */
static void
contents(struct greader *g)
{
	int64_t *wanted = NULL;
	size_t len = 0, cap = 0, told = 0;
	for (size_t i = 0; i < g->form.len; i++)
		if (str_eq(g->form.all[i].name, "i"))
			*VEC_PUSH(wanted, len, cap) = read_id(g->form.all[i].value);
	if (len)
		qsort(wanted, len, sizeof *wanted, by_id_down);
	int64_t bad = g->account->traps[ACCOUNT_TRAP_TEXTS];
	for (size_t i = 0; i < len && bad; i++)
		if (account_item(g->account, wanted[i]) == &g->account->items[bad - 1]) {
			account_say(g->call, 500, "");
			free(wanted);
			return;
		}
	buf_addf(g->out,
		"{\"id\":\"" STATE "reading-list\",\"updated\":%" PRId64 ",\"items\":[",
		g->account->now / 1000000);
	for (size_t i = 0; i < len; i++) {
		const struct account_item *item = account_item(g->account, wanted[i]);
		if (!item)
			continue;
		buf_adds(g->out, told++ ? "," : "");
		put_item(g, item);
	}
	buf_adds(g->out, "]}\n");
	free(wanted);
}

/* A label that a folder is called is not made, and nothing says so. */
static uint64_t
label_for(struct greader *g, const char *name)
{
	bool taken = account_folder_named(g->account, name, false) != NULL;
	return taken ? 0 : account_label(g->account, name, true);
}

static void
mark(struct greader *g, struct account_item *item, const char *add, const char *drop)
{
	if (str_eq(add, STATE "read"))
		account_mark(g->account, item, "read");
	else if (str_eq(add, STATE "starred"))
		account_mark(g->account, item, "star");
	else if (add && str_starts(add, LABEL))
		item->labels |= label_for(g, add + strlen(LABEL));
	if (str_eq(drop, STATE "read"))
		account_mark(g->account, item, "unread");
	else if (str_eq(drop, STATE "starred"))
		account_mark(g->account, item, "unstar");
	else if (drop && str_starts(drop, LABEL))
		item->labels &= ~account_label(g->account, drop + strlen(LABEL), false);
}

/* T5: ids after the first MiB are not looked at; T10: unknown ones are no error. */
static void
edit_tag(struct greader *g)
{
	struct account *account = g->account;
	int64_t poison = account->traps[ACCOUNT_TRAP_POISON];
	const char *add = field(g, "a"), *drop = field(g, "r");
	account->marks++;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < g->form.len; i++) {
			struct account_item *item =
				str_eq(g->form.all[i].name, "i") &&
						g->form.all[i].at <= INPUT_MAX
					? account_item(
						  account, read_id(g->form.all[i].value))
					: NULL;
			if (item && pass == 1)
				mark(g, item, add, drop);
			if (item && poison && item == &account->items[poison - 1]) {
				account_say(g->call, 500, "Internal Server Error");
				return;
			}
		}
	account_say(g->call, 200, "OK");
}

/* ---- paths */

static const struct path {
	const char *path;
	void (*answer)(struct greader *);
	bool writes;
} paths[] = {
	{"token", token, false},
	{"user-info", user_info, false},
	{"tag/list", tags, false},
	{"subscription/list", subscriptions, false},
	{"unread-count", unread_count, false},
	{"stream/items/ids", ids, false},
	{"stream/items/contents", contents, true},
	{"edit-tag", edit_tag, true},
	{"subscription/quickadd", quickadd, true},
	{"subscription/edit", subscription_edit, true},
	{"rename-tag", rename_tag, true},
};

static void
answer_api(struct greader *g, const char *name)
{
	if (!is_known(g)) {
		unauthorized(g);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		if (!str_eq(paths[i].path, name))
			continue;
		if (paths[i].writes && !has_token(g))
			unauthorized(g);
		else
			paths[i].answer(g);
		return;
	}
	account_say(g->call, 400, "Bad Request!");
}

void
account_greader(struct account *account, struct account_call *call)
{
	static const char api[] = "/reader/api/0/";
	struct greader g = {account, call, &call->out->body, {NULL, 0, 0}};
	const struct request *request = call->request;
	account_params_read(&g.form,
		(struct span){request->body ? request->body : "", request->body_len});
	if (account->traps[ACCOUNT_TRAP_OFF])
		account_say(call, 503, "Service Unavailable!");
	else if (str_eq(call->path, "/accounts/ClientLogin"))
		login(&g);
	else if (str_starts(call->path, api))
		answer_api(&g, call->path + strlen(api));
	else if (str_eq(call->path, "/check/compatibility"))
		account_say(call, 200, "PASS");
	else
		account_say(call, 200, "OK");
	account_params_done(&g.form);
}
