#include "config.h"

#include "output/preview.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/preview.h"

#define TITLE_MAX 300 /* bytes */
#define WEEK (7.0 * TIME_DAY)

static void
put_clean(struct buf *out, struct span text)
{
	utf8_clean_line(out, text.p, text.n, TITLE_MAX);
}

static void
put_date(struct buf *out, int64_t at)
{
	char day[64] = "";
	if (at != TIME_NONE)
		time_format_local(at, "%Y-%m-%d", day, sizeof day);
	buf_addf(out, "%-10s", day);
}

/* "3.2 posts a week", of slow feeds "0.4 posts a month". */
static void
put_frequency(struct buf *out, int64_t gap)
{
	double week = WEEK / (double)gap;
	if (week >= 1)
		buf_addf(out, _(", %.1f posts a week"), week);
	else
		buf_addf(out, _(", %.1f posts a month"), week * 30 / 7);
}

static const char *
texts(const struct preview *p)
{
	if (p->whole > p->items / 2)
		return _("the whole text");
	if (p->teasers > p->items / 2)
		return _("the beginning of the text, or a summary");
	return p->whole || p->teasers ? _("some texts") : _("titles only");
}

static void
put_sums(const struct preview *p, struct buf *out)
{
	buf_addf(out, P_("%zu item", "%zu items", p->items), p->items);
	if (p->gap > 0)
		put_frequency(out, p->gap);
	if (p->newest != TIME_NONE) {
		buf_adds(out, _(", the newest of "));
		put_date(out, p->newest);
	}
	buf_addf(out, "; %s\n\n", texts(p));
}

void
output_preview(const char *title, const char *url, const struct preview *preview,
	struct buf *out)
{
	struct span rest = span_of(preview->lines ? preview->lines : ""), line, date;
	if (!str_empty(title)) {
		put_clean(out, span_of(title));
		buf_addc(out, '\n');
	}
	put_clean(out, span_of(url));
	buf_addc(out, '\n');
	if (!preview->lines)
		return;
	put_sums(preview, out);
	while (span_split(&rest, '\n', &line)) {
		int64_t at = TIME_NONE;
		if (!line.n)
			break;
		(void)!span_split(&line, '\t', &date);
		if (str_int(date, &at) != OK)
			at = TIME_NONE;
		put_date(out, at);
		buf_adds(out, "  ");
		put_clean(out, line.n ? line : span_of(_("(no title)")));
		buf_addc(out, '\n');
	}
}
