#include "config.h"

#include "ui/feeds/fixed.h"

#include <time.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "store/db/view.h"
#include "store/journal/journal_list.h"
#include "store/media/episode_queue.h"
#include "ui/core/ui.h"
#include "ui/feeds/failing.h"
#include "ui/items/items.h"

#define TODAY_MAX 9999  /* unread items that are counted */
#define RECENT_MAX 500  /* items that were read last */
#define COUNT_PAGE 1000 /* keys read in one go */

/* The beginning of today, local time. */
static int64_t
start_of_today(void)
{
	time_t now = (time_t)time_wall();
	struct tm day;
	if (!localtime_r(&now, &day))
		return now - TIME_DAY;
	day.tm_hour = day.tm_min = day.tm_sec = 0;
	day.tm_isdst = -1;
	return mktime(&day);
}

static uint64_t
count_unread(struct ui *ui)
{
	return ui_catalog_unread(&ui->catalog);
}

/* Unread items have an index by date, of which today is the beginning. */
static uint64_t
count_today(struct ui *ui)
{
	const struct store_scope unread = {.kind = STORE_UNREAD};
	int64_t since = start_of_today();
	struct store_key keys[COUNT_PAGE], after;
	struct store_view view;
	size_t count = 0, len = COUNT_PAGE;
	bool more = ui_open_view(ui, &view);
	if (!more)
		return 0;
	while (more && count < TODAY_MAX) {
		if (store_item_keys(&view, &unread, count ? &after : NULL, keys,
			    COUNT_PAGE, &len) != OK)
			break;
		more = len == COUNT_PAGE;
		for (size_t i = 0; i < len; i++) {
			if (keys[i].time < since) {
				more = false;
				break;
			}
			after = keys[i];
			count += !ui_pending_deleted(&ui->pending, keys[i].id);
		}
	}
	store_view_end(&view);
	return count < TODAY_MAX ? count : TODAY_MAX;
}

static uint64_t
count_starred(struct ui *ui)
{
	uint64_t starred = 0;
	for (size_t i = 0; i < ui->catalog.len; i++)
		starred += ui->catalog.feeds[i].starred;
	return starred;
}

static struct ui_view *
list_of(struct ui *ui, enum store_scope_kind kind)
{
	const struct store_scope scope = {.kind = kind};
	return ui_items_new(ui, &scope);
}

static struct ui_view *
open_unread(struct ui *ui)
{
	return list_of(ui, STORE_UNREAD);
}

static struct ui_view *
open_today(struct ui *ui)
{
	return ui_items_since(ui, start_of_today(), _("Today"));
}

static struct ui_view *
open_starred(struct ui *ui)
{
	return list_of(ui, STORE_STARRED);
}

/* The items that were read last, one by one, from the journal. */
static struct ui_view *
open_recent(struct ui *ui)
{
	uint64_t *ids = arena_alloc(&ui->scratch, RECENT_MAX * sizeof *ids);
	struct store_view view;
	size_t len = 0;
	if (!ui_open_view(ui, &view))
		return NULL;
	if (store_journal_recent(&view, ACTION_READ, ids, RECENT_MAX, &len) != OK)
		len = 0;
	store_view_end(&view);
	return ui_items_fixed_list(ui, ids, len, _("Recently read"));
}

static struct ui_view *
open_failing(struct ui *ui)
{
	return ui_feeds_failing_new(ui, UI_FAILING_ERRORS);
}

static struct ui_view *
open_silent(struct ui *ui)
{
	return ui_feeds_failing_new(ui, UI_FAILING_SILENT);
}

static uint64_t
count_failing(struct ui *ui)
{
	return ui_feeds_failing_count(ui, UI_FAILING_ERRORS);
}

static uint64_t
count_silent(struct ui *ui)
{
	return ui_feeds_failing_count(ui, UI_FAILING_SILENT);
}

static const char *
query_unread(struct ui *ui)
{
	(void)ui;
	return "is:unread";
}

static const char *
query_today(struct ui *ui)
{
	time_t now = (time_t)time_wall();
	struct tm day;
	if (!localtime_r(&now, &day))
		return NULL;
	return arena_printf(&ui->scratch, "date:>=%04d-%02d-%02d", day.tm_year + 1900,
		day.tm_mon + 1, day.tm_mday);
}

static const char *
query_starred(struct ui *ui)
{
	(void)ui;
	return "is:starred";
}

static uint64_t
count_queue(struct ui *ui)
{
	struct store_view view;
	if (!ui_open_view(ui, &view))
		return 0;
	uint64_t len = store_media_queue_len(&view);
	store_view_end(&view);
	return len;
}

static struct ui_view *
open_queue(struct ui *ui)
{
	return ui->above->queue(ui);
}

const struct ui_feeds_fixed ui_feeds_fixed[] = {
	{"unread", "◆", N_("Unread"), count_unread, open_unread, query_unread},
	{"today", "◆", N_("Today"), count_today, open_today, query_today},
	{"starred", "★", N_("Starred"), count_starred, open_starred, query_starred},
	{"queue", "►", N_("Queue"), count_queue, open_queue, NULL, true},
	{"failing", "!", N_("Failing"), count_failing, open_failing, NULL},
	{"silent", "…", N_("Silent"), count_silent, open_silent, NULL},
	{"recent", "◇", N_("Recently read"), NULL, open_recent, NULL},
	{0},
};

bool
ui_feeds_fixed_shown(const struct ui *ui, const struct ui_feeds_fixed *place)
{
	struct span rest = span_of(ui->options->fixed_rows), word;
	while (span_split(&rest, ',', &word))
		if (span_eq(span_trim(word), place->name))
			return true;
	return false;
}
