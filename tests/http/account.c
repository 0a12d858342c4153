#include "config.h"

#include "account.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "base/vec.h"

#define SECOND INT64_C(1000000)

void
account_init(struct account *account)
{
	*account = (struct account){.now = INT64_C(1795909314) * SECOND};
	account->last_id = account->now;
}

void
account_done(struct account *account)
{
	for (size_t i = 0; i < account->folders_len; i++)
		free(account->folders[i].name);
	for (size_t i = 0; i < account->feeds_len; i++) {
		free(account->feeds[i].url);
		free(account->feeds[i].title);
	}
	for (size_t i = 0; i < account->labels_len; i++)
		free(account->labels[i]);
	for (size_t i = 0; i < account->actions_len; i++)
		free(account->actions[i]);
	free(account->actions);
	free(account->folders);
	free(account->feeds);
	free(account->items);
}

/* ---- what clients send */

static char *
decoded(struct span text)
{
	struct buf plain = BUF_INIT(0), out = BUF_INIT(0);
	for (size_t i = 0; i < text.n; i++)
		buf_addc(&plain, (char)(text.p[i] == '+' ? ' ' : text.p[i]));
	url_decode(&out, (struct span){buf_str(&plain), plain.len});
	buf_done(&plain);
	return buf_take(&out);
}

void
account_params_read(struct account_params *out, struct span text)
{
	struct span rest = text, part, name;
	*out = (struct account_params){NULL, 0, 0};
	while (rest.n > 0 && span_split(&rest, '&', &part)) {
		size_t at = (size_t)(part.p + part.n - text.p);
		span_split(&part, '=', &name);
		if (!part.p)
			part = (struct span){"", 0};
		*VEC_PUSH(out->all, out->len, out->cap) =
			(struct account_param){decoded(name), decoded(part), at};
	}
}

void
account_params_done(struct account_params *params)
{
	for (size_t i = 0; i < params->len; i++) {
		free(params->all[i].name);
		free(params->all[i].value);
	}
	free(params->all);
}

const char *
account_param(const struct account_params *params, const char *name)
{
	for (size_t i = params->len; i-- > 0;)
		if (str_eq(params->all[i].name, name))
			return params->all[i].value;
	return NULL;
}

int64_t
account_number(const struct account_params *params, const char *name, int64_t fallback)
{
	const char *value = account_param(params, name);
	int64_t number;
	return value && str_int(span_of(value), &number) == OK ? number : fallback;
}

/* Where the value of a member begins. */
static const char *
json_value(const struct request *request, const char *name)
{
	char key[64];
	(void)snprintf(key, sizeof key, "\"%s\"", name);
	const char *at = request->body ? strstr(request->body, key) : NULL;
	if (!at)
		return NULL;
	at += strlen(key);
	return at + strspn(at, ": ");
}

bool
account_json_text(const struct request *request, const char *name, struct buf *out)
{
	const char *at = json_value(request, name);
	if (!at)
		return false;
	if (*at != '"') {
		buf_add(out, at, strcspn(at, ",}]"));
		return true;
	}
	for (at++; *at && *at != '"'; at++) {
		if (*at == '\\' && at[1])
			at++;
		buf_addc(out, *at);
	}
	return true;
}

size_t
account_json_ids(const struct request *request, const char *name, int64_t **out)
{
	const char *at = json_value(request, name);
	size_t len = 0, cap = 0;
	*out = NULL;
	while (at && *at && *at != ']') {
		char *end;
		at += strspn(at, "[, \"");
		int64_t id = strtoll(at, &end, 10);
		if (end == at)
			break;
		*VEC_PUSH(*out, len, cap) = id;
		at = end;
	}
	return len;
}

bool
account_basic(const struct request *request)
{
	struct buf value = BUF_INIT(0);
	/* ann:readerpw1 */
	bool right = request_header(request, "Authorization", &value) &&
		     str_eq(buf_str(&value), "Basic YW5uOnJlYWRlcnB3MQ==");
	buf_done(&value);
	return right;
}

/* ---- the account */

