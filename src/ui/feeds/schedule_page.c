/*
 * Pages about schedules, made again when the store changes. The page of a feed shows what
 * `courant why` prints, with keys for the options that matter. The page of all feeds, or
 * those of a tag, sums them up, in slices, and lists the feeds that are polled next, for
 * a cursor.
 */
#include "config.h"

#include "ui/feeds/schedule_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/subscription.h"
#include "model/trace.h"
#include "output/account.h"
#include "output/shown_address.h"
#include "schedule/outlook.h"
#include "schedule/why.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/interest.h"
#include "store/poll/trace.h"
#include "ui/core/setup.h"
#include "ui/core/slice.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/feeds/feeds.h"

#define MARGIN 2      /* cells left free on each side */
#define NEXT_SHOWN 50 /* feeds listed on the page of all */

struct ui_schedule {
	struct ui_view view;
	uint32_t feed;   /* 0: all, or an account */
	char *account;   /* its name; NULL: none */
	char *tag;       /* only feeds with it; NULL: all */
	char *from;      /* the opml: line that the feed came with; NULL: none */
	struct buf text; /* from why_text */
	struct outlook_sum sum;
	size_t at; /* feeds of the catalog summed up so far */
	struct next {
		uint32_t feed;
		int64_t poll;
	} next[NEXT_SHOWN];  /* those that are polled next, */
	struct ui_list list; /* and the cursor on them */
	size_t first;        /* the line of the first of them */
	struct ui_lines lines;
	size_t width; /* for which the lines were made; 0: make them */
	size_t top, height;
};

/* ---- the text */

static void
read_feed(struct ui *ui, struct ui_schedule *v)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed;
	struct http_state http;
	struct schedule_record habit;
	struct interest all;
	struct feed_trace *trace;
	int64_t at;
	if (!ui_open_view(ui, &view))
		return;
	int status = store_feed(&view, v->feed, &arena, &feed);
	if (status == OK)
		status = store_feed_state(&view, v->feed, &arena, &http, &habit, NULL);
	uint32_t duplicate;
	const char *there = NULL;
	if (status == OK &&
		store_feed_duplicate(&view, v->feed, http.moved_to, &duplicate) == OK)
		there = ui_catalog_title(&ui->catalog, duplicate, &arena);
	const struct store_feed *other =
		there ? ui_catalog_feed(&ui->catalog, duplicate) : NULL;
	if (other && str_eq(there, feed.title)) /* the same title */
		there = output_address(&arena, other->url);
	if (status == OK)
		status = store_feed_interest(&view, &all, &at);
	if (status == OK)
		status = store_poll_trace(&view, v->feed, &arena, &trace);
	const char *account =
		status == OK ? output_account_of(&view, feed.url, &arena) : NULL;
	store_view_end(&view);
	buf_clear(&v->text);
	if (status != OK) {
		buf_adds(&v->text, _("This feed cannot be read; run courant check"));
	} else if (account) {
		buf_addf(&v->text, "%s\n%s\n\n", ui_catalog_name(&feed, &arena),
			output_address(&arena, feed.address));
		buf_addf(&v->text, _("Fetched by the server of %s\n"), account);
	} else {
		const struct schedule_why why = {
			.title = ui_catalog_name(&feed, &arena),
			.url = output_address(&arena, feed.address),
			.live = &feed.live,
			.list = v->from,
			.duplicate = there,
			.http = &http,
			.habit = &habit,
			.all = ui->options->learn_interest ? &all : NULL,
			.trace = trace,
			.now = time_wall(),
			.empty = !feed.total,
		};
		why_text(&why, 0, &v->text);
	}
	arena_done(&arena);
}

