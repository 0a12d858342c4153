#include "config.h"

#include "cli/exchange/export.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/json.h"
#include "cli/exchange/commands.h"
#include "cli/exchange/publish.h"
#include "cli/read/list.h"
#include "cli/simulate/trace.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "feed/opml.h"
#include "model/item.h"
#include "model/subscription.h"
#include "simulate/trace.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/mark/trash.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/poll/import.h"
#include "store/remote/account.h"

#define FILE_MODE 0600
#define PAGE 500      /* items read in a view */
#define PUBLISHED 100 /* items of a query, unless --limit says otherwise */

/* The options, in the order of the table. */
enum {
	EXPORT_TRACES,
	EXPORT_ADDRESSES,
	EXPORT_NEWSBOAT,
	EXPORT_STARRED,
	EXPORT_ITEMS,
	EXPORT_QUERY,
	EXPORT_ATOM,
	EXPORT_RSS,
	EXPORT_JSON,
	EXPORT_OPML,
	EXPORT_LIMIT,
};

struct export
{
	struct cli *cli;
	const char *path; /* NULL: standard output */
	struct buf out;
	struct arena arena;
	const struct store_view *view;
	struct map feeds; /* id → struct store_feed; those without a line, too */
	struct map queue; /* id of an item → its place in the queue of episodes */
	size_t written;   /* items */
};

/* The lists that make up all items. */
enum part {
	PART_LISTED,
	PART_HIDDEN,
	PART_DELETED,
};

/* ---- Feeds */

/* Warns of secrets in addresses, which are exported all the same: without them, the
 * addresses would not work. */
static void
tell_secrets(const struct subscriptions *subs)
{
	struct buf text = BUF_INIT(0);
	size_t n = 0;
	for (size_t i = 0; i < subs->len; i++)
		n += subs->list[i].source == SOURCE_HTTP &&
		     url_has_secret(subs->list[i].url);
	buf_addf(&text,
		P_("%zu address seems to hold a secret, such as token=…, and keeps it; "
		   "look at it before you give the file to others",
			"%zu addresses seem to hold secrets, such as token=…, and keep "
			"them; look at them before you give the file to others",
			n),
		n);
	if (n)
		cli_note(buf_str(&text));
	buf_done(&text);
}

static void
about(void *data, const char *url, struct feed_opml_feed *out)
{
	struct export *x = data;
	struct store_feed feed;
	uint32_t id;
	if (store_feed_find(x->view, url, &id) != OK ||
		store_feed(x->view, id, &x->arena, &feed) != OK)
		return;
	out->title = feed.title;
	out->link = feed.link;
}

/* Options that may hold a password are not exported. */
static void
drop_secrets(struct subscriptions *subs)
{
	for (size_t i = 0; i < subs->len; i++) {
		struct subscription *sub = &subs->list[i];
		size_t n = 0;
		for (size_t k = 0; k < sub->options_len; k++) {
			const struct option *row = conf_option(sub->options[k].name);
			if (row && !(row->flags & OPTION_SECRET))
				sub->options[n++] = sub->options[k];
		}
		sub->options_len = n;
	}
}

static int
write_opml(struct export *x, struct subscriptions *subs, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(x->cli->store, &view, err);
	if (status != OK)
		return status;
	x->view = &view;
	drop_secrets(subs);
	feed_opml_write(&x->out, subs, about, x);
	store_view_end(&view);
	return OK;
}

static void
keep_url(void *data, const struct store_feed *feed)
{
	*map_put(data, feed->url, strlen(feed->url)) = data;
}

