#include "config.h"

#include "import/snownews.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "feed/unpack.h"
#include "import/format.h"
#include "import/import_list.h"

/* ---- urls: ADDRESS|NAME|CATEGORY,CATEGORY|FILTER */

static size_t
bars(struct span line)
{
	size_t n = 0;
	for (size_t i = 0; i < line.n; i++)
		n += line.p[i] == '|';
	return n;
}

bool
import_snownews_urls_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	while (span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		if (!line.n || line.p[0] == '#')
			continue;
		const char *bar = memchr(line.p, '|', line.n);
		return !memchr(probe->head.p, '\0', probe->head.n) && bars(line) >= 2 &&
		       bars(line) <= 3 && memchr(line.p, ':', (size_t)(bar - line.p));
	}
	return false;
}

static void
take_line(struct import_list *list, struct span line, int number)
{
	struct span url = {0}, name = {0}, tags = {0}, filter = {0}, tag;
	span_split(&line, '|', &url);
	span_split(&line, '|', &name);
	span_split(&line, '|', &tags);
	span_split(&line, '|', &filter);
	const char *word = import_span(list, span_trim(url));
	struct import_feed *feed = NULL;
	if (!word) {
		import_remark(list, number, _("the line has no address"));
		return;
	}
	if (str_starts(word, "smartfeed:"))
		feed = import_add_query(list,
			name.n ? import_span(list, name) : "New items",
			"unread = \"yes\"", number);
	else
		feed = import_add_feed(list, word, number);
	if (!feed)
		return;
	import_set_title(list, feed, import_span(list, name));
	while (span_split(&tags, ',', &tag))
		import_add_tag(list, feed, tag);
	if (filter.n)
		import_remark(list, number,
			_("the filter \"%.*s\" is not imported: it is a command"),
			SPAN_FMT(filter));
}

void
import_snownews_urls_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span line;
	(void)path;
	for (int number = 1; span_split(&bytes, '\n', &line); number++) {
		line = span_trim(line);
		if (line.n && line.p[0] != '#')
			take_line(list, line, number);
	}
}

/* ---- The cache: RSS 1.0 as snownews itself writes it, with elements of its own, which a
 * parser of feeds does not pass on. It always has the same shape. */

bool
import_snownews_items_known(const struct import_probe *probe)
{
	return str_ifind(probe->head.p, probe->head.n, "xmlns:snow=") &&
	       str_ifind(probe->head.p, probe->head.n, "<rdf:RDF");
}

/* Appends the CDATA section that text begins with; returns what is after it. */
static struct span
take_cdata(struct buf *out, struct span text)
{
	const char *from = text.p + 9, *end = text.p + text.n;
	const char *to = str_ifind(from, (size_t)(end - from), "]]>");
	buf_add(out, from, (size_t)((to ? to : end) - from));
	const char *rest = to ? to + 3 : end;
	return (struct span){rest, (size_t)(end - rest)};
}

/* Where a tag is that is not within CDATA: texts may mention tags. */
static const char *
find_tag(struct span in, const char *tag)
{
	const char *s = in.p, *end = in.p + in.n, *at = NULL;
	while (s) {
		if (!at || at < s)
			at = str_ifind(s, (size_t)(end - s), tag);
		const char *cdata =
			at ? str_ifind(s, (size_t)(at - s), "<![CDATA[") : NULL;
		if (!cdata)
			return at;
		s = str_ifind(cdata, (size_t)(end - cdata), "]]>");
	}
	return NULL;
}

/* The content of the first element of that name, with CDATA and references resolved. */
static const char *
element(struct import_list *list, struct span in, const char *name)
{
	char open[64], close[64];
	snprintf(open, sizeof open, "<%s>", name);
	snprintf(close, sizeof close, "</%s>", name);
	const char *from = find_tag(in, open);
	if (!from)
		return NULL;
	from += strlen(open);
	const char *to =
		find_tag((struct span){from, (size_t)(in.p + in.n - from)}, close);
	struct span text = {from, to ? (size_t)(to - from) : 0};
	struct buf out = BUF_INIT(0);
	while (text.n) {
		const char *cdata = str_ifind(text.p, text.n, "<![CDATA[");
		size_t n = cdata ? (size_t)(cdata - text.p) : text.n;
		feed_text_references(&out, (struct span){text.p, n});
		text = (struct span){text.p + n, text.n - n};
		if (cdata)
			text = take_cdata(&out, text);
	}
	const char *plain = import_text(list, buf_str(&out));
	buf_done(&out);
	return plain;
}

static void
take_item(struct import_list *list, struct import_feed *feed, struct span text)
{
	struct import_item *item = import_add_item(list, feed);
	item->title = element(list, text, "title");
	item->link = element(list, text, "link");
	import_item_text(list, item, element(list, text, "description"), true);
	const char *read = element(list, text, "snow:readstatus");
	const char *date = element(list, text, "snow:date");
	if (read && str_eq(read, "1"))
		item->marks |= IMPORT_READ;
	if (!date || str_int(span_of(date), &item->date) != OK || item->date <= 0)
		item->date = TIME_NONE;
}

static struct import_feed *
feed_of(struct import_list *list, struct span bytes)
{
	static const char mark[] = "<channel rdf:about=\"";
	const char *from = str_ifind(bytes.p, bytes.n, mark);
	if (!from)
		return NULL;
	from += sizeof mark - 1;
	struct span url = {from, strcspn(from, "\"\n")};
	struct buf out = BUF_INIT(0);
	feed_text_references(&out, url);
	struct import_feed *feed = import_feed_at(list, buf_str(&out));
	if (!feed && str_istarts(buf_str(&out), "http"))
		feed = import_add_unsubscribed(list, buf_str(&out));
	buf_done(&out);
	return feed;
}

void
import_snownews_items_read(struct import_list *list, const char *path, struct span bytes)
{
	static const char open[] = "<item", close[] = "</item>";
	struct import_feed *feed = feed_of(list, bytes);
	(void)path;
	if (!feed)
		return;
	feed->feed_title = element(list, bytes, "title");
	feed->site = element(list, bytes, "link");
	const char *end = bytes.p + bytes.n;
	for (const char *s = bytes.p; s;) {
		s = find_tag((struct span){s, (size_t)(end - s)}, open);
		const char *to =
			s ? find_tag((struct span){s, (size_t)(end - s)}, close) : NULL;
		if (!to)
			break;
		if (s[sizeof open - 1] != 's') /* RSS 1.0 has <items>, too */
			take_item(list, feed, (struct span){s, (size_t)(to - s)});
		s = to;
	}
}
