/*
 * The lines above the text of an article: its title, where it is from, its address.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "model/media.h"
#include "output/template.h"
#include "render/link_list.h"
#include "ui/article/article_inside.h"
#include "ui/core/ui.h"

#define COUNT_BYTES ((size_t)1 << 18) /* whose words are counted at a time */
#define DAY (INT64_C(24) * 3600)

static void
put_date(struct buf *out, const char *before, int64_t when)
{
	char date[64];
	time_format_local(when, _("%a, %d %b %Y, %H:%M"), date, sizeof date);
	buf_addf(out, "%s%s", before, date);
}

/* When it was published, or else what the feed says of its time; and the update, if that
 * is another day. */
static void
put_dates(const struct ui_article *v, struct buf *out)
{
	int64_t published = v->item.published, updated = v->item.updated;
	int64_t when = published != TIME_NONE ? published
		       : updated != TIME_NONE ? updated
					      : v->item.seen;
	put_date(out, " · ", when);
	if (published != TIME_NONE && updated != TIME_NONE && updated > published + DAY)
		put_date(out, _(" · updated "), updated);
}

/* Counts some of the words that are not yet counted. True: there are none. */
static bool
count_part(struct ui_article *v)
{
	size_t len;
	const struct text *text = ui_article_text(v, &len);
	if (v->counted.text != text->text) {
		memset(&v->counted, 0, sizeof v->counted);
		v->counted.text = text->text;
	}
	size_t left = text->text ? len - v->counted.at : 0;
	size_t n = left < COUNT_BYTES ? left : COUNT_BYTES;
	if (n)
		item_count_part(&v->counted.count, text->text + v->counted.at, n,
			text->type == TEXT_HTML);
	v->counted.at += n;
	return n == left;
}

static size_t
minutes_of(const struct ui_article *v)
{
	size_t len;
	const struct text *text = ui_article_text(v, &len);
	return text->text ? item_minutes(text->text, len, text->type == TEXT_HTML) : 0;
}

/* "1,840 words · 8 min", if it takes more than a minute and all words are counted. */
static void
put_length(const struct ui_article *v, struct buf *out)
{
	size_t len, minutes = minutes_of(v);
	ui_article_text(v, &len);
	if (minutes > 1 && v->counted.at == len)
		buf_addf(out, _(" · %zu words · %zu min"),
			item_counted(&v->counted.count), minutes);
}

/* "Season 3, episode 214", by the names that its podcast has for them. */
static void
put_place(const struct ui_article *v, struct buf *out)
{
	const struct episode_place *place = &v->body.media.place;
	if (!str_empty(place->season_name))
		buf_addf(out, " · %s", place->season_name);
	else if (place->season)
		buf_addf(out, _(" · season %" PRId64), place->season);
	if (!str_empty(place->number_name))
		buf_addf(out, " · %s", place->number_name);
	else if (place->number)
		buf_addf(out, _(" · episode %g"), (double)place->number / 1000);
	if (place->part == EPISODE_TRAILER)
		buf_addf(out, " · %s", _("trailer"));
	else if (place->part == EPISODE_BONUS)
		buf_addf(out, " · %s", _("bonus"));
}

/* "Feed · author · date · tags · comments · marks". An author who is the feed is not said
 * again. */
static void
about(struct ui *ui, struct ui_article *v, struct buf *out)
{
	int flags = v->item.flags;
	const char *feed = ui_catalog_title(&ui->catalog, v->item.feed, &ui->scratch);
	buf_adds(out, feed);
	if (!str_empty(v->item.author) && !str_ieq(v->item.author, feed))
		buf_addf(out, " · %s", v->item.author);
	put_dates(v, out);
	put_place(v, out);
	put_length(v, out);
	for (size_t i = 0; i < v->item.tags_len; i++)
		buf_addf(out, "%s%s", i ? ", " : " · ", v->item.tags[i]);
	if (v->item.comments)
		buf_addf(out,
			P_(" · %" PRIu32 " comment", " · %" PRIu32 " comments",
				v->item.comments),
			v->item.comments);
	for (size_t i = 0; i < v->also_len; i++)
		buf_addf(out, i ? ", %s" : _(" · also in %s"), v->also[i]);
	if (v->from_page)
		buf_adds(out, _(" · text of the page"));
	if (flags & ITEM_EDITED)
		buf_adds(out, _(" · edited"));
	if (flags & ITEM_GONE)
		buf_adds(out, _(" · no longer in the feed"));
	if (flags & ITEM_CUT)
		buf_adds(out, _(" · truncated"));
}

