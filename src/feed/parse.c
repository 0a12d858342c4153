/*
 * Bytes are unpacked, decoded, cleaned, and then read as JSON, or repaired and read as
 * XML. Each step hands its result on and frees what is no longer needed, so that at most
 * about three times the document is held.
 */
#include "config.h"

#include "feed/parse.h"

#include <string.h>

#include "base/gunzip.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "feed/build.h"
#include "feed/clean_text.h"
#include "feed/decode.h"
#include "feed/html_page.h"
#include "feed/json.h"
#include "feed/repair_xml.h"
#include "feed/unpack.h"
#include "model/feed.h"

#define HEAD_MAX 4096 /* of a document, where a JSON Feed shows what it is */

/* What an element may mean. */
static const struct row *const formats[] = {feed_rss_rows, feed_atom_rows, feed_cdf_rows,
	feed_opml_rows, feed_module_rows, NULL};

/* The text of a document that is being read, and what owns it. */
struct document {
	struct decoded decoded;
	struct buf cleaned;
	struct span text;
};

/* A server that has feed.xml.gz sends it as application/gzip, without a Content-Encoding
 * (case 85). A file that was packed twice is not unpacked twice. */
static int
unpack(struct span *bytes, struct buf *out, struct err *err)
{
	if (!gunzip_is_gzip(*bytes) || bytes->n > FEED_DOCUMENT_MAX)
		return OK;
	int status = gunzip(*bytes, out);
	if (status == ERR_LIMIT)
		return feed_decode_limit(err);
	if (status != OK)
		return err_set(err, ERR_SYNTAX,
			_("the document is a gzip file that is damaged or incomplete"));
	*bytes = (struct span){out->data, out->len};
	return OK;
}

static int
read_text(const struct feed_source *source, struct document *doc, struct notes *notes,
	struct err *err)
{
	struct span bytes = {source->bytes, source->len};
	struct buf unpacked = BUF_INIT(FEED_DOCUMENT_MAX);
	doc->cleaned = (struct buf)BUF_INIT(0);
	int status = unpack(&bytes, &unpacked, err);
	if (status == OK)
		status = feed_decode(
			bytes, source->content_type, &doc->decoded, notes, err);
	/* The text may be in these bytes, which did not have to be decoded. */
	if (status == OK && unpacked.len && !doc->decoded.buf.data)
		doc->decoded.buf = unpacked;
	else
		buf_done(&unpacked);
	if (status != OK)
		return status;
	doc->text = feed_clean(doc->decoded.text, &doc->cleaned, notes);
	/* If cleaning made a copy, the decoded text is no longer needed. */
	if (doc->text.p != doc->decoded.text.p)
		buf_done(&doc->decoded.buf);
	return OK;
}

static void
document_done(struct document *doc)
{
	buf_done(&doc->decoded.buf);
	buf_done(&doc->cleaned);
}

/* A JSON Feed after something else: a notice of PHP, a comment, the name of a
 * callback. */
static struct span
json_inside(struct span s)
{
	static const char version[] = "jsonfeed.org/version";
	/* Most documents begin like XML. PHP's notices begin with <br>. */
	if (s.n > 3 && *s.p == '<' && !str_ieqn(s.p, "<b", 2))
		return (struct span){NULL, 0};
	const char *p = str_ifind(s.p, s.n < HEAD_MAX ? s.n : HEAD_MAX, version);
	while (p && p > s.p && *p != '{')
		p--;
	return p && *p == '{' ? (struct span){p, (size_t)(s.p + s.n - p)}
			      : (struct span){NULL, 0};
}

static int
parse_xml(struct feed *feed, struct document *doc, struct span json,
	const struct feed_source *source, struct notes *notes, struct err *err)
{
	struct repaired repaired;
	bool html = false, known = false;
	bool page = feed_html_is(doc->text);
	feed_repair(doc->text, &repaired, notes);
	if (!page && !json.p)
		document_done(doc);
	known = feed_build(feed, formats, &repaired, source->base_url, notes, &html);
	feed->truncated = repaired.open > 0;
	if (feed->items_len == FEED_ITEMS_MAX)
		feed->complete = false; /* but we have not got all of it */
	feed_repaired_done(&repaired);
	if (known)
		return OK;
	if (json.p)
		return feed_json_read(feed, json, source->base_url, notes, err);
	if (!page)
		return err_set(err, ERR_NOT_FEED,
			_("the document is XML but not a feed that courant knows"));
	feed_html_discover(feed, doc->text, source->links, source->base_url);
	if (!feed->links_len)
		return err_set(err, ERR_NOT_FEED,
			_("the document is a web page that names no feed"));
	return err_set(err, ERR_NOT_FEED,
		P_("the document is a web page; it names %zu feed",
			"the document is a web page; it names %zu feeds",
			feed->links_len),
		feed->links_len);
}

