#include "config.h"

#include "ui/feeds/failing.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/http.h"
#include "model/schedule.h"
#include "output/shown_address.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/items/items.h"

#define GONE 410        /* HTTP status */
#define MARGIN 3        /* cells beside the text below the list */
#define SPAN_CELLS 7    /* of a rough duration */
#define ADVICE_FROM 15  /* height from which there is room for advice */
#define ADVICE_ROWS 12  /* it takes at most */
#define SHARE_LEAST 4.0 /* items received, to tell which share was read */

struct failing_row {
	uint32_t feed;
	size_t account; /* of the catalog, + 1; 0: it is a feed */
	int64_t since;  /* it has failed, or been silent; TIME_NONE: not known */
};

struct ui_failing {
	struct ui_view view;
	enum ui_failing_kind kind;
	struct ui_list list;
	struct failing_row *rows;
};

/* ---- the rows */

static bool
belongs(const struct ui *ui, const struct store_feed *feed, enum ui_failing_kind kind,
	int64_t now)
{
	if (feed->hidden || feed->removed)
		return false;
	bool failing = ui_catalog_failing(feed);
	if (kind == UI_FAILING_ERRORS)
		return failing;
	return !failing && ui_catalog_silent(&ui->catalog, feed, now);
}

uint64_t
ui_feeds_failing_count(const struct ui *ui, enum ui_failing_kind kind)
{
	uint64_t count = 0;
	int64_t now = time_wall();
	for (size_t i = 0; i < ui->catalog.len; i++)
		count += belongs(ui, &ui->catalog.feeds[i], kind, now);
	for (size_t i = 0; kind == UI_FAILING_ERRORS && i < ui->catalog.accounts_len; i++)
		count += ui->catalog.accounts[i].why != NULL;
	return count;
}

static int
longest_first(const void *a, const void *b)
{
	const struct failing_row *x = a, *y = b;
	if (x->since != y->since)
		return x->since < y->since ? -1 : 1;
	if (x->feed != y->feed)
		return x->feed < y->feed ? -1 : 1;
	return x->account < y->account ? -1 : x->account > y->account;
}

/* When its polls began to fail; an older store may not know. */
static int64_t
failed_since(const struct store_view *view, const struct store_feed *feed)
{
	struct arena arena = ARENA_INIT;
	struct http_state http;
	int64_t since = feed->last_poll;
	if (store_feed_state(view, feed->id, &arena, &http, NULL, NULL) == OK &&
		http.failed_since != TIME_NONE)
		since = http.failed_since;
	arena_done(&arena);
	return since;
}

static const struct failing_row *
current(const struct ui_failing *v)
{
	return v->list.cursor < v->list.len ? &v->rows[v->list.cursor] : NULL;
}

/* The account of a row; NULL: it is a feed. */
static const struct ui_account *
account_of(const struct ui *ui, const struct failing_row *row)
{
	return row && row->account && row->account <= ui->catalog.accounts_len
		       ? &ui->catalog.accounts[row->account - 1]
		       : NULL;
}

static size_t
add_accounts(const struct ui *ui, struct ui_failing *v, size_t len)
{
	for (size_t i = 0; i < ui->catalog.accounts_len; i++)
		if (ui->catalog.accounts[i].why)
			v->rows[len++] = (struct failing_row){.account = i + 1,
				.since = ui->catalog.accounts[i].synced};
	return len;
}

static void
failing_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct ui_failing *v = (struct ui_failing *)view;
	const struct failing_row at = current(v) ? *current(v) : (struct failing_row){0};
	size_t len = 0, cursor = v->list.cursor;
	int64_t now = time_wall();
	struct store_view snapshot;
	(void)again;
	if (!ui_open_view(ui, &snapshot))
		return;
	v->rows = mem_realloc(
		v->rows, ui->catalog.len + ui->catalog.accounts_len + 1, sizeof *v->rows);
	for (size_t i = 0; i < ui->catalog.len; i++) {
		const struct store_feed *feed = &ui->catalog.feeds[i];
		if (!belongs(ui, feed, v->kind, now))
			continue;
		v->rows[len++] = (struct failing_row){.feed = feed->id,
			.since = v->kind == UI_FAILING_ERRORS
					 ? failed_since(&snapshot, feed)
					 : ui_catalog_frequency(&ui->catalog, feed->id)
						   .newest};
	}
	store_view_end(&snapshot);
	if (v->kind == UI_FAILING_ERRORS)
		len = add_accounts(ui, v, len);
	qsort(v->rows, len, sizeof *v->rows, longest_first);
	for (size_t i = 0; i < len; i++)
		if (v->rows[i].feed == at.feed && v->rows[i].account == at.account)
			cursor = i;
	ui_list_place(&v->list, len, cursor);
}