int
cli_exchange_opml(struct cli *cli, const char *words, struct buf *out, size_t *found,
	struct err *err)
{
	struct export x = {.cli = cli, .out = *out};
	struct subscriptions *subs = subscription_list_new();
	struct map wanted = MAP_INIT;
	size_t n = 0;
	int status = conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = cli_read_list_feeds(cli, words, keep_url, &wanted, err);
	for (size_t i = 0; i < subs->len; i++)
		if (map_get(&wanted, subs->list[i].url, strlen(subs->list[i].url)))
			subs->list[n++] = subs->list[i];
	subs->len = n;
	if (status == OK)
		status = write_opml(&x, subs, err);
	if (status == OK)
		tell_secrets(subs);
	*out = x.out;
	*found = n;
	arena_done(&x.arena);
	map_done(&wanted);
	subscription_list_free(subs);
	return status;
}

/* newsboat's urls: the same lines without options, which it does not know. */
static void
write_urls(struct export *x, const struct subscriptions *subs)
{
	for (size_t i = 0; i < subs->len; i++) {
		struct subscription sub = subs->list[i];
		bool web = sub.source == SOURCE_HTTP;
		if (web)
			sub.url = url_public(&x->arena, sub.url, false);
		sub.options_len = 0;
		if (web || sub.source == SOURCE_QUERY)
			conf_feeds_format(&x->out, &sub);
	}
}

/* Gives feeds of accounts their own addresses, for use elsewhere. */
static int
resolve_accounts(struct export *x, struct subscriptions *subs, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(x->cli->store, &view, err);
	for (size_t i = 0; status == OK && i < subs->len; i++) {
		struct subscription *sub = &subs->list[i];
		struct span key, id;
		struct store_account account;
		struct remotefeed_record feed;
		if (!conf_feeds_account_parts(sub->url, &key, &id) ||
			store_remote_account(&view,
				arena_strndup(&x->arena, key.p, key.n), &x->arena,
				&account) != OK ||
			store_remote_feed(&view, account.id, id, &x->arena, &feed) !=
				OK ||
			str_empty(feed.url))
			continue;
		sub->source = SOURCE_HTTP;
		sub->url = feed.url;
	}
	if (status == OK)
		store_view_end(&view);
	return status;
}

