/*
 * One table of functions per format, called by one walk over the items. Text is escaped,
 * and characters that XML 1.0 cannot contain are left out.
 */
#include "config.h"

#include "feed/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "feed/unpack.h"
#include "model/feed.h"

#define HISTORY "http://purl.org/syndication/history/1.0"

struct writer {
	struct buf *out;
	const struct feed *feed;
	const struct feed_place *place;
	size_t written; /* items */
};

/* ---- XML. */

/* Without controls and what Unicode calls noncharacters (XML 1.0, section 2.2). */
static void
put_clean(struct buf *out, const char *s)
{
	struct buf clean = BUF_INIT(0);
	for (const unsigned char *p = (const unsigned char *)s; *p; p++) {
		bool control = *p < 0x20 && !strchr("\t\n\r", *p);
		bool nonchar = p[0] == 0xef && p[1] == 0xbf && (p[2] | 1) == 0xbf;
		if (nonchar)
			p += 2;
		else if (!control)
			buf_addc(&clean, (char)*p);
	}
	feed_text_escape(out, (struct span){buf_str(&clean), clean.len}, true);
	buf_done(&clean);
}

static void
element(struct writer *w, const char *name, const char *attributes, const char *text)
{
	if (str_empty(text))
		return;
	buf_addf(w->out, "<%s%s>", name, attributes);
	put_clean(w->out, text);
	buf_addf(w->out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

static void
attribute(struct writer *w, const char *name, const char *value)
{
	if (!value)
		return;
	buf_addf(w->out, " %s=\"", name);
	put_clean(w->out, value);
	buf_addc(w->out, '"');
}

static void
date(int64_t at, const char *pattern, char out[static 40])
{
	/* The names of days and months in RFC 822 are English, whatever the locale. */
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	time_t seconds = (time_t)at;
	struct tm tm;
	out[0] = '\0';
	if (!gmtime_r(&seconds, &tm))
		return;
	if (pattern)
		strftime(out, 40, pattern, &tm);
	else
		snprintf(out, 40, "%.3s, %02d %.3s %d %02d:%02d:%02d +0000",
			days + 3 * tm.tm_wday, tm.tm_mday, months + 3 * tm.tm_mon,
			tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

#define RFC3339 "%Y-%m-%dT%H:%M:%SZ"

static void
dated(struct writer *w, const char *name, int64_t at, const char *pattern)
{
	char text[40];
	if (at == TIME_NONE)
		return;
	date(at, pattern, text);
	element(w, name, "", text);
}

/* When an item last changed: Atom requires it. */
static int64_t
updated(const struct writer *w, const struct item *item)
{
	int64_t at = item->updated != TIME_NONE ? item->updated : item->published;
	return at != TIME_NONE ? at : w->feed->updated;
}

static void
link_to(struct writer *w, const char *name, const char *rel, const char *url)
{
	if (!url)
		return;
	buf_addf(w->out, "<%s", name);
	attribute(w, "rel", rel);
	attribute(w, "href", url);
	buf_adds(w->out, "/>\n");
}

/* name: that of Atom's element, which RSS has under a prefix. */
static void
links(struct writer *w, const char *name)
{
	link_to(w, name, "self", w->place->self);
	link_to(w, name, "prev-archive", w->place->older);
	link_to(w, name, "current", w->place->current);
	if (w->place->current)
		buf_adds(w->out, "<fh:archive/>\n");
}

/* ---- Atom. */

static void
atom_begin(struct writer *w)
{
	buf_adds(w->out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
			 "<feed xmlns=\"http://www.w3.org/2005/Atom\""
			 " xmlns:fh=\"" HISTORY "\">\n");
	element(w, "id", "", w->place->id);
	element(w, "title", "", w->feed->title);
	dated(w, "updated", w->feed->updated, RFC3339);
	links(w, "link");
	link_to(w, "link", "alternate", w->feed->link);
	/* An entry without an author has the feed's (RFC 4287, section 4.1.1). */
	buf_adds(w->out, "<author>");
	element(w, "name", "", w->feed->title);
	buf_adds(w->out, "</author>\n<generator>courant</generator>\n");
}

static void
atom_link(struct writer *w, const char *rel, const char *url, const char *type,
	int64_t length)
{
	char size[24];
	if (!url)
		return;
	buf_adds(w->out, "<link");
	attribute(w, "rel", rel);
	attribute(w, "type", type);
	snprintf(size, sizeof size, "%" PRId64, length);
	attribute(w, "length", length >= 0 ? size : NULL);
	attribute(w, "href", url);
	buf_adds(w->out, "/>\n");
}

static void
atom_text(struct writer *w, const struct text *text)
{
	if (!text->text)
		return;
	buf_addf(w->out, "<content type=\"%s\"",
		text->type == TEXT_HTML ? "html" : "text");
	attribute(w, "xml:base", text->base);
	buf_addc(w->out, '>');
	put_clean(w->out, text->text);
	buf_adds(w->out, "</content>\n");
}

static void
atom_item(struct writer *w, const struct item *item)
{
	buf_adds(w->out, "<entry>\n");
	element(w, "id", "", item->guid);
	if (str_empty(item->title)) /* there must be one */
		buf_adds(w->out, "<title/>\n");
	element(w, "title", "", item->title);
	atom_link(w, "alternate", item->link, NULL, -1);
	dated(w, "published", item->published, RFC3339);
	dated(w, "updated", updated(w, item), RFC3339);
	for (size_t i = 0; i < item->authors_len; i++) {
		buf_adds(w->out, "<author>");
		element(w, "name", "", item->authors[i].name);
		buf_adds(w->out, "</author>\n");
	}
	for (size_t i = 0; i < item->categories_len; i++) {
		buf_adds(w->out, "<category");
		attribute(w, "term", item->categories[i]);
		buf_adds(w->out, "/>\n");
	}
	for (size_t i = 0; i < item->enclosures_len; i++)
		atom_link(w, "enclosure", item->enclosures[i].url,
			item->enclosures[i].type, item->enclosures[i].length);
	atom_link(w, "replies", item->comments, "text/html", -1);
	atom_text(w, item_body(item));
	/* RFC 4287, section 4.1.2: it has content, or else an alternate link. */
	if (!item_body(item)->text && !item->link)
		buf_adds(w->out, "<content/>\n");
	buf_adds(w->out, "</entry>\n");
}

static void
atom_end(struct writer *w)
{
	buf_adds(w->out, "</feed>\n");
}

/* ---- RSS. */

static void
rss_begin(struct writer *w)
{
	buf_adds(w->out,
		"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\""
		" xmlns:atom=\"http://www.w3.org/2005/Atom\""
		" xmlns:fh=\"" HISTORY "\""
		" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
		" xmlns:media=\"http://search.yahoo.com/mrss/\">\n<channel>\n");
	element(w, "title", "", w->feed->title);
	/* There must be one. */
	element(w, "link", "", w->feed->link ? w->feed->link : FEED_WRITE_SITE);
	element(w, "description", "", w->feed->title);
	if (w->feed->items_len)
		dated(w, "lastBuildDate", w->feed->updated, NULL);
	links(w, "atom:link");
	buf_adds(w->out, "<generator>courant</generator>\n");
}

/* The profile allows one enclosure; others are media. */
static void
rss_enclosure(struct writer *w, const struct enclosure *e, bool first)
{
	char size[24];
	snprintf(size, sizeof size, "%" PRId64, e->length > 0 ? e->length : 0);
	buf_adds(w->out, first ? "<enclosure" : "<media:content");
	attribute(w, "url", e->url);
	attribute(w, "type", e->type ? e->type : "application/octet-stream");
	if (first || e->length > 0)
		attribute(w, first ? "length" : "fileSize", size);
	buf_adds(w->out, "/>\n");
}

/* The description is always markup, even if the text was plain. */
static void
rss_text(struct writer *w, const struct text *text)
{
	struct buf html = BUF_INIT(0);
	struct span rest = span_of(text->text), line;
	if (str_empty(text->text))
		return;
	if (text->type == TEXT_HTML) {
		buf_adds(&html, text->text);
	} else {
		buf_adds(&html, "<p>");
		for (bool first = true; span_split(&rest, '\n', &line); first = false) {
			buf_adds(&html, first ? "" : "<br>\n");
			feed_text_escape(&html, line, false);
		}
		buf_adds(&html, "</p>");
	}
	buf_adds(w->out, "<description");
	attribute(w, "xml:base", text->base);
	buf_addc(w->out, '>');
	put_clean(w->out, buf_str(&html));
	buf_adds(w->out, "</description>\n");
	buf_done(&html);
}

/* Many readers treat a line as HTML, so one that looks like HTML is escaped. */
static void
rss_line(struct writer *w, const char *name, const char *text)
{
	struct buf html = BUF_INIT(0), plain = BUF_INIT(0);
	feed_text_plain(&plain, span_of(text), true);
	if (text && !str_eq(buf_str(&plain), text)) {
		feed_text_escape(&html, span_of(text), false);
		text = buf_str(&html);
	}
	element(w, name, "", text);
	buf_done(&html);
	buf_done(&plain);
}

/* An item must have a title or a description. */
static const char *
rss_title(const struct item *item)
{
	bool bare = str_empty(item->title) && str_empty(item_body(item)->text);
	return bare ? item->guid : item->title;
}

static void
rss_item(struct writer *w, const struct item *item)
{
	buf_adds(w->out, "<item>\n");
	rss_line(w, "title", rss_title(item));
	element(w, "link", "", item->link);
	element(w, "guid", " isPermaLink=\"false\"", item->guid);
	dated(w, "pubDate", item->published, NULL);
	dated(w, "atom:updated", item->updated, RFC3339);
	for (size_t i = 0; i < item->authors_len; i++)
		element(w, "dc:creator", "", item->authors[i].name);
	for (size_t i = 0; i < item->categories_len; i++)
		rss_line(w, "category", item->categories[i]);
	for (size_t i = 0; i < item->enclosures_len; i++)
		rss_enclosure(w, &item->enclosures[i], i == 0);
	element(w, "comments", "", item->comments);
	rss_text(w, item_body(item));
	buf_adds(w->out, "</item>\n");
}

static void
rss_end(struct writer *w)
{
	buf_adds(w->out, "</channel>\n</rss>\n");
}

/* ---- JSON Feed. */

static void
member(struct writer *w, const char *name, const char *value)
{
	if (!value)
		return;
	buf_addf(w->out, ",\"%s\":", name);
	quote_json(w->out, value);
}

static void
json_begin(struct writer *w)
{
	buf_adds(w->out, "{\"version\":\"https://jsonfeed.org/version/1.1\"");
	member(w, "title", w->feed->title);
	member(w, "home_page_url", w->feed->link);
	member(w, "feed_url", w->place->self);
	member(w, "next_url", w->place->older);
	buf_adds(w->out, ",\"items\":[");
}

static void
json_date(struct writer *w, const char *name, int64_t at)
{
	char text[40];
	if (at == TIME_NONE)
		return;
	date(at, RFC3339, text);
	member(w, name, text);
}

static void
json_enclosures(struct writer *w, const struct item *item)
{
	if (item->enclosures_len)
		buf_adds(w->out, ",\"attachments\":[");
	for (size_t i = 0; i < item->enclosures_len; i++) {
		const struct enclosure *e = &item->enclosures[i];
		buf_adds(w->out, i ? ",{\"url\":" : "{\"url\":");
		quote_json(w->out, e->url);
		member(w, "mime_type", e->type ? e->type : "application/octet-stream");
		if (e->length >= 0)
			buf_addf(w->out, ",\"size_in_bytes\":%" PRId64, e->length);
		buf_addc(w->out, '}');
	}
	if (item->enclosures_len)
		buf_addc(w->out, ']');
}

static void
json_item(struct writer *w, const struct item *item)
{
	const struct text *text = item_body(item);
	buf_adds(w->out, w->written ? ",\n{\"id\":" : "\n{\"id\":");
	quote_json(w->out, item->guid);
	member(w, "url", item->link);
	member(w, "title", item->title);
	json_date(w, "date_published", item->published);
	json_date(w, "date_modified", item->updated);
	/* An item must have one of the two. */
	member(w, text->type == TEXT_HTML ? "content_html" : "content_text",
		text->text ? text->text : "");
	if (item->authors_len)
		buf_adds(w->out, ",\"authors\":[");
	for (size_t i = 0; i < item->authors_len; i++) {
		buf_adds(w->out, i ? ",{\"name\":" : "{\"name\":");
		quote_json(w->out, item->authors[i].name ? item->authors[i].name : "");
		buf_addc(w->out, '}');
	}
	if (item->authors_len)
		buf_addc(w->out, ']');
	if (item->categories_len)
		buf_adds(w->out, ",\"tags\":[");
	for (size_t i = 0; i < item->categories_len; i++) {
		buf_adds(w->out, i ? "," : "");
		quote_json(w->out, item->categories[i]);
	}
	if (item->categories_len)
		buf_addc(w->out, ']');
	json_enclosures(w, item);
	buf_addc(w->out, '}');
}

static void
json_end(struct writer *w)
{
	buf_adds(w->out, "\n]}\n");
}

/* ---- */

static const struct format {
	enum feed_format format;
	void (*begin)(struct writer *w);
	void (*item)(struct writer *w, const struct item *item);
	void (*end)(struct writer *w);
} formats[] = {
	{FEED_ATOM10, atom_begin, atom_item, atom_end},
	{FEED_RSS20, rss_begin, rss_item, rss_end},
	{FEED_JSON, json_begin, json_item, json_end},
};

void
feed_write(struct buf *out, const struct feed *feed, const struct feed_place *place)
{
	struct writer w = {out, feed, place, 0};
	const struct format *f = formats;
	while (f->format != feed->format)
		f++;
	f->begin(&w);
	for (; w.written < feed->items_len; w.written++)
		f->item(&w, &feed->items[w.written]);
	f->end(&w);
}
