/*
 * There are few feeds, which are read in one view of the store, but perhaps millions of
 * items. Each page of items has a view of its own, since a slow reader of the output
 * would otherwise hold an old view, and then LMDB's file keeps growing.
 */
#include "config.h"

#include "cli/read/list.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/order.h"
#include "cli/core/rows.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/find/find_feed.h"
#include "store/item/list.h"

#define PAGE 256
#define SILENT_MAX 36500 /* days */

/* The options, in the order of the table. */
enum {
	LIST_FEEDS,
	LIST_ITEMS,
	LIST_JSON,
	LIST_FIELDS,
	LIST_FORMAT,
	LIST_SORT,
	LIST_FAILING,
	LIST_SILENT,
	LIST_OUTPUT = CLI_LIST_OUTPUT, /* handled in cli/exchange/listing.c */
};

/* What is listed, and how. */
struct listing {
	struct cli_rows rows;
	const char *words;
	bool items, sort, failing;
	bool found;     /* anything */
	int64_t silent; /* seconds without an item; 0: it does not matter */
	struct cli_order order;
};

/* ---- feeds */

/* On standard error, since programs may read the rows. */
static void
offer_move(size_t moved)
{
	struct buf line = BUF_INIT(0);
	buf_addf(&line,
		P_("%zu feed has moved; courant move --all updates its address",
			"%zu feeds have moved; courant move --all updates their "
			"addresses",
			moved),
		moved);
	cli_note(buf_str(&line));
	buf_done(&line);
}

/* Whether a feed is among those that --failing and --silent ask for. */
static bool
is_wanted(const struct listing *l, const struct store_view *view,
	const struct store_feed *feed, int64_t now)
{
	int64_t newest, gap;
	if (feed->removed || (l->failing && feed->failures == 0))
		return false;
	if (!l->silent)
		return true;
	store_item_frequency(view, feed->id, &newest, &gap);
	return newest == TIME_NONE || now - newest >= l->silent;
}

/* Collects the feeds that match. */
static int
collect_feeds(struct listing *l, struct query *query, struct err *err)
{
	struct store_view view;
	int64_t now = time_wall();
	int status = store_view_begin(l->rows.cli->store, &view, err);
	for (size_t i = 0; status == OK && i < l->rows.feeds_len; i++) {
		if (is_wanted(l, &view, &l->rows.feeds[i], now) &&
			store_find_feed_match(query, &l->rows.feeds[i], now))
			cli_order_feed(&l->order, &view, &l->rows.feeds[i]);
	}
	if (status == OK)
		store_view_end(&view);
	return status;
}

static int
list_feeds(struct listing *l, struct err *err)
{
	struct cli_rows *rows = &l->rows;
	struct query *query;
	size_t moved = 0;
	if (query_parse(l->words, QUERY_ACCENTS_COUNT, &query, err) != OK)
		return ERR_INVALID;
	int status = collect_feeds(l, query, err);
	query_free(query);
	if (l->sort)
		cli_order_sort(&l->order);
	l->found = l->order.len > 0;
	for (size_t i = 0; status == OK && i < l->order.len; i++) {
		const struct store_feed *feed = l->order.list[i].feed;
		cli_rows_feed(rows, feed);
		moved += feed->adopted;
		if (!cli_rows_write(rows))
			break;
	}
	if (moved && !rows->json && !rows->format)
		offer_move(moved);
	return status;
}

int
cli_read_list_feeds(struct cli *cli, const char *words,
	void (*take)(void *data, const struct store_feed *feed), void *data,
	struct err *err)
{
	struct listing l = {.words = words};
	struct query *query;
	if (query_parse(words, QUERY_ACCENTS_COUNT, &query, err) != OK)
		return ERR_INVALID;
	int status = cli_rows_begin(&l.rows, cli, err);
	if (status == OK)
		status = collect_feeds(&l, query, err);
	for (size_t i = 0; status == OK && i < l.order.len; i++)
		take(data, l.order.list[i].feed);
	query_free(query);
	cli_order_done(&l.order);
	cli_rows_done(&l.rows);
	return status;
}

/* ---- items */

/* Reads a page of items and advances *after; *more: there may be others. */
static int
read_page(struct cli_rows *rows, struct store_key *after, bool *more, struct err *err)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[PAGE];
	struct store_view view;
	size_t len = 0;
	int status = store_view_begin(rows->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_item_keys(&view, &all, *more ? after : NULL, keys, PAGE, &len);
	if (status != OK)
		err_set(err, status,
			_("the stored items cannot be read; run courant check"));
	for (size_t i = 0; status == OK && i < len; i++)
		cli_rows_item(rows, &view, keys[i].id);
	store_view_end(&view);
	*more = status == OK && len == PAGE;
	if (len)
		*after = keys[len - 1];
	return status;
}

