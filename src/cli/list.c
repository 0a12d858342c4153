/*
 * There are few feeds, which are read in one view of the store, but perhaps millions of
 * items. Each page of items has a view of its own, since a slow reader of the output
 * would otherwise hold an old view, and then LMDB's file keeps growing.
 */
#include "config.h"

#include "cli/list.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/command.h"
#include "cli/field.h"
#include "cli/find.h"
#include "cli/rows.h"
#include "cli/session.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/list.h"

#define PAGE 256

/* The options, in the order of the table. */
enum {
	LIST_FEEDS,
	LIST_ITEMS,
	LIST_JSON,
	LIST_FIELDS,
	LIST_FORMAT,
};

/* ---- feeds */

/* A feed as a query sees it: it has the fields that the language has for an item's feed,
 * and words without a field look in its title and address. */
static struct span
feed_text(void *data, enum query_field field, size_t i, bool *html)
{
	const struct store_feed *feed = data;
	const struct span none = {NULL, 0};
	(void)html;
	switch (field) {
	case QUERY_TITLE:
		return i == 0 ? span_of(feed->title) : none;
	case QUERY_AUTHOR:
		return i == 0 ? span_of(feed->feed_title) : none;
	case QUERY_FEED:
		return i == 0 ? span_of(feed->title) : i == 1 ? span_of(feed->url) : none;
	case QUERY_TEXT:
	case QUERY_FEED_URL:
		return i == 0 ? span_of(feed->url) : none;
	case QUERY_LINK:
	case QUERY_FEED_LINK:
		return i == 0 ? span_of(feed->link) : none;
	case QUERY_TAG:
		return i < feed->tags_len ? span_of(feed->tags[i]) : none;
	default:
		return none;
	}
}

static int64_t
feed_number(void *data, enum query_field field)
{
	const struct store_feed *feed = data;
	switch (field) {
	case QUERY_FEED_UNREAD:
		return feed->unread;
	case QUERY_FEED_TOTAL:
		return feed->total;
	case QUERY_FEED_ORDER:
		return (int64_t)feed->order + 1;
	case QUERY_ID:
		return feed->id;
	case QUERY_FEED_DATE:
	case QUERY_DATE:
		return feed->last_change;
	case QUERY_FLAG:
		return (feed->unread ? ITEM_UNREAD : 0) |
		       (feed->starred ? ITEM_STARRED : 0);
	default:
		return TIME_NONE;
	}
}

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

static int
list_feeds(struct cli_rows *rows, const char *words, struct err *err)
{
	struct query *query;
	size_t moved = 0;
	int64_t now = time_wall();
	int status = query_parse(words, QUERY_ACCENTS_COUNT, &query, err);
	if (status != OK)
		return ERR_INVALID;
	for (size_t i = 0; i < rows->feeds_len; i++) {
		const struct query_item item = {
			&rows->feeds[i], feed_text, feed_number, NULL};
		if (rows->feeds[i].removed || !query_match(query, &item, now))
			continue;
		cli_rows_feed(rows, &rows->feeds[i]);
		moved += rows->feeds[i].adopted;
		if (!cli_rows_write(rows))
			break;
	}
	query_free(query);
	if (moved && !rows->json && !rows->format)
		offer_move(moved);
	return OK;
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
	struct cli_rows *rows;
	int status;
	struct err *err;
};

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct found *f = data;
	f->status = cli_rows_keys(f->rows, hits, len, f->err);
	return cli_rows_write(f->rows) && f->status == OK;
}

static int
list_found(struct cli_rows *rows, const char *words, struct err *err)
{
	struct found found = {.rows = rows, .err = err};
	struct cli_session session;
	int status = cli_session_begin(&session, rows->cli, false, err);
	if (status != OK)
		return status;
	status = cli_find_each(&session, words, NULL, take, &found, err);
	cli_session_end(&session);
	return status == OK ? found.status : status;
}

/* ---- the command */

static int
run(struct cli_rows *rows, struct cli *cli, bool items, const char *words)
{
	struct err err = {0};
	int status = cli_rows_begin(rows, cli, &err);
	if (status == OK && !items)
		status = list_feeds(rows, words, &err);
	else if (status == OK)
		status = *words ? list_found(rows, words, &err) : list_all(rows, &err);
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}

int
cli_list(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(&argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[LIST_FEEDS] && values[LIST_ITEMS])
		return cli_usage(argv[0], _("choose one of --feeds and --items"));
	bool items = values[LIST_ITEMS] != NULL;
	struct cli_rows rows = {.json = values[LIST_JSON] != NULL,
		.fields = values[LIST_FIELDS],
		.format = values[LIST_FORMAT]};
	char *words = query_join(argc - 1, argv + 1);
	status =
		cli_rows_check(&rows, argv[0], items ? cli_item_fields : cli_feed_fields);
	if (status == CLI_OK)
		status = run(&rows, cli, items, words);
	cli_rows_done(&rows);
	free(words);
	return status;
}