/* ---- drawing */

static void
put_span(struct ui_row *row, int64_t seconds)
{
	char text[32] = "";
	if (seconds >= 0)
		time_format_rough(seconds, text, sizeof text);
	ui_row_column_right(row, STYLE_DATE, text, SPAN_CELLS);
}

/* Seconds from one time to another; negative if one of them is not known. */
static int64_t
between(int64_t from, int64_t to)
{
	return from == TIME_NONE || to == TIME_NONE || to == INT64_MAX ? -1 : to - from;
}

static void
put_row(struct ui *ui, const struct ui_failing *v, struct ui_row *row,
	const struct failing_row *r, int64_t now)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, r->feed);
	const struct ui_account *account = account_of(ui, r);
	bool running = account ? account->syncing
			       : ui_catalog_state(&ui->catalog, r->feed) != ENGINE_IDLE;
	bool errors = v->kind == UI_FAILING_ERRORS;
	size_t spans = SPAN_CELLS * (errors ? 2 : 1) + 2;
	size_t room = row->width > spans + 4 ? row->width - spans - 4 : 0;
	size_t name = errors ? room * 2 / 5 : room;
	ui_row_blank(row, 1);
	ui_row_column(row, errors ? STYLE_ERROR : STYLE_HINT,
		running                        ? "»"
		: !errors                      ? "…"
		: feed && feed->status == GONE ? "x"
					       : "!",
		1);
	ui_row_blank(row, 1);
	ui_row_column(row, STYLE_UNREAD,
		account ? account->name
			: ui_catalog_title(&ui->catalog, r->feed, &ui->scratch),
		name);
	if (errors) {
		ui_row_blank(row, 1);
		ui_row_column(row, STYLE_NORMAL,
			account ? account->why
			: feed  ? feed->error
				: "",
			room > name ? room - name - 1 : 0);
	}
	put_span(row, between(r->since, now));
	if (errors)
		put_span(row, feed ? between(now, feed->next_poll) : -1);
	ui_row_end(row);
}

static void
put_line(struct ui_frame *frame, size_t *y, int style, const char *text)
{
	if (*y >= frame->height)
		return;
	struct ui_row *row = ui_frame_row(frame, (*y)++, STYLE_NORMAL);
	ui_row_blank(row, MARGIN);
	ui_row_put(row, style, text, ui_row_left(row));
	ui_row_end(row);
}

/* The same on as many rows as it takes. */
static void
put_text(struct ui_frame *frame, size_t *y, int style, const char *text)
{
	size_t room = frame->width > 2 * MARGIN ? frame->width - 2 * MARGIN : 1;
	while (*text && *y < frame->height) {
		size_t n = ui_lines_fit(text, strlen(text), room);
		struct ui_row *row = ui_frame_row(frame, (*y)++, STYLE_NORMAL);
		ui_row_blank(row, MARGIN);
		ui_row_put_n(row, style, text, n, ui_row_left(row));
		ui_row_end(row);
		text = ui_lines_rest(text + n);
	}
}