static int
list_all(struct cli_rows *rows, struct err *err)
{
	struct store_key after;
	bool more = false, open;
	int status;
	do {
		status = read_page(rows, &after, &more, err);
		open = cli_rows_write(rows);
	} while (status == OK && more && open);
	return status;
}

struct found {
	struct listing *listing;
	int status;
	struct err *err;
};

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct found *f = data;
	struct listing *l = f->listing;
	l->found |= len > 0;
	if (l->sort) {
		f->status = cli_order_items(&l->order, &l->rows, hits, len, f->err);
		return f->status == OK;
	}
	f->status = cli_rows_keys(&l->rows, hits, len, f->err);
	return cli_rows_write(&l->rows) && f->status == OK;
}

static int
list_found(struct listing *l, struct err *err)
{
	struct found found = {.listing = l, .err = err};
	struct cli_session session;
	int status = cli_session_begin(&session, l->rows.cli, false, err);
	if (status != OK)
		return status;
	status = cli_find_each(&session, l->words, NULL, take, &found, err);
	cli_session_end(&session);
	return status == OK ? found.status : status;
}

static int
write_sorted(struct listing *l, struct err *err)
{
	int status = OK;
	cli_order_sort(&l->order);
	for (size_t i = 0; status == OK && i < l->order.len; i += PAGE) {
		struct store_key keys[PAGE];
		size_t len = 0;
		for (; len < PAGE && i + len < l->order.len; len++)
			keys[len] = l->order.list[i + len].key;
		status = cli_rows_keys(&l->rows, keys, len, err);
		if (!cli_rows_write(&l->rows))
			break;
	}
	return status;
}

static int
list_items(struct listing *l, struct err *err)
{
	if (!*l->words && !l->sort)
		return list_all(&l->rows, err);
	int status = list_found(l, err);
	return status == OK && l->sort ? write_sorted(l, err) : status;
}

/* ---- the command */

static int
run(struct listing *l, struct cli *cli)
{
	struct err err = {0};
	int status = cli_rows_begin(&l->rows, cli, &err);
	if (status == OK)
		status = l->items ? list_items(l, &err) : list_feeds(l, &err);
	if (status != OK)
		return cli_session_failed(status, &err);
	return *l->words && !l->found ? CLI_NOTHING : CLI_OK;
}

/* Takes the options that say what is listed, and in which order. */
static int
take_options(struct listing *l, const char *command, const char *const *values)
{
	const char *sort = values[LIST_SORT], *silent = values[LIST_SILENT];
	enum order_of of = l->items ? ORDER_ITEMS : ORDER_FEEDS;
	struct err err;
	int64_t days = 0;
	const bool items = l->items;
	if (values[LIST_FEEDS] && values[LIST_ITEMS])
		return cli_usage(command, _("choose one of --feeds and --items"));
	if (items && (values[LIST_FAILING] || silent))
		return cli_usage(command, _("--failing and --silent are about feeds"));
	if (silent &&
		(str_int(span_of(silent), &days) != OK || days < 1 || days > SILENT_MAX))
		return cli_usage(command, _("--silent needs a number of days"));
	if (sort && order_parse(sort, of, &l->order.order, &err) != OK)
		return cli_usage(command, "--sort: %s", err.text);
	l->sort = sort != NULL;
	l->failing = values[LIST_FAILING] != NULL;
	l->silent = days * TIME_DAY;
	return CLI_OK;
}

/* Whether only items can match the words; a fault in them is reported later. */
static bool
finds_items(const char *words)
{
	struct query *query;
	struct err err;
	if (query_parse(words, QUERY_ACCENTS_COUNT, &query, &err) != OK)
		return false;
	bool items = store_find_feed_lacks(query);
	query_free(query);
	return items;
}

int
cli_read_list(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct listing l = {0};
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	char *words = query_join(argc - 1, argv + 1);
	l.words = words;
	l.items = values[LIST_ITEMS] || (!values[LIST_FEEDS] && finds_items(words));
	l.rows.json = values[LIST_JSON] != NULL;
	l.rows.fields = values[LIST_FIELDS];
	l.rows.format = values[LIST_FORMAT];
	status = take_options(&l, argv[0], values);
	if (status == CLI_OK)
		status = cli_rows_check(&l.rows, argv[0],
			l.items ? output_item_fields : output_feed_fields);
	if (status == CLI_OK)
		status = run(&l, cli);
	cli_order_done(&l.order);
	cli_rows_done(&l.rows);
	free(words);
	return status;
}
