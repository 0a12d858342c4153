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
#include "render/html.h"
#include "render/link.h"
#include "ui/article/article_inside.h"
#include "ui/core/state.h"

#define WORDS_A_MINUTE 230
#define DAY (INT64_C(24) * 3600)

static void
put_date(struct buf *out, const char *before, int64_t when)
{
	time_t at = (time_t)when;
	struct tm tm;
	char date[64];
	if (localtime_r(&at, &tm) &&
		strftime(date, sizeof date, _("%a, %d %b %Y, %H:%M"), &tm) > 0)
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

/* "1,840 words · 8 min", if it takes more than a minute. */
static void
put_length(const struct ui_article *v, struct buf *out)
{
	size_t len;
	const struct text *text = ui_article_text(v, &len);
	size_t words =
		text->text ? item_words(text->text, len, text->type == TEXT_HTML) : 0;
	size_t minutes = (words + WORDS_A_MINUTE / 2) / WORDS_A_MINUTE;
	if (minutes < 2)
		return;
	buf_addf(out, _(" · %zu words · %zu min"), words, minutes);
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

/* Wraps text whose parts begin with "· ", and breaks no part that fits a line. */
static void
wrap_parts(struct ui_lines *lines, size_t width, int style, const char *text)
{
	while (*text) {
		size_t n = strlen(text), cut = ui_lines_fit(text, n, width), part = cut;
		while (part > 0 && cut < n && !str_starts(text + part, "· "))
			part--;
		cut = part ? part : cut;
		ui_lines_add(lines, style, text, cut);
		text += cut;
		text += strspn(text, " ");
	}
}

void
ui_article_head(struct ui *ui, struct ui_article *v)
{
	struct buf text = BUF_INIT(0);
	const char *title = v->item.title;
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
	ui_lines_wrap(&v->head, v->width, STYLE_HEADING, 0,
		str_empty(title) ? _("(no title)") : title, 0);
	about(ui, v, &text);
	wrap_parts(&v->head, v->width, STYLE_META, buf_str(&text));
	if (!str_empty(v->item.link))
		ui_lines_wrap(&v->head, v->width, STYLE_LINK, 0,
			render_link_show(&ui->scratch, v->item.link), 2);
	ui_lines_rule(&v->head, v->width);
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
	buf_done(&text);
}