/* What can be done, with the keys that do it. */
static void
put_advice(struct ui *ui, struct ui_frame *frame, size_t *y)
{
	static const struct {
		const char *command, *text;
	} advice[] = {
		{"reload", N_("poll it again now")},
		{"move", N_("change its address")},
		{"browser", N_("look at its site")},
		{"schedule", N_("see its polls and its schedule")},
		{"answer", N_("see what its server answered last")},
		{"unsubscribe", N_("unsubscribe")},
	};
	for (size_t i = 0; i < COUNT_OF(advice) && *y < frame->height; i++) {
		struct ui_row *row = ui_frame_row(frame, (*y)++, STYLE_NORMAL);
		struct buf key = BUF_INIT(0);
		ui_bindings_keys(&ui->bindings, UI_FAILING, ui_command(advice[i].command),
			1, &key);
		ui_row_blank(row, 5);
		ui_row_column(row, STYLE_KEY, buf_str(&key), 4);
		ui_row_put(row, STYLE_NORMAL, _(advice[i].text), ui_row_left(row));
		ui_row_end(row);
		buf_done(&key);
	}
}

static void
add_date(struct buf *out, int64_t at)
{
	char text[64];
	time_format_local(at, _("%a, %d %b %Y"), text, sizeof text);
	buf_adds(out, text);
}

/* "HTTP 404 since Thu, 19 Nov 2026; last good: …". */
static void
tell_failure(
	const struct store_feed *feed, const struct http_state *http, struct buf *out)
{
	if (feed->status)
		buf_addf(out, "HTTP %d · ", (int)feed->status);
	buf_addf(out, P_("%d failed poll", "%d failed polls", (unsigned)feed->failures),
		(int)feed->failures);
	if (http->failed_since != TIME_NONE) {
		buf_adds(out, _(" since "));
		add_date(out, http->failed_since);
	}
	for (size_t i = http_polls(http); i-- > 0;) {
		const struct http_poll poll = http_poll_at(http, i);
		if (poll.trouble != TROUBLE_NONE)
			continue;
		buf_adds(out, _("; last good answer: "));
		add_date(out, poll.at);
		return;
	}
}

static void
tell_silence(const struct ui *ui, const struct store_feed *feed, struct buf *out)
{
	struct ui_frequency frequency = ui_catalog_frequency(&ui->catalog, feed->id);
	char gap[32];
	time_format_rough(frequency.gap, gap, sizeof gap);
	buf_adds(out, _("newest item: "));
	add_date(out, frequency.newest);
	buf_addf(out, _("; usual gap: %s"), gap);
}

/* How much of the feed is read, as the schedule has learned. */
static void
tell_share(const struct schedule_record *habit, struct buf *out)
{
	const struct interest *i = &habit->interest;
	if ((double)i->came < SHARE_LEAST)
		return;
	double share = 100.0 * (double)i->read / (double)i->came;
	buf_addf(out, _("; you read about %d %% of its items"),
		(int)(share > 100 ? 100 : share));
}

static void
put_account(const struct ui_account *account, struct ui_frame *frame, size_t y)
{
	put_line(frame, &y, STYLE_HEADING, account->name);
	put_text(frame, &y, STYLE_META, account->why ? account->why : "");
}

static void
put_details(struct ui *ui, const struct ui_failing *v, struct ui_frame *frame, size_t y)
{
	const struct failing_row *r = current(v);
	const struct store_feed *feed = r ? ui_catalog_feed(&ui->catalog, r->feed) : NULL;
	struct http_state http;
	struct schedule_record habit;
	struct store_view view;
	struct buf text = BUF_INIT(0);
	if (account_of(ui, r))
		put_account(account_of(ui, r), frame, y);
	if (!feed || !ui_open_view(ui, &view))
		return;
	int status = store_feed_state(&view, r->feed, &ui->scratch, &http, &habit, NULL);
	store_view_end(&view);
	put_line(frame, &y, STYLE_HEADING, ui_catalog_name(feed, &ui->scratch));
	put_line(frame, &y, STYLE_LINK, output_address(&ui->scratch, feed->address));
	if (status == OK && v->kind == UI_FAILING_ERRORS)
		tell_failure(feed, &http, &text);
	else
		tell_silence(ui, feed, &text);
	if (status == OK && ui->options->learn_interest)
		tell_share(&habit, &text);
	put_text(frame, &y, STYLE_META, buf_str(&text));
	if (!str_empty(feed->moved_to)) {
		buf_clear(&text);
		buf_addf(&text, _("moved to %s"),
			output_address(&ui->scratch, feed->moved_to));
		put_text(frame, &y, STYLE_META, buf_str(&text));
	}
	put_advice(ui, frame, &y);
	buf_done(&text);
}