/* Adds text as a line, without the blanks at its end. */
static void
add_trimmed(struct ui_lines *lines, int style, const char *text, size_t n)
{
	while (n > 0 && text[n - 1] == ' ')
		n--;
	ui_lines_add(lines, style, text, n);
}

/* Wraps text whose parts are separated by "· ", and breaks no part that fits a line. A
 * separator between two lines stays at the end of the first if it fits there, and is left
 * out if not: no line begins with one. */
static void
wrap_parts(struct ui_lines *lines, size_t width, int style, const char *text)
{
	while (*text) {
		size_t n = strlen(text), cut = ui_lines_fit(text, n, width);
		size_t part = cut + strspn(text + cut, " "), end = cut;
		while (part > 0 && cut < n && !str_starts(text + part, "· "))
			part--;
		if (part > 0 && cut < n) {
			size_t marked = part + strlen("·");
			end = marked <= cut ? marked : part;
			cut = part;
		}
		add_trimmed(lines, style, text, end);
		text = ui_lines_rest(text + cut);
	}
}

/* The item as a row of a list. */
static struct output_item_row
row_of(struct ui *ui, const struct ui_article *v)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, v->item.feed);
	const struct store_item_glance glance = {
		.enclosures = v->body.enclosures_len > 0,
		.duration = v->body.media.duration / 1000,
	};
	struct output_item_row row = {.item = v->item,
		.feed_url = feed ? url_mask(&ui->scratch, feed->address) : NULL,
		.feed_title = ui_catalog_title(&ui->catalog, v->item.feed, &ui->scratch),
		.also = (uint32_t)v->also_len};
	output_item_row_fill(&row, &glance, &ui->scratch);
	row.minutes = minutes_of(v);
	return row;
}

/* The lines of the user's own template: the first one stands out. */
static void
put_own(struct ui *ui, struct ui_article *v)
{
	const struct output_item_row row = row_of(ui, v);
	const struct output_width room = {
		.width = v->width, .clock = ui_columns_clock(ui)};
	struct buf text = BUF_INIT(0);
	output_template_put(ui->columns.article, &row, &room, &text);
	struct span rest = span_trim((struct span){text.data, text.len}), line;
	for (int style = STYLE_HEADING; span_split(&rest, '\n', &line);
		style = STYLE_META) {
		const char *copy = arena_strndup(&ui->scratch, line.p, line.n);
		if (line.n)
			wrap_parts(&v->head, v->width, style, copy);
		else
			ui_lines_add(&v->head, style, "", 0);
	}
	buf_done(&text);
}

static void
put_usual(struct ui *ui, struct ui_article *v)
{
	struct buf text = BUF_INIT(0);
	const char *title = v->item.title;
	ui_lines_wrap(&v->head, v->width, STYLE_HEADING, 0,
		str_empty(title) ? _("(no title)") : title, 0);
	about(ui, v, &text);
	wrap_parts(&v->head, v->width, STYLE_META, buf_str(&text));
	if (!str_empty(v->item.link))
		ui_lines_wrap(&v->head, v->width, STYLE_LINK, 0,
			render_link_show(&ui->scratch, v->item.link), 2);
	buf_done(&text);
}

static void
make_head(struct ui *ui, struct ui_article *v)
{
	ui_lines_done(&v->head);
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
	if (ui->columns.article)
		put_own(ui, v);
	else
		put_usual(ui, v);
	ui_article_episode_head(ui, v);
	ui_lines_rule(&v->head, v->width);
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
}

void
ui_article_head(struct ui *ui, struct ui_article *v)
{
	count_part(v);
	make_head(ui, v);
}

/* How many lines are the same in both, from the first on. */
static size_t
same_lines(const struct ui_lines *a, const struct ui_lines *b)
{
	size_t n = 0;
	while (n < a->len && n < b->len && str_eq(a->list[n].text, b->list[n].text))
		n++;
	return n;
}

void
ui_article_head_again(struct ui *ui, struct ui_article *v)
{
	struct ui_lines before = v->head;
	if (!v->width) /* laying out the article makes them */
		return;
	v->head = (struct ui_lines){.list = NULL};
	make_head(ui, v);
	size_t same = same_lines(&before, &v->head), moved = v->top + v->head.len;
	if (v->top >= same)
		v->top = moved > before.len + same ? moved - before.len : same;
	ui_lines_done(&before);
	ui->dirty = true;
}

bool
ui_article_count_step(struct ui *ui, struct ui_article *v)
{
	size_t before = v->counted.at;
	if (!count_part(v))
		return false;
	if (before != v->counted.at)
		ui_article_head_again(ui, v);
	return true;
}