struct account_item *
account_item(struct account *account, int64_t id)
{
	for (size_t low = 0, high = account->items_len; low < high;) {
		size_t middle = low + (high - low) / 2;
		struct account_item *item = &account->items[middle];
		if (item->id == id)
			return item;
		if (item->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

struct account_feed *
account_feed(struct account *account, int64_t id)
{
	for (size_t i = 0; i < account->feeds_len; i++)
		if (account->feeds[i].id == id)
			return &account->feeds[i];
	return NULL;
}

struct account_folder *
account_folder(struct account *account, int64_t id)
{
	for (size_t i = 0; i < account->folders_len; i++)
		if (account->folders[i].id == id)
			return &account->folders[i];
	return NULL;
}

struct account_folder *
account_folder_named(struct account *account, const char *name, bool make)
{
	int64_t last = 0;
	for (size_t i = 0; i < account->folders_len; i++) {
		last = account->folders[i].id;
		if (str_eq(account->folders[i].name, name))
			return &account->folders[i];
	}
	if (!make)
		return NULL;
	struct account_folder *folder =
		VEC_PUSH(account->folders, account->folders_len, account->folders_cap);
	*folder = (struct account_folder){last + 1, mem_strdup(name)};
	return folder;
}

uint64_t
account_label(struct account *account, const char *name, bool make)
{
	for (size_t i = 0; i < account->labels_len; i++)
		if (str_eq(account->labels[i], name))
			return UINT64_C(1) << i;
	if (!make || account->labels_len == ACCOUNT_LABELS)
		return 0;
	account->labels[account->labels_len] = mem_strdup(name);
	return UINT64_C(1) << account->labels_len++;
}

struct account_feed *
account_subscribe(
	struct account *account, const char *url, const char *title, int64_t folder)
{
	int64_t last = 0;
	for (size_t i = 0; i < account->feeds_len; i++)
		if (account->feeds[i].id > last)
			last = account->feeds[i].id;
	struct account_feed *feed =
		VEC_PUSH(account->feeds, account->feeds_len, account->feeds_cap);
	*feed = (struct account_feed){.id = last + 1,
		.folder = folder,
		.url = mem_strdup(url),
		.title = mem_strdup(title)};
	return feed;
}

static void
drop_items(struct account *account, int64_t feed, int64_t id)
{
	size_t kept = 0;
	for (size_t i = 0; i < account->items_len; i++)
		if (account->items[i].feed != feed && account->items[i].id != id)
			account->items[kept++] = account->items[i];
	account->items_len = kept;
}

void
account_unsubscribe(struct account *account, int64_t feed)
{
	size_t kept = 0;
	for (size_t i = 0; i < account->feeds_len; i++) {
		struct account_feed *old = &account->feeds[i];
		if (old->id != feed) {
			account->feeds[kept++] = *old;
			continue;
		}
		free(old->url);
		free(old->title);
	}
	account->feeds_len = kept;
	drop_items(account, feed, 0);
}

void
account_mark(struct account *account, struct account_item *item, const char *word)
{
	bool starred = item->starred, read = item->read, edit = str_eq(word, "edit");
	if (edit)
		item->edits++;
	else if (str_eq(word, "read") || str_eq(word, "unread"))
		item->read = word[0] == 'r';
	else
		item->starred = str_eq(word, "star");
	if (starred != item->starred || read != item->read || edit)
		item->changed = account->now;
}

int64_t
account_unread(const struct account *account, int64_t feed)
{
	int64_t n = 0;
	for (size_t i = 0; i < account->items_len; i++)
		n += !account->items[i].read &&
		     (feed == 0 || account->items[i].feed == feed);
	return n;
}

/* ---- what it tells */

void
account_put_text(struct buf *out, const char *text)
{
	buf_addc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
	buf_addc(out, '"');
}

void
account_put_number(struct account *account, struct buf *out, int64_t number)
{
	bool text = account->traps[ACCOUNT_TRAP_TEXT] != 0;
	buf_addf(out, text ? "\"%" PRId64 "\"" : "%" PRId64, number);
}

/* What is about another thing says the same in each feed. */
static int64_t
named_feed(const struct account_item *item)
{
	return item->about == item->id ? item->feed : 0;
}

void
account_put_title(struct buf *out, const struct account_item *item)
{
	buf_addf(out, "\"Item %" PRId64 " of feed %" PRId64 "\"", item->about % 100000000,
		named_feed(item));
}

void
account_put_link(struct buf *out, const struct account_item *item)
{
	buf_addf(out, "\"http://feed%" PRId64 ".example/%" PRId64 "\"", named_feed(item),
		item->about);
}

void
account_put_html(struct buf *out, const struct account_item *item)
{
	size_t start = out->len;
	buf_addf(out, "\"<p>Text of %" PRId64 ".", item->about);
	if (item->edits)
		buf_addf(out, " Edit %" PRId64 ".", item->edits);
	while (out->len - start < item->bytes)
		buf_adds(out, " The quick brown fox jumps over the lazy dog.");
	buf_adds(out, "</p>\"");
}

void
account_say(struct account_call *call, long status, const char *text)
{
	call->out->status = status;
	buf_clear(&call->out->body);
	buf_adds(&call->out->body, text);
}

static void
add_date(const struct account *account, struct answer *out)
{
	time_t now = (time_t)(account->now / SECOND);
	struct tm tm;
	char date[64];
	gmtime_r(&now, &tm);
	strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &tm);
	buf_addf(&out->headers, "Date: %s\r\n", date);
}

bool
account_answer(void *ctx, const struct request *request, struct answer *out)
{
	struct account *account = ctx;
	static const struct {
		const char *prefix;
		void (*answer)(struct account *, struct account_call *);
	} protocols[] = {
		{"/api/greader.php", account_greader},
		{"/api/fever.php", account_fever},
		{"/v1/", account_miniflux},
		{"/v2/", account_feedbin},
		{"/api/2/", account_gpodder},
		{"/subscriptions/", account_gpodder},
		{"/index.php/apps/gpoddersync/", account_gpoddersync},
		{"/index.php/", account_nextcloud},
		{"/control", account_control},
	};
	for (size_t i = 0; i < COUNT_OF(protocols); i++) {
		size_t n = strlen(protocols[i].prefix),
		       end = strcspn(request->target, "?");
		if (strncmp(request->target, protocols[i].prefix, n) != 0)
			continue;
		account->now += SECOND / 100;
		char *path = mem_strndup(request->target, end);
		struct account_call call = {request, path + n, {NULL, 0, 0}, out};
		const char *query = request->target + end;
		account_params_read(&call.query, span_of(*query ? query + 1 : query));
		add_date(account, out);
		protocols[i].answer(account, &call);
		account_params_done(&call.query);
		free(path);
		return true;
	}
	return false;
}

/* ---- commands */

static void
arrive(struct account *account, int64_t feed, int64_t n, size_t bytes)
{
	for (int64_t i = 0; i < n; i++) {
		account->last_id = account->last_id >= account->now ? account->last_id + 1
								    : account->now;
		*VEC_PUSH(account->items, account->items_len,
			account->items_cap) = (struct account_item){
			.id = account->last_id,
			.about = account->texts ? account->texts++ : account->last_id,
			.feed = feed,
			.published = account->now / SECOND - (n - i) * 60,
			.changed = account->now,
			.bytes = bytes,
		};
	}
}

/* Calls what a command does for each item that which names. */
static void
each(struct account *account, const char *which, const char *word, uint64_t label,
	uint64_t unlabel)
{
	int64_t number = 0;
	bool nth = which[0] == '#', all = str_eq(which, "all");
	if (!all && str_int(span_of(which + nth), &number) != OK)
		return;
	for (size_t i = 0; i < account->items_len; i++) {
		struct account_item *item = &account->items[i];
		if (!all && (nth ? (int64_t)i + 1 : item->id) != number)
			continue;
		if (!word)
			item->labels = (item->labels | label) & ~unlabel;
		else
			account_mark(account, item, word);
	}
}

static void
purge(struct account *account, const char *which)
{
	int64_t number = 0;
	if (str_eq(which, "all"))
		account->items_len = 0;
	else if (str_int(span_of(which + (which[0] == '#')), &number) == OK &&
		 which[0] == '#' && number > 0 && (size_t)number <= account->items_len)
		number = account->items[number - 1].id;
	drop_items(account, 0, number);
}

static bool
set_trap(struct account *account, const char *name, int64_t n)
{
	static const char *const names[ACCOUNT_TRAPS] = {"cut", "old", "login", "token",
		"poison", "empty", "endless", "twice", "reading", "off", "text-numbers",
		"page", "memory", "texts"};
	for (size_t i = 0; i < ACCOUNT_TRAPS; i++) {
		if (!str_eq(names[i], name))
			continue;
		account->traps[i] = n;
		return true;
	}
	return false;
}

static int64_t
number_of(const char *word, int64_t fallback)
{
	int64_t number;
	return word && str_int(span_of(word), &number) == OK ? number : fallback;
}

static void
add_feed(struct account *account, const char *title, const char *folder)
{
	char url[256];
	(void)snprintf(url, sizeof url, "http://feed%zu.example/feed.xml",
		account->feeds_len + 1);
	account_subscribe(account, url, title,
		folder ? account_folder_named(account, folder, true)->id : 0);
}

static void
hide_feed(struct account *account, int64_t id, int64_t how)
{
	struct account_feed *feed = account_feed(account, id);
	if (feed)
		feed->hidden = how;
}

static void
name_feed(struct account *account, int64_t id, const char *title)
{
	struct account_feed *feed = account_feed(account, id);
	if (!feed)
		return;
	free(feed->title);
	feed->title = mem_strdup(title);
}

/* Its bit stays taken. */
static void
drop_label(struct account *account, const char *name)
{
	uint64_t label = account_label(account, name, false);
	if (!label)
		return;
	each(account, "all", NULL, 0, label);
	for (size_t i = 0; i < account->labels_len; i++)
		if (label == UINT64_C(1) << i)
			*account->labels[i] = '\0';
}

static bool
run(struct account *account, char **words, size_t n)
{
	const char *word = words[0], *one = n > 1 ? words[1] : "";
	const char *two = n > 2 ? words[2] : NULL;
	if (str_eq(word, "feed"))
		add_feed(account, one, two);
	else if (str_eq(word, "podcast"))
		account_subscribe(account, one, one, 0);
	else if (str_eq(word, "items"))
		arrive(account, number_of(one, 1), number_of(two, 1),
			n > 3 ? (size_t)number_of(words[3], 40) : 40);
	else if (str_eq(word, "texts"))
		account->texts = number_of(one, 0);
	else if (str_eq(word, "purge"))
		purge(account, one);
	else if (str_eq(word, "label") && two)
		each(account, two, NULL, account_label(account, one, true), 0);
	else if (str_eq(word, "unlabel") && two)
		each(account, two, NULL, 0, account_label(account, one, false));
	else if (str_eq(word, "nolabel"))
		drop_label(account, one);
	else if (str_eq(word, "title") && two)
		name_feed(account, number_of(one, 0), two);
	else if (str_eq(word, "hide"))
		hide_feed(account, number_of(one, 0), number_of(two, 1));
	else if (str_eq(word, "unfeed"))
		account_unsubscribe(account, number_of(one, 0));
	else if (str_eq(word, "time"))
		account->now += number_of(one, 0) * SECOND;
	else if (str_eq(word, "trap"))
		return set_trap(account, one, number_of(two, 1));
	else if (str_eq(word, "read") || str_eq(word, "unread") || str_eq(word, "star") ||
		 str_eq(word, "unstar") || str_eq(word, "edit"))
		each(account, one, word, 0, 0);
	else
		return false;
	return true;
}

bool
account_command(struct account *account, struct span line)
{
	static const char action[] = "action ";
	if (line.n > sizeof action && memcmp(line.p, action, sizeof action - 1) == 0) {
		account_gpodder_add(account, line.p + sizeof action - 1,
			line.n - sizeof action + 1, false);
		return true;
	}
	char *text = mem_strndup(line.p, line.n), **words;
	size_t n;
	bool known = false;
	if (str_words(text, &words, &n) == OK) {
		known = n == 0 || run(account, words, n);
		free(words);
	}
	free(text);
	return known;
}