static void
read_account(struct ui *ui, struct ui_schedule *v)
{
	struct output_account account;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	const struct conf_account *conf =
		conf_find_account(&ui->settings->config, v->account);
	if (!ui_open_view(ui, &view))
		return;
	int status = output_account_read(&view, v->account, &arena, &account);
	store_view_end(&view);
	buf_clear(&v->text);
	buf_addf(&v->text, "%s\n\n", v->account);
	if (status != OK || !conf)
		buf_adds(&v->text, _("It was never synced.\n"));
	else if (account.stored.is.why)
		buf_addf(&v->text, "%s\n\n", account.stored.is.why);
	if (status == OK && conf)
		output_account_put(
			&account, conf->sync_interval / 1000, time_wall(), &v->text);
	arena_done(&arena);
}

/* ---- all feeds */

static int
sooner(const void *a, const void *b)
{
	const struct next *x = a, *y = b;
	return x->poll != y->poll ? (x->poll < y->poll ? -1 : 1)
				  : (x->feed > y->feed) - (x->feed < y->feed);
}

static bool
is_meant(const struct ui_schedule *v, const struct store_feed *feed)
{
	const struct store_scope scope = {.kind = STORE_TAG, .tag = v->tag};
	return !v->tag || ui_catalog_in_scope(feed, &scope);
}

/* Finds the feeds that are polled next. The cursor stays where it is if it is on the
 * first of them, and otherwise on its feed. */
static void
find_next(struct ui *ui, struct ui_schedule *v)
{
	struct next *all = arena_alloc(&ui->scratch, (ui->catalog.len + 1) * sizeof *all);
	size_t len = 0, cursor = v->list.cursor;
	uint32_t on = cursor ? v->next[cursor].feed : 0;
	for (size_t i = 0; i < ui->catalog.len; i++) {
		const struct store_feed *feed = &ui->catalog.feeds[i];
		if (feed->next_poll != TIME_NONE && feed->next_poll != INT64_MAX &&
			is_meant(v, feed))
			all[len++] = (struct next){feed->id, feed->next_poll};
	}
	qsort(all, len, sizeof *all, sooner);
	v->list.len = len < NEXT_SHOWN ? len : NEXT_SHOWN;
	memcpy(v->next, all, v->list.len * sizeof *all);
	for (size_t i = 0; on && i < v->list.len; i++)
		if (v->next[i].feed == on)
			cursor = i;
	v->list.cursor = cursor;
	ui_list_fit(&v->list);
}

/* Appends a line for each of them. */
static void
put_next(struct ui *ui, struct ui_schedule *v, int64_t now)
{
	if (!v->list.len)
		return;
	if (v->lines.len && v->lines.list[v->lines.len - 1].text[0])
		ui_lines_add(&v->lines, STYLE_NORMAL, "", 0);
	ui_lines_add(&v->lines, STYLE_HEADING, _("Next polls"), strlen(_("Next polls")));
	v->first = v->lines.len;
	for (size_t i = 0; i < v->list.len; i++) {
		char rough[64];
		struct buf line = BUF_INIT(0);
		int64_t wait = v->next[i].poll - now;
		time_format_rough(wait > 0 ? wait : 0, rough, sizeof rough);
		utf8_column_right(
			&line, wait > 0 ? rough : _("now"), SCHEDULE_WHY_LABEL - 2);
		size_t lead = line.len;
		buf_addf(&line, "  %s",
			ui_catalog_title(&ui->catalog, v->next[i].feed, &ui->scratch));
		ui_lines_add(&v->lines, STYLE_NORMAL, buf_str(&line), line.len);
		v->lines.list[v->lines.len - 1].lead = lead;
		buf_done(&line);
	}
}

static void
put_all(struct ui *ui, struct ui_schedule *v)
{
	buf_clear(&v->text);
	buf_addf(&v->text, "%s\n", v->tag ? v->tag : _("All feeds"));
	outlook_sum_text(&v->sum, &v->text);
	find_next(ui, v);
	v->width = 0;
}