static int
export_feeds(struct export *x, bool newsboat, struct err *err)
{
	/* Faulty lines were reported when the store was updated from the file. */
	struct subscriptions *subs = subscription_list_new();
	int status = conf_feeds_load(subs, x->cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = resolve_accounts(x, subs, err);
	if (status == OK && newsboat)
		write_urls(x, subs);
	else if (status == OK)
		status = write_opml(x, subs, err);
	if (status == OK)
		tell_secrets(subs);
	subscription_list_free(subs);
	return status;
}

/* ---- Items */

static void
put_enclosures(struct buf *out, const struct store_item_body *body)
{
	cli_json_list(out, "enclosures");
	for (size_t i = 0; i < body->enclosures_len; i++) {
		cli_json_element(out);
		buf_addc(out, '{');
		cli_json_string(out, "url", body->enclosures[i].url);
		cli_json_string(out, "type", body->enclosures[i].type);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
put_heard(struct export *x, const struct store_view *view, uint64_t id)
{
	struct listen_record heard;
	void *place = map_get(&x->queue, &id, sizeof id);
	if (place)
		cli_json_number(&x->out, "queue_place", (uintptr_t)place);
	if (store_media_listen(view, id, &x->arena, &heard) != OK)
		return;
	cli_json_integer(&x->out, "position_ms", heard.position);
	cli_json_integer(&x->out, "duration_ms", heard.duration);
	cli_json_bool(&x->out, "played", heard.played);
	cli_json_time(&x->out, "heard", heard.sampled);
}

/* A line of --items. import recognises it by how it begins. */
static void
put_line(struct export *x, const struct store_view *view, const struct store_feed *feed,
	const struct store_item *item, const struct store_item_body *body, enum part part)
{
	struct buf *out = &x->out;
	cli_json_begin(out);
	cli_json_string(out, "feed_url", url_public(&x->arena, feed->address, false));
	cli_json_string(out, "feed", feed->title);
	cli_json_string(out, "guid", item->guid);
	cli_json_string(out, "link", item->link);
	cli_json_string(out, "title", item->title);
	cli_json_string(out, "author", item->author);
	cli_json_time(out, "published", item->published);
	cli_json_time(out, "updated", item->updated);
	cli_json_time(out, "seen", item->seen);
	cli_json_bool(out, "unread", item->flags & ITEM_UNREAD);
	cli_json_bool(out, "starred", item->flags & ITEM_STARRED);
	if (part != PART_LISTED)
		cli_json_bool(out, part == PART_HIDDEN ? "hidden" : "deleted", true);
	put_heard(x, view, item->id);
	cli_json_strings(out, "tags", item->tags, item->tags_len);
	cli_json_strings(out, "categories", body->categories, body->categories_len);
	cli_json_string(out, "comments", body->comments);
	put_enclosures(out, body);
	cli_json_string(
		out, body->text.type == TEXT_HTML ? "html" : "text", body->text.text);
	cli_json_end(out);
}

/* An item of a JSON Feed, with what its format has no member for in _courant. */
static void
put_starred(struct export *x, const struct store_feed *feed,
	const struct store_item *item, const struct store_item_body *body)
{
	struct buf *out = &x->out;
	char date[32] = "";
	time_t at = (time_t)item->published;
	struct tm tm;
	buf_adds(out, x->written ? ",\n{" : "\n{");
	cli_json_string(out, "id", item->guid ? item->guid : item->link);
	const char *url = x->cli->settings->options.clean_links
				  ? link_untracked(&x->arena, item->link)
				  : item->link;
	cli_json_string(out, "url", url);
	cli_json_string(out, "title", item->title);
	if (body->text.text)
		cli_json_string(out,
			body->text.type == TEXT_HTML ? "content_html" : "content_text",
			body->text.text);
	if (item->published != TIME_NONE && gmtime_r(&at, &tm) &&
		strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm))
		cli_json_string(out, "date_published", date);
	cli_json_list(out, "authors");
	if (item->author) {
		cli_json_element(out);
		buf_addc(out, '{');
		cli_json_string(out, "name", item->author);
		cli_json_close(out);
	}
	cli_json_list_end(out);
	buf_adds(out, ",\"_courant\":{");
	cli_json_string(out, "feed", url_public(&x->arena, feed->address, false));
	cli_json_string(out, "feed_title", feed->title);
	cli_json_string(out, "guid", item->guid);
	/* An item without a guid is identified by its link. */
	if (!str_eq(url, item->link))
		cli_json_string(out, "link", item->link);
	cli_json_bool(out, "unread", item->flags & ITEM_UNREAD);
	cli_json_bool(out, "starred", true);
	cli_json_strings(out, "tags", item->tags, item->tags_len);
	buf_adds(out, "}}");
}

static int
put_item(struct export *x, const struct store_view *view, uint64_t id, bool lines,
	enum part part)
{
	struct store_item item;
	struct store_item_body body;
	int status = part == PART_DELETED ? store_item_deleted(view, id, &x->arena, &item)
					  : store_item(view, id, &x->arena, &item);
	if (status == OK)
		status = store_item_body(view, id, &x->arena, &body);
	const struct store_feed *feed =
		status == OK ? map_get(&x->feeds, &item.feed, sizeof item.feed) : NULL;
	/* Damaged or missing items are left to courant check. */
	if (!feed)
		return OK;
	if (lines)
		put_line(x, view, feed, &item, &body, part);
	else
		put_starred(x, feed, &item, &body);
	x->written++;
	return OK;
}

/* A file is written as a whole, standard output page by page. */
static bool
flush(struct export *x)
{
	bool open = x->path || cli_write(&x->out);
	if (!x->path)
		buf_clear(&x->out);
	return open;
}

/* The next ids of a part, after *last. */
static int
read_ids(const struct store_view *view, const struct store_scope *scope, enum part part,
	struct store_key *last, uint64_t ids[PAGE], size_t *len)
{
	struct store_key keys[PAGE];
	if (part == PART_DELETED) {
		int status = store_mark_trash(view, last->id, ids, PAGE, len);
		last->id = *len ? ids[*len - 1] : last->id;
		return status;
	}
	int status =
		store_item_keys(view, scope, last->id ? last : NULL, keys, PAGE, len);
	for (size_t i = 0; status == OK && i < *len; i++)
		ids[i] = keys[i].id;
	if (status == OK && *len)
		*last = keys[*len - 1];
	return status;
}

static int
put_page(struct export *x, const struct store_scope *scope, bool lines, enum part part,
	struct store_key *last, size_t *len, struct err *err)
{
	uint64_t ids[PAGE];
	struct store_view view;
	struct arena before = x->arena;
	int status = store_view_begin(x->cli->store, &view, err);
	if (status != OK)
		return status;
	arena_init(&x->arena);
	status = read_ids(&view, scope, part, last, ids, len);
	for (size_t i = 0; status == OK && i < *len; i++)
		if (part != PART_DELETED || !store_poll_is_withdrawn(&view, ids[i]))
			status = put_item(x, &view, ids[i], lines, part);
	store_view_end(&view);
	arena_done(&x->arena);
	x->arena = before;
	if (status != OK)
		return err_set(err, status,
			_("the items cannot be read from the store; run courant check"));
	return OK;
}

/* All of a part, page by page. False: nobody reads the output any more, or err says what
 * failed. */
static bool
put_part(struct export *x, enum store_scope_kind kind, bool lines, enum part part,
	struct err *err)
{
	const struct store_scope scope = {kind, 0, NULL};
	struct store_key last = {0, 0};
	size_t len = PAGE;
	while (len == PAGE)
		if (put_page(x, &scope, lines, part, &last, &len, err) != OK || !flush(x))
			return false;
	return true;
}

static int
load_queue(struct export *x, const struct store_view *view)
{
	struct store_queue_row rows[PAGE];
	uint64_t rank = 0;
	size_t len = PAGE;
	uintptr_t place = 0;
	int status = OK;
	while (status == OK && len == PAGE) {
		status = store_media_queue(view, rank, rows, PAGE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			*map_put(&x->queue, &rows[i].item, sizeof rows[i].item) =
				(void *)++place;
			rank = rows[i].rank;
		}
	}
	return status;
}

static int
load_feeds(struct export *x, const struct store_view *view)
{
	struct store_feed *list;
	size_t len = 0;
	int status = store_feed_all(view, &x->arena, false, &list, &len);
	for (size_t i = 0; status == OK && i < len; i++)
		*map_put(&x->feeds, &list[i].id, sizeof list[i].id) = &list[i];
	return status;
}

static int
export_items(struct export *x, bool starred, bool lines, struct err *err)
{
	struct store_view view;
	err_clear(err);
	int status = store_view_begin(x->cli->store, &view, err);
	if (status != OK)
		return status;
	status = load_feeds(x, &view);
	if (status == OK)
		status = load_queue(x, &view);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status,
			_("the feeds cannot be read from the store; run courant check"));
	if (!lines)
		buf_addf(&x->out, "{\"version\":\"https://jsonfeed.org/version/1.1\","
				  "\"title\":\"courant\",\"items\":[");
	bool good =
		put_part(x, starred ? STORE_STARRED : STORE_ALL, lines, PART_LISTED, err);
	if (lines && good)
		good = put_part(x, STORE_HIDDEN, lines, PART_HIDDEN, err) &&
		       put_part(x, STORE_ALL, lines, PART_DELETED, err);
	if (!lines)
		buf_adds(&x->out, "\n]}\n");
	return err->status;
}

static int
export_traces(struct export *x, bool addresses, struct err *err)
{
	struct simulate_traces traces = {0};
	int status = cli_simulate_traces(x->cli, addresses, &traces, err);
	if (status == OK)
		cli_simulate_traces_write(&traces, &x->out);
	simulate_traces_done(&traces);
	return status;
}

/* A file that would not change is left alone, so that web servers see no change
 * either. */
static int
write_file(struct export *x, struct err *err)
{
	struct buf old = BUF_INIT(0);
	struct stat there;
	bool same = stat(x->path, &there) == 0 && S_ISREG(there.st_mode) &&
		    (size_t)there.st_size == x->out.len &&
		    file_read(x->path, &old, NULL) == OK && old.len == x->out.len &&
		    (!old.len || memcmp(old.data, x->out.data, old.len) == 0);
	buf_done(&old);
	return same ? OK
		    : file_write(x->path, buf_str(&x->out), x->out.len, FILE_MODE, err);
}

static int
publish(struct export *x, const char *const *values, struct err *err)
{
	enum feed_format format = values[EXPORT_JSON]  ? FEED_JSON
				  : values[EXPORT_RSS] ? FEED_RSS20
						       : FEED_ATOM10;
	int64_t limit = PUBLISHED;
	if (values[EXPORT_LIMIT] &&
		(str_int(span_of(values[EXPORT_LIMIT]), &limit) != OK || limit < 0))
		return err_set(
			err, ERR_INVALID, _("--limit needs a number; 0 means all items"));
	if (values[EXPORT_OPML])
		return cli_exchange_opml(x->cli,
			cli_exchange_query(x->cli, &x->arena, values[EXPORT_QUERY]),
			&x->out, &(size_t){0}, err);
	return cli_exchange_publish(
		x->cli, values[EXPORT_QUERY], format, limit, &x->out, err);
}

int
cli_exchange_export(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct export x = {.cli = cli, .out = BUF_INIT(0), .arena = ARENA_INIT};
	int got, status = cli_args(cli, &argc, argv, 0, 1, values);
	if (status != CLI_OK)
		return status;
	if (values[EXPORT_ADDRESSES] && !values[EXPORT_TRACES])
		return cli_usage(argv[0], _("--addresses goes with --traces"));
	size_t formats = 0;
	for (int i = EXPORT_ATOM; i <= EXPORT_OPML; i++)
		formats += values[i] != NULL;
	if (!values[EXPORT_QUERY] && (formats || values[EXPORT_LIMIT]))
		return cli_usage(argv[0], _("--atom, --rss, --json, --opml and --limit "
					    "go with --query"));
	if (formats > 1)
		return cli_usage(
			argv[0], _("choose one of --atom, --rss, --json and --opml"));
	bool items = values[EXPORT_ITEMS] || values[EXPORT_STARRED];
	if (items + !!values[EXPORT_TRACES] + !!values[EXPORT_NEWSBOAT] +
			!!values[EXPORT_QUERY] >
		1)
		return cli_usage(
			argv[0], _("choose one of --traces, --newsboat, --query, "
				   "and --items or --starred"));
	x.path = argc > 1 && !str_eq(argv[1], "-") ? argv[1] : NULL;
	if (values[EXPORT_QUERY])
		got = publish(&x, values, &err);
	else if (values[EXPORT_TRACES])
		got = export_traces(&x, values[EXPORT_ADDRESSES] != NULL, &err);
	else if (items)
		got = export_items(&x, values[EXPORT_STARRED] != NULL,
			values[EXPORT_ITEMS] != NULL, &err);
	else
		got = export_feeds(&x, values[EXPORT_NEWSBOAT] != NULL, &err);
	if (got == OK && x.path)
		got = write_file(&x, &err);
	else if (got == OK)
		cli_write(&x.out);
	if (got != OK)
		status = cli_session_failed(got, &err);
	map_done(&x.feeds);
	map_done(&x.queue);
	arena_done(&x.arena);
	buf_done(&x.out);
	return status;
}