/* The first character that is not blank shows the format. */
static int
parse_text(struct feed *feed, struct document *doc, const struct feed_source *source,
	struct notes *notes, struct err *err)
{
	struct span s = span_trim(doc->text);
	if (!s.n)
		return err_set(err, ERR_NOT_FEED, _("the document is empty"));
	if (*s.p == '{' || *s.p == '[')
		return feed_json_read(feed, s, source->base_url, notes, err);
	struct span json = json_inside(s);
	if (json.p && !memchr(s.p, '<', (size_t)(json.p - s.p)))
		return feed_json_read(feed, json, source->base_url, notes, err);
	if (!memchr(s.p, '<', s.n))
		return err_set(err, ERR_NOT_FEED,
			_("the document is neither XML nor JSON, so it is not a feed"));
	return parse_xml(feed, doc, json, source, notes, err);
}

/* Gives items without a title their first words (case 64). */
static void
put_leads(struct feed *feed)
{
	struct buf scratch = BUF_INIT(0);
	for (size_t i = 0; i < feed->items_len; i++) {
		struct item *item = &feed->items[i];
		const struct text *body = item_body(item);
		if (!item->title && body->text)
			item->lead = feed_text_lead(&feed->arena, &scratch, body);
	}
	buf_done(&scratch);
}

/* Shortens endless guids, which are kept with each item, to a hash of the whole. Its
 * beginning stays in front, for people who look at it (case 57). */
static void
shorten_guids(struct feed *feed, struct notes *notes)
{
	for (size_t i = 0; i < feed->items_len; i++) {
		struct item *item = &feed->items[i];
		size_t n = item->guid ? strlen(item->guid) : 0;
		if (n <= FEED_GUID_MAX)
			continue;
		struct hash128 hash = hash128(item->guid, n);
		struct span whole = {item->guid, n};
		size_t kept = feed_text_cut(whole, FEED_GUID_MAX / 32);
		struct buf guid = BUF_INIT(0);
		buf_add(&guid, item->guid, kept);
		buf_adds(&guid, "…#");
		for (size_t k = 0; k < sizeof hash.bytes; k++)
			buf_addf(&guid, "%02x", hash.bytes[k]);
		item->guid = arena_strndup(&feed->arena, buf_str(&guid), guid.len);
		item->flags |= ITEM_CUT;
		feed_note_line(notes, NOTE_CUT, item->line);
		buf_done(&guid);
	}
}

void
feed_shorten_titles(struct feed *feed)
{
	struct buf scratch = BUF_INIT(0);
	for (size_t i = 0; i < feed->items_len; i++) {
		struct item *item = &feed->items[i];
		struct span title = span_of(item->title);
		if (title.n <= FEED_TITLE_MAX)
			continue;
		if (!item_body(item)->text)
			item->content = (struct text){item->title, TEXT_PLAIN, NULL};
		item->title = feed_text_line(&feed->arena, &scratch, title);
	}
	buf_done(&scratch);
}

int
feed_parse(const struct feed_source *source, struct feed **out, struct err *err)
{
	struct notes notes = {0};
	struct document doc = {0};
	*out = NULL;
	int status = read_text(source, &doc, &notes, err);
	if (status != OK)
		return status;
	struct feed *feed = feed_new();
	feed->encoding = arena_strdup(&feed->arena, doc.decoded.charset);
	status = parse_text(feed, &doc, source, &notes, err);
	if (status == ERR_NOT_FEED && !feed->links_len)
		feed_html_links(feed, source->links, source->base_url);
	put_leads(feed);
	shorten_guids(feed, &notes);
	if (status == OK && feed->format != FEED_OPML && !feed->title &&
		!feed->items_len && !feed->truncated)
		feed_note_line(&notes, NOTE_HOLLOW, 0);
	feed_notes_put(&notes, feed);
	document_done(&doc);
	if (status == OK || feed->links_len) {
		*out = feed;
	} else {
		feed_free(feed);
	}
	return status;
}