/* Adds feeds to the sum, for one slice; true if there are more. */
static bool
schedule_step(struct ui *ui, struct ui_view *view)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	struct arena arena = ARENA_INIT;
	struct store_view snapshot;
	if (ui->catalog.len == 0 && v->text.len == 0) {
		buf_addf(&v->text, "%s\n\n%s\n", _("All feeds"),
			_("There are no feeds yet"));
		v->width = 0;
	}
	if (v->at >= ui->catalog.len || !ui_open_view(ui, &snapshot))
		return false;
	struct ui_slice slice = ui_slice_begin(SIZE_MAX);
	int64_t now = time_wall();
	while (v->at < ui->catalog.len && ui_slice_next(&slice)) {
		struct http_state http;
		struct schedule_record record;
		const struct store_feed *feed = &ui->catalog.feeds[v->at++];
		if (is_meant(v, feed) && store_feed_state(&snapshot, feed->id, &arena,
						 &http, &record, NULL) == OK)
			outlook_add(&v->sum, &record.schedule, &http, now);
		arena_reset(&arena);
	}
	store_view_end(&snapshot);
	arena_done(&arena);
	if (v->at < ui->catalog.len)
		return true;
	put_all(ui, v);
	ui->dirty = true;
	return false;
}

static void
schedule_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	struct ui_schedule *v = (struct ui_schedule *)view;
	if (v->feed || v->account) {
		(v->feed ? read_feed : read_account)(ui, v);
		v->width = 0;
		return;
	}
	v->sum = (struct outlook_sum){0};
	v->at = 0;
	(void)schedule_step(ui, view); /* the loop does the rest */
}

/* ---- drawing */

/* Puts labels in a column of their own, and wraps the rest beside it. */
static void
layout(struct ui *ui, struct ui_schedule *v, size_t width)
{
	struct span rest = span_of(buf_str(&v->text)), text;
	if (v->width == width)
		return;
	v->width = width;
	ui_lines_done(&v->lines);
	ui_lines_add(&v->lines, STYLE_NORMAL, "", 0);
	bool title = true; /* for the first line, and those after an empty one */
	while (span_split(&rest, '\n', &text)) {
		const char *line = arena_strndup(&v->lines.arena, text.p, text.n);
		size_t first = v->lines.len;
		size_t cells, lead = utf8_fit(text.p, text.n, SCHEDULE_WHY_LABEL, &cells);
		/* On the page of all, some lines are sentences without a label. */
		bool column = !title && lead < text.n && lead &&
			      text.p[lead - 1] == ' ' && (v->feed || text.p[0] == ' ');
		if (text.n == 0)
			ui_lines_add(&v->lines, STYLE_NORMAL, "", 0);
		ui_lines_wrap(&v->lines, width, title ? STYLE_HEADING : STYLE_NORMAL, 0,
			line, column ? SCHEDULE_WHY_LABEL : 0);
		if (column)
			v->lines.list[first].lead = lead;
		title = text.n == 0;
	}
	put_next(ui, v, time_wall());
}

static void
draw_line(struct ui_row *row, const struct ui_line *line)
{
	size_t lead = line->lead;
	ui_row_put_n(row, STYLE_META, line->text, lead, ui_row_left(row));
	ui_row_put(row, line->style, line->text + lead, ui_row_left(row));
}

static size_t
most(const struct ui_schedule *v)
{
	return v->lines.len > v->height ? v->lines.len - v->height : 0;
}

static void
schedule_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	v->height = frame->height;
	layout(ui, v, frame->width > 2 * MARGIN ? frame->width - 2 * MARGIN : 1);
	if (v->top > most(v))
		v->top = most(v);
	buf_addf(&caption->left, _("Schedule · %s"),
		v->account ? v->account
		: v->tag   ? v->tag
		: v->feed  ? ui_catalog_title(&ui->catalog, v->feed, &ui->scratch)
			   : _("All feeds"));
	if (most(v))
		buf_addf(&caption->right, "%zu%%", v->top * 100 / most(v));
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, MARGIN);
		if (v->top + y < v->lines.len)
			draw_line(row, &v->lines.list[v->top + y]);
		ui_row_end(row);
		row->selected = v->list.len && v->top + y == v->first + v->list.cursor;
	}
}

/* ---- moving */

static void
schedule_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	(void)ui;
	struct ui_schedule *v = (struct ui_schedule *)view;
	v->height = view->area.height;
	v->top = ui_list_scroll(v->top, v->lines.len, v->height, move);
}