static void
draw_title(const struct ui *ui, const struct ui_failing *v, struct ui_caption *caption)
{
	buf_adds(&caption->left, v->kind == UI_FAILING_ERRORS
					 ? _("Failing feeds · longest first")
					 : _("Silent feeds · longest first"));
	size_t accounts = v->kind == UI_FAILING_ERRORS ? ui->catalog.accounts_len : 0;
	buf_addf(&caption->right, _("%zu of %zu"), v->list.len,
		ui->catalog.len + accounts);
}

static void
draw_empty(const struct ui_failing *v, struct ui_frame *frame)
{
	size_t y = 1;
	put_text(frame, &y, STYLE_HINT,
		v->kind == UI_FAILING_ERRORS
			? _("No feed fails; Tab shows the silent ones")
			: _("No feed is unusually silent; Tab shows the failing ones"));
}

static void
failing_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_failing *v = (struct ui_failing *)view;
	int64_t now = time_wall();
	bool advice = frame->height >= ADVICE_FROM;
	v->list.height = advice ? frame->height - ADVICE_ROWS - 1 : frame->height;
	ui_list_fit(&v->list);
	ui_frame_blank(frame, 0);
	draw_title(ui, v, caption);
	if (!v->list.len) {
		draw_empty(v, frame);
		return;
	}
	size_t y = 0;
	for (; y < v->list.height && v->list.top + y < v->list.len; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		put_row(ui, v, row, &v->rows[v->list.top + y], now);
		row->selected = v->list.top + y == v->list.cursor;
	}
	if (advice)
		put_details(ui, v, frame, y + 1);
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, current(v)->feed);
	const struct ui_account *account = account_of(ui, current(v));
	const char *error = account ? account->why : feed ? feed->error : NULL;
	caption->error = v->kind == UI_FAILING_ERRORS && error;
	if (caption->error)
		buf_adds(&caption->detail, error);
}

/* ---- the rest of the view */

static void
failing_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	(void)ui;
	ui_list_move(&((struct ui_failing *)view)->list, move);
}

static uint64_t
failing_at(struct ui *ui, struct ui_view *view)
{
	(void)ui;
	const struct failing_row *row = current((struct ui_failing *)view);
	return row ? row->feed : 0;
}

static struct ui_view *
failing_inner(struct ui *ui, struct ui_view *view)
{
	const struct store_scope scope = {
		.kind = STORE_FEED, .feed = (uint32_t)failing_at(ui, view)};
	return ui_items_new(ui, &scope);
}

static bool
failing_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	const struct ui_account *account =
		account_of(ui, current((struct ui_failing *)view));
	const struct conf_account *line =
		account ? conf_find_account(&ui->settings->config, account->name) : NULL;
	if (line) {
		target->tag = conf_account_folder(line);
		return true;
	}
	target->feed = (uint32_t)failing_at(ui, view);
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target->feed);
	if (feed)
		target->link = feed->link ? feed->link : feed->address;
	return target->feed != 0;
}

static void
failing_free(struct ui_view *view)
{
	struct ui_failing *v = (struct ui_failing *)view;
	free(v->rows);
	free(v);
}

static const struct ui_view_class failing_class = {
	.context = UI_FAILING,
	.load = failing_load,
	.draw = failing_draw,
	.move = failing_move,
	.at = failing_at,
	.inner = failing_inner,
	.inner_context = UI_ITEMS,
	.target = failing_target,
	.free = failing_free,
};

struct ui_view *
ui_feeds_failing_new(struct ui *ui, enum ui_failing_kind kind)
{
	(void)ui;
	struct ui_failing *v = mem_zalloc(sizeof *v);
	v->view.class = &failing_class;
	v->kind = kind;
	return &v->view;
}

void
ui_feeds_failing_turn(struct ui *ui, struct ui_view *view)
{
	struct ui_failing *v = (struct ui_failing *)view;
	v->kind = v->kind == UI_FAILING_ERRORS ? UI_FAILING_SILENT : UI_FAILING_ERRORS;
	v->list = (struct ui_list){.height = v->list.height};
	failing_load(ui, view, false);
}
