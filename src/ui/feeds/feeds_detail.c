#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "engine/api.h"
#include "output/shown_address.h"
#include "store/feed/feed.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/fixed.h"
#include "ui/feeds/saved_searches.h"

#define STATUS_ROOM 3    /* cells of the status bar to keep free */
#define ADDRESS_LEAST 16 /* cells of an address that are always shown */

/* Puts where a feed has moved to, instead of the address in its line. If another feed is
 * there already, the two can be merged. */
static void
describe_move(struct ui *ui, const struct store_feed *feed, struct buf *out)
{
	struct buf key = BUF_INIT(0);
	const char *to = output_address(&ui->scratch, feed->moved_to);
	bool taken = false;
	for (size_t i = 0; i < ui->catalog.len; i++)
		taken |= str_eq(ui->catalog.feeds[i].url, feed->moved_to);
	ui_bindings_keys(
		&ui->bindings, UI_FEEDS, ui_command(taken ? "merge" : "move"), 1, &key);
	if (key.len)
		buf_addf(out,
			taken ? _("moved to %s; %s merges it with the feed there")
			      : _("moved to %s; %s updates the address"),
			to, buf_str(&key));
	else
		buf_addf(out, _("moved to %s"), to);
	buf_done(&key);
}

/* Puts when a feed was last polled, unless it fails, and when it will be next. */
static void
describe_times(struct ui *ui, const struct store_feed *feed, bool failed, int64_t now,
	struct buf *out)
{
	char span[32];
	if (ui_catalog_state(&ui->catalog, feed->id) == ENGINE_RUNNING) {
		buf_adds(out, _(" · fetching"));
		return;
	}
	if (!failed && feed->last_poll != TIME_NONE && feed->last_poll <= now) {
		time_format_rough(now - feed->last_poll, span, sizeof span);
		if (now - feed->last_poll < TIME_MINUTE)
			buf_adds(out, _(" · just polled"));
		else
			buf_addf(out, _(" · polled %s ago"), span);
	}
	if (feed->next_poll != TIME_NONE && feed->next_poll != INT64_MAX &&
		feed->next_poll > now) {
		time_format_rough(feed->next_poll - now, span, sizeof span);
		buf_addf(out, _(" · next in %s"), span);
	}
}

/* Puts the address, cut so that there is room for what follows. */
static void
put_address(struct ui *ui, const char *url, const char *behind, struct buf *out)
{
	size_t used, taken = utf8_columns(behind, strlen(behind)) + STATUS_ROOM;
	size_t room = ui->screen.width > taken + ADDRESS_LEAST ? ui->screen.width - taken
							       : ADDRESS_LEAST;
	const char *text = output_address(&ui->scratch, url ? url : "");
	size_t n = strlen(text);
	if (utf8_columns(text, n) <= room)
		buf_adds(out, text);
	else
		buf_addf(out, "%.*s…", (int)utf8_fit(text, n, room - 1, &used), text);
}

static void
describe_account(
	const struct ui_account *account, struct ui_caption *caption, int64_t now)
{
	struct buf *out = &caption->detail;
	char span[32];
	buf_adds(out, account->name);
	caption->error = account->why != NULL;
	if (account->why)
		buf_addf(out, ": %s", account->why);
	else if (account->paused)
		buf_adds(out, _(": paused"));
	else if (account->synced != TIME_NONE && now - account->synced < TIME_MINUTE)
		buf_adds(out, _(": synced just now"));
	else if (account->synced != TIME_NONE) {
		time_format_rough(now - account->synced, span, sizeof span);
		buf_addf(out, _(": synced %s ago"), span);
	}
	size_t n = (size_t)account->waiting;
	if (n > 0)
		buf_addf(out,
			P_(" · %zu change waits to be sent",
				" · %zu changes wait to be sent", n),
			n);
}

void
ui_feeds_describe(struct ui *ui, const struct ui_tree_row *row,
	struct ui_caption *caption, int64_t now)
{
	const struct store_feed *feed = row->feed;
	struct buf times = BUF_INIT(0);
	if (row->saved) {
		caption->error = row->saved->error != NULL;
		buf_adds(&caption->detail,
			row->saved->error ? row->saved->error : row->saved->text);
		return;
	}
	if (row->place) {
		buf_adds(&caption->detail, _(row->place->title));
		return;
	}
	if (!feed && ui_feeds_account(ui, row)) {
		describe_account(ui_feeds_account(ui, row), caption, now);
		return;
	}
	if (!feed) {
		buf_addf(&caption->detail,
			P_("%s: %zu feed", "%s: %zu feeds", row->feeds), row->tag,
			row->feeds);
		return;
	}
	caption->error = feed->failures > 0 && !str_empty(feed->error);
	describe_times(ui, feed, caption->error, now, &times);
	if (caption->error)
		buf_adds(&caption->detail, feed->error);
	else if (feed->adopted)
		describe_move(ui, feed, &caption->detail);
	else if (feed_is_live(&feed->live, now))
		buf_addf(&caption->detail, _("live now: %s"), feed->live.title);
	else
		put_address(ui, feed->address, buf_str(&times), &caption->detail);
	buf_adds(&caption->detail, buf_str(&times));
	buf_done(&times);
}