/* Moves the cursor; the text above it scrolls as long as the cursor is not in sight, or
 * at its end. */
static void
all_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	size_t before = v->list.cursor, line = v->first + before;
	v->height = v->list.height = view->area.height;
	if (v->list.len && line >= v->top && line < v->top + v->height)
		ui_list_move(&v->list, move);
	if (v->list.cursor == before || move == UI_FIRST) {
		schedule_move(ui, view, move);
		return;
	}
	line = v->first + v->list.cursor;
	if (line < v->top)
		v->top = line;
	else if (line >= v->top + v->height)
		v->top = line + 1 - v->height;
}

static uint32_t
feed_at(const struct ui_schedule *v)
{
	return v->list.len ? v->next[v->list.cursor].feed : v->feed;
}

static bool
schedule_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	target->feed = feed_at((struct ui_schedule *)view);
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target->feed);
	target->link = feed ? feed->link : NULL;
	return target->feed != 0;
}

static void
schedule_free(struct ui_view *view)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	ui_lines_done(&v->lines);
	buf_done(&v->text);
	free(v->account);
	free(v->tag);
	free(v->from);
	free(v);
}

static void schedule_open(struct ui *ui, struct ui_view *view);

static const struct ui_view_class feed_class = {
	.context = UI_SCHEDULE,
	.load = schedule_load,
	.draw = schedule_draw,
	.move = schedule_move,
	.target = schedule_target,
	.free = schedule_free,
};

static const struct ui_view_class all_class = {
	.context = UI_SCHEDULE_ALL,
	.load = schedule_load,
	.step = schedule_step,
	.draw = schedule_draw,
	.move = all_move,
	.open = schedule_open,
	.target = schedule_target,
	.free = schedule_free,
};

static const struct ui_view_class account_class = {
	.context = UI_SCHEDULE_ALL,
	.load = schedule_load,
	.draw = schedule_draw,
	.move = schedule_move,
	.open = schedule_open,
	.free = schedule_free,
};

static char *
list_of(struct ui *ui, uint32_t id)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, id);
	const char *path = ui->setup->feeds_path;
	struct subscriptions *subs = subscription_list_new();
	const struct subscription *sub =
		feed && path && conf_feeds_load(subs, path, NULL, NULL, NULL) == OK
			? subscription_list_find(subs, feed->url)
			: NULL;
	char *list = sub && sub->list
			     ? mem_strdup(output_address(&subs->arena, sub->list))
			     : NULL;
	subscription_list_free(subs);
	return list;
}

static struct ui_schedule *
page_new(const struct ui_view_class *class)
{
	struct ui_schedule *v = mem_zalloc(sizeof *v);
	v->view.class = class;
	return v;
}

static void
push_feed(struct ui *ui, uint32_t feed)
{
	struct ui_schedule *v = page_new(&feed_class);
	v->feed = feed;
	v->from = list_of(ui, feed);
	ui_push(ui, &v->view);
}

static void
push_account(struct ui *ui, const char *account)
{
	struct ui_schedule *v = page_new(&account_class);
	v->account = mem_strdup(account);
	ui_push(ui, &v->view);
}

static void
push_all(struct ui *ui, const char *tag)
{
	struct ui_schedule *v = page_new(&all_class);
	v->tag = mem_strdup(tag);
	ui_push(ui, &v->view);
}

static void
schedule_open(struct ui *ui, struct ui_view *view)
{
	uint32_t feed = feed_at((struct ui_schedule *)view);
	if (feed)
		push_feed(ui, feed);
}

void
ui_feeds_schedule_show(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	const char *account = ui_feeds_account_here(ui);
	if (account)
		push_account(ui, account);
	else if (!ui_act_on_something(ui, &target))
		return;
	else if (target.feed)
		push_feed(ui, target.feed);
	else
		push_all(ui, target.tag); /* of a search or a place: all */
}

void
ui_feeds_schedule_all(struct ui *ui, const char *arg)
{
	(void)arg;
	push_all(ui, NULL);
}
