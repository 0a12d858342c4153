/*
 * Feeds are few and are read in one view; items may be millions and are read a page a
 * view, so that a slow reader of the output never holds an old view (spike, LMDB: a long
 * view keeps the file growing).
 */
#include "config.h"

#include "cli/list.h"

#include <inttypes.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "cli/command.h"
#include "cli/json.h"
#include "store/read.h"

#define PAGE 256

/* The places of the options in the row. */
enum {
	LIST_FEEDS,
	LIST_ITEMS,
	LIST_JSON,
};

static void
feed_json(struct buf *out, const struct store_feed *feed)
{
	cli_json_begin(out);
	cli_json_number(out, "id", feed->id);
	cli_json_string(out, "url", feed->url);
	cli_json_string(out, "title", feed->title);
	cli_json_strings(out, "tags", feed->tags, feed->tags_len);
	cli_json_number(out, "unread", feed->unread);
	cli_json_number(out, "total", feed->total);
	cli_json_number(out, "status", (uint64_t)(feed->status > 0 ? feed->status : 0));
	cli_json_time(out, "next_poll", feed->next_poll);
	cli_json_end(out);
}

static void
feed_text(struct buf *out, const struct store_feed *feed)
{
	buf_addf(out, "%5" PRIu32 " %6" PRIu32 " %7" PRIu32 "  ", feed->id, feed->unread,
		feed->total);
	cli_clean(out, feed->title ? feed->title : feed->url);
	for (size_t i = 0; i < feed->tags_len; i++) {
		buf_adds(out, i ? ", " : "  [");
		cli_clean(out, feed->tags[i]);
	}
	if (feed->tags_len)
		buf_addc(out, ']');
	if (feed->title) {
		buf_adds(out, "  <");
		cli_clean(out, feed->url);
		buf_addc(out, '>');
	}
	if (feed->error) {
		buf_adds(out, "  ! ");
		cli_clean(out, feed->error);
	}
	buf_addc(out, '\n');
}

static int
list_feeds(struct cli *cli, bool json, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	struct store_view view;
	struct store_feed *feeds = NULL;
	size_t len = 0;
	int status = store_view_begin(cli->store, &view, err);
	if (status == OK) {
		status = store_feeds(&view, &arena, false, &feeds, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status,
				_("the stored feeds cannot be read; run courant check"));
	}
	bool open = true;
	for (size_t i = 0; status == OK && i < len && open; i++) {
		buf_clear(&out);
		if (json)
			feed_json(&out, &feeds[i]);
		else
			feed_text(&out, &feeds[i]);
		open = cli_write(&out);
	}
	buf_done(&out);
	arena_done(&arena);
	return status;
}

static void
item_json(struct buf *out, const struct store_item *item)
{
	cli_json_begin(out);
	cli_json_number(out, "id", item->id);
	cli_json_number(out, "feed", item->feed);
	cli_json_string(out, "guid", item->guid);
	cli_json_string(out, "title", item->title);
	cli_json_string(out, "link", item->link);
	cli_json_time(out, "published", item->published);
	cli_json_time(out, "seen", item->seen);
	cli_json_bool(out, "unread", item->flags & ITEM_UNREAD);
	cli_json_bool(out, "starred", item->flags & ITEM_STARRED);
	cli_json_end(out);
}

static void
item_text(struct buf *out, const struct store_item *item)
{
	char date[32];
	time_t when = (time_t)item->time;
	struct tm local;
	localtime_r(&when, &local);
	strftime(date, sizeof date, "%Y-%m-%d %H:%M", &local);
	buf_addf(out, "%8" PRIu64 " %c%c %s  ", item->id,
		item->flags & ITEM_UNREAD ? 'N' : ' ',
		item->flags & ITEM_STARRED ? '*' : ' ', date);
	cli_clean(out, item->title ? item->title : _("(no title)"));
	if (item->link) {
		buf_adds(out, "  <");
		cli_clean(out, item->link);
		buf_addc(out, '>');
	}
	buf_addc(out, '\n');
}

/* A page of items as text or JSON in out. *after moves on; *more: there may be others. */
static int
read_page(struct cli *cli, bool json, struct store_key *after, bool *more,
	struct buf *out, struct err *err)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[PAGE];
	struct arena arena = ARENA_INIT;
	struct store_view view;
	size_t len = 0;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_keys(&view, &all, *more ? after : NULL, keys, PAGE, &len);
	if (status != OK)
		err_set(err, status,
			_("the stored items cannot be read; run courant check"));
	for (size_t i = 0; status == OK && i < len; i++) {
		struct store_item item;
		if (store_item(&view, keys[i].id, &arena, &item) != OK)
			continue; /* damaged: check tells */
		if (json)
			item_json(out, &item);
		else
			item_text(out, &item);
	}
	store_view_end(&view);
	arena_done(&arena);
	*more = status == OK && len == PAGE;
	if (len)
		*after = keys[len - 1];
	return status;
}

static int
list_items(struct cli *cli, bool json, struct err *err)
{
	struct buf out = BUF_INIT(0);
	struct store_key after;
	bool more = false, open;
	int status;
	do {
		buf_clear(&out);
		status = read_page(cli, json, &after, &more, &out, err);
		open = cli_write(&out);
	} while (status == OK && more && open);
	buf_done(&out);
	return status;
}

int
cli_list(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (values[LIST_FEEDS] && values[LIST_ITEMS])
		return cli_usage(argv[0], _("choose one of --feeds and --items"));
	bool json = values[LIST_JSON] != NULL;
	int got = values[LIST_ITEMS] ? list_items(cli, json, &err)
				     : list_feeds(cli, json, &err);
	return got == OK ? CLI_OK : cli_fail(&err);
}
