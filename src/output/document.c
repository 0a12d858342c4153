/*
 * Text and Markdown go through render, as in the reader. HTML is the feed's own, in a
 * document whose policy keeps browsers from running anything in it.
 */
#include "config.h"

#include "output/document.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/quote.h"
#include "base/size.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "extract/clean_html.h"
#include "model/media.h"
#include "output/field.h"
#include "render/html.h"
#include "render/link_list.h"
#include "render/markdown.h"

#define NAME_MAX_BYTES 120
#define WIDTH_MIN 10 /* render's */
#define DAY (INT64_C(24) * 3600)

struct writer {
	const struct output_item *of;
	struct arena arena;
	const struct output_style *style;
	struct buf *out;
};

static const struct {
	const char *name, *ending;
} kinds[OUTPUT_KINDS] = {
	[OUTPUT_TEXT] = {"text", ".txt"},
	[OUTPUT_HTML] = {"html", ".html"},
	[OUTPUT_MARKDOWN] = {"markdown", ".md"},
	[OUTPUT_JSON] = {"json", ".json"},
};

const char *
output_kind_ending(enum output_kind kind)
{
	return kinds[kind].ending;
}

bool
output_kind_named(const char *name, enum output_kind *kind)
{
	for (int i = 0; i < OUTPUT_KINDS; i++)
		if (str_eq(kinds[i].name, name)) {
			*kind = (enum output_kind)i;
			return true;
		}
	return false;
}

static void
put_clean(struct buf *out, const char *text)
{
	utf8_clean_line(out, text, strlen(text), 0);
}

/* ---- text */

/* How styles look on a terminal; if a span has several, a later one in this table
 * wins. */
static const struct {
	int style;
	const char *sgr;
} looks[] = {{RENDER_QUOTE, "32"}, {RENDER_CODE, "35"}, {RENDER_MARK, "36"},
	{RENDER_LINK, "4;36"}, {RENDER_BOLD, "1"}, {RENDER_ITALIC, "3"},
	{RENDER_UNDERLINE, "4"}, {RENDER_STRIKE, "9"}, {RENDER_HIGHLIGHT, "7"},
	{RENDER_HEADING1, "4"}};

static void
begin_style(struct writer *w, int style)
{
	for (size_t i = 0; w->style->styled && i < COUNT_OF(looks); i++)
		if (style & looks[i].style)
			buf_addf(w->out, "\033[%sm", looks[i].sgr);
}

static void
end_style(struct writer *w, int style)
{
	if (w->style->styled && style)
		buf_adds(w->out, "\033[m");
}

/* How much of a text goes on a line, up to a blank if there is one. */
static size_t
fit(const char *text, size_t n, size_t cells)
{
	size_t whole = utf8_fit(text, n, cells, NULL), cut = whole;
	while (cut < n && cut > 0 && text[cut] != ' ')
		cut--;
	return cut ? cut : whole ? whole : n;
}

/* A line of the head. What is too long continues below the text, unless it is an address.
 */
static void
put_styled(struct writer *w, const char *label, const char *text, int style)
{
	struct buf clean = BUF_INIT(0);
	if (str_empty(text))
		return;
	put_clean(&clean, text);
	size_t before = utf8_columns(label, strlen(label)), at = 0;
	size_t room = before + WIDTH_MIN < w->style->width ? w->style->width - before
							   : w->style->width;
	buf_adds(w->out, label);
	begin_style(w, style);
	while (at < clean.len) {
		size_t n = fit(clean.data + at, clean.len - at, room);
		if (at)
			buf_addf(w->out, "\n%*s", (int)before, "");
		buf_add(w->out, clean.data + at, n);
		for (at += n; at < clean.len && clean.data[at] == ' '; at++)
			;
	}
	end_style(w, style);
	buf_addc(w->out, '\n');
	buf_done(&clean);
}

static void
put_line(struct writer *w, const char *label, const char *text)
{
	if (str_empty(text))
		return;
	buf_addf(w->out, "%s", label);
	put_clean(w->out, text);
	buf_addc(w->out, '\n');
}

static void
put_date(struct writer *w, const char *label, int64_t when)
{
	char date[64];
	time_format_local(when, _("%a, %d %b %Y, %H:%M"), date, sizeof date);
	put_line(w, label, date);
}

/* When it was published, or else what the feed says of its time; and the update, if that
 * is another day. */
static void
put_dates(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	int64_t published = item->published, updated = item->updated;
	put_date(w, _("Date: "),
		published != TIME_NONE ? published
		: updated != TIME_NONE ? updated
				       : item->seen);
	if (published != TIME_NONE && updated != TIME_NONE && updated > published + DAY)
		put_date(w, _("Updated: "), updated);
}

static void
put_related(struct writer *w)
{
	static const char *const labels[RELATED_MAX] = {
		[RELATED_CHAPTERS] = N_("Chapters: "),
		[RELATED_TRANSCRIPT] = N_("Transcript: "),
		[RELATED_COMMENTS_FEED] = N_("Feed of comments: "),
		[RELATED_LICENSE] = N_("Licence: "),
		[RELATED_SAMPLE] = N_("Sample: "),
		[RELATED_ANSWERED] = N_("In reply to: "),
		[RELATED_SOURCE] = N_("Source: "),
	};
	for (size_t i = 0; i < w->of->body.related_len; i++)
		put_line(w, _(labels[w->of->body.related[i].rel]),
			w->of->body.related[i].url);
}

/* The number of comments, and their address. */
static void
put_comments(struct writer *w)
{
	uint32_t count = w->of->item.comments;
	if (!count) {
		put_line(w, _("Comments: "), w->of->body.comments);
		return;
	}
	const char *url = w->of->body.comments ? w->of->body.comments : "";
	put_line(w, _("Comments: "),
		arena_printf(&w->arena, "%" PRIu32 "%s%s", count, *url ? ", " : "", url));
}

static void
put_head(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	put_styled(w, "", str_empty(item->title) ? _("(no title)") : item->title,
		RENDER_BOLD);
	put_styled(w, _("Feed: "), w->of->feed_title, 0);
	put_styled(w, _("Author: "), item->author, 0);
	put_dates(w);
	if (!str_empty(item->link))
		put_line(w, _("Address: "), render_link_show(&w->arena, item->link));
	for (size_t i = 0; i < w->of->also_len; i++)
		put_line(w, _("Also in: "), w->of->also[i]);
	put_comments(w);
	put_related(w);
}

static void
put_links(struct writer *w, const struct render_doc *doc)
{
	size_t links = w->style->no_links ? 0 : render_links_len(doc);
	if (w->style->links && links > w->style->links)
		links = w->style->links;
	if (links)
		buf_addf(w->out, "\n%s\n", _("Links"));
	for (size_t i = 0; i < links; i++) {
		const struct render_link *link = render_link_at(doc, i);
		bool plain = str_eq(link->kind, "link");
		buf_addf(w->out, "[%zu] %s%s%s\n", i + 1, plain ? "" : _(link->kind),
			plain ? "" : ": ", render_link_show(&w->arena, link->url));
	}
}

/* "High, audio/opus, de, 96 kbit/s": what it is, and how it differs from others. */
static const char *
rendition(struct arena *arena, const struct enclosure *e)
{
	struct buf out = BUF_INIT(0);
	if (!str_empty(e->title))
		buf_addf(&out, "%s, ", e->title);
	buf_adds(&out, str_empty(e->type) ? _("file") : e->type);
	if (!str_empty(e->language))
		buf_addf(&out, ", %s", e->language);
	if (e->height)
		buf_addf(&out, ", %" PRId64 "p", e->height);
	if (e->bitrate) {
		buf_adds(&out, ", ");
		buf_addf(&out, _("%" PRId64 " kbit/s"), e->bitrate);
	}
	const char *text = arena_strndup(arena, out.data, out.len);
	buf_done(&out);
	return text;
}

const char *
output_attachment(struct arena *arena, const struct store_item_body *body, size_t index)
{
	const struct enclosure *e = &body->enclosures[index];
	const char *type = rendition(arena, e);
	struct buf length = BUF_INIT(0);
	/* The feed says how long its episode is. */
	if (index == media_pick(body->enclosures, body->enclosures_len))
		output_put_length(&length, (uint64_t)(body->media.duration / 1000));
	if (length.len)
		type = arena_printf(arena, "%s, %s", type, buf_str(&length));
	buf_done(&length);
	if (e->length < 0)
		return type;
	char size[SIZE_TEXT];
	return arena_printf(arena, "%s, %s", type, size_format(e->length, size));
}

static void
put_enclosures(struct writer *w)
{
	const struct store_item_body *body = &w->of->body;
	if (body->enclosures_len)
		buf_addf(w->out, "\n%s\n", _("Attachments"));
	for (size_t i = 0; i < body->enclosures_len; i++) {
		put_clean(w->out, output_attachment(&w->arena, body, i));
		buf_adds(w->out, ": ");
		put_clean(w->out, body->enclosures[i].url);
		buf_addc(w->out, '\n');
	}
}

static void
put_text_line(struct writer *w, const struct render_line *line)
{
	const char *text = render_line_text(line);
	for (uint32_t i = 0; i < line->spans_len; i++) {
		const struct render_span *span = &line->spans[i];
		begin_style(w, span->style);
		buf_add(w->out, text, span->len);
		text += span->len;
		end_style(w, span->style);
	}
	buf_addc(w->out, '\n');
}

static struct render_doc *
read_doc(struct writer *w, bool signs)
{
	const struct render_about about = {.page = w->of->item.link,
		.title = w->of->item.title,
		.signs = signs,
		.joined = true};
	struct render_doc *doc =
		render_doc_new(&w->of->body.text, w->of->body.text_len, &about);
	render_layout_start(doc, w->style->width, w->style->room);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
	return doc;
}

static void
put_text(struct writer *w)
{
	const struct text *text = &w->of->body.text;
	put_head(w);
	if (text->text) {
		struct render_doc *doc = read_doc(w, !w->style->styled);
		buf_addc(w->out, '\n');
		for (size_t i = 0; i < render_lines_len(doc); i++) {
			put_text_line(w, render_line_at(doc, i));
		}
		put_links(w, doc);
		render_doc_free(doc);
	}
	put_enclosures(w);
}

static void
put_escaped(struct buf *out, const char *text)
{
	struct buf clean = BUF_INIT(0);
	utf8_clean_text(&clean, text ? text : "", text ? strlen(text) : 0);
	for (const char *p = buf_str(&clean); *p; p++) {
		const char *stands = *p == '&'   ? "&amp;"
				     : *p == '<' ? "&lt;"
				     : *p == '>' ? "&gt;"
				     : *p == '"' ? "&quot;"
						 : NULL;
		if (stands)
			buf_adds(out, stands);
		else
			buf_addc(out, *p);
	}
	buf_done(&clean);
}

/* ---- Markdown */

/* A document with the title as its heading; where it is from stands below it. */
static void
put_markdown(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	struct buf *out = w->out;
	struct text head = {.type = TEXT_HTML};
	struct buf html = BUF_INIT(0);
	buf_adds(&html, "<h1>");
	put_escaped(&html, str_empty(item->title) ? _("(no title)") : item->title);
	buf_adds(&html, "</h1><p>");
	put_escaped(&html, w->of->feed_title);
	if (!str_empty(item->link)) {
		buf_adds(&html, ": <a href=\"");
		put_escaped(&html, item->link);
		buf_adds(&html, "\">");
		put_escaped(&html, item->link);
		buf_adds(&html, "</a>");
	}
	head.text = (char *)(uintptr_t)buf_str(&html);
	struct render_doc *doc = render_doc_new(&head, html.len, NULL);
	render_layout_start(doc, w->style->width, w->style->room);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
	render_markdown(doc, out);
	render_doc_free(doc);
	buf_done(&html);
	if (!w->of->body.text.text)
		return;
	buf_addc(out, '\n');
	doc = read_doc(w, false);
	render_markdown(doc, out);
	render_doc_free(doc);
}

/* ---- HTML */

/* A browser may fetch pictures and sound, but nothing may run. */
static const char html_policy[] =
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"img-src http: https: data:; media-src http: https:; style-src "
	"'unsafe-inline'\">\n";

static const char html_style[] =
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<style>body { max-width: 42em; margin: 2em auto; padding: 0 1em; "
	"line-height: 1.5 } img, video { max-width: 100%; height: auto } "
	"pre { overflow-x: auto }</style>\n";

static void
put_html_link(struct buf *out, const char *url)
{
	if (!url_is_web(url)) {
		put_escaped(out, url);
		return;
	}
	buf_adds(out, "<a href=\"");
	put_escaped(out, url);
	buf_adds(out, "\">");
	put_escaped(out, url);
	buf_adds(out, "</a>");
}

/* Where it is from, by whom and when. */
static void
put_html_head(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	const char *const parts[] = {w->of->feed_title, item->author, w->of->body.date};
	size_t from = w->out->len;
	buf_adds(w->out, "<p>");
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (str_empty(parts[i]))
			continue;
		buf_adds(w->out, w->out->len > from + 3 ? " · " : "");
		put_escaped(w->out, parts[i]);
	}
	if (!str_empty(item->link)) {
		buf_adds(w->out, w->out->len > from + 3 ? "<br>\n" : "");
		put_html_link(w->out, item->link);
	}
	buf_adds(w->out, "</p>\n");
}

static void
put_html_enclosures(struct writer *w)
{
	const struct store_item_body *body = &w->of->body;
	if (body->enclosures_len)
		buf_adds(w->out, "<ul>\n");
	for (size_t i = 0; i < body->enclosures_len; i++) {
		buf_adds(w->out, "<li>");
		put_html_link(w->out, body->enclosures[i].url);
		buf_adds(w->out, "</li>\n");
	}
	if (body->enclosures_len)
		buf_adds(w->out, "</ul>\n");
}

static void
put_html(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	const struct text *text = &w->of->body.text;
	struct buf *out = w->out;
	buf_adds(out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n");
	buf_adds(out, html_policy);
	buf_adds(out, html_style);
	buf_adds(out, "<title>");
	put_escaped(out, item->title);
	buf_adds(out, "</title>\n</head>\n<body>\n<h1>");
	put_escaped(out, item->title);
	buf_adds(out, "</h1>\n");
	put_html_head(w);
	if (text->text && text->type == TEXT_HTML) {
		extract_clean(text, w->of->body.text_len, out);
	} else if (text->text) {
		buf_adds(out, "<pre>");
		put_escaped(out, text->text);
		buf_adds(out, "</pre>");
	}
	buf_addc(out, '\n');
	put_html_enclosures(w);
	buf_adds(out, "</body>\n</html>\n");
}

/* ---- JSON, with the names that courant show --json has */

static void
put_member(struct buf *out, const char *key, const char *value)
{
	if (out->data[out->len - 1] != '{')
		buf_addc(out, ',');
	buf_addf(out, "\"%s\":", key);
	if (value)
		quote_json(out, value);
	else
		buf_adds(out, "null");
}

static void
put_time(struct buf *out, const char *key, int64_t time)
{
	if (time == TIME_NONE)
		buf_addf(out, ",\"%s\":null", key);
	else
		buf_addf(out, ",\"%s\":%" PRId64, key, time);
}

static void
put_list(struct buf *out, const char *key, char *const *list, size_t len)
{
	buf_addf(out, ",\"%s\":[", key);
	for (size_t i = 0; i < len; i++) {
		buf_adds(out, i ? "," : "");
		quote_json(out, list[i]);
	}
	buf_addc(out, ']');
}

static void
put_json(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	const struct store_item_body *body = &w->of->body;
	struct buf *out = w->out;
	buf_addf(out, "{\"id\":%" PRIu64, item->id);
	put_member(out, "title", item->title);
	put_member(out, "link", item->link);
	put_member(out, "guid", item->guid);
	put_member(out, "author", item->author);
	put_time(out, "published", item->published);
	put_time(out, "seen", item->seen);
	put_list(out, "tags", item->tags, item->tags_len);
	put_member(out, "feed_url",
		w->of->feed_url ? url_public(&w->arena, w->of->feed_url, false) : NULL);
	put_member(out, "feed_title", w->of->feed_title);
	put_member(out, "comments", body->comments);
	put_member(out, "text", body->text.text);
	put_member(out, "text_type", body->text.type == TEXT_HTML ? "html" : "text");
	put_member(out, "text_base", body->text.base);
	buf_adds(out, ",\"enclosures\":[");
	for (size_t i = 0; i < body->enclosures_len; i++) {
		buf_adds(out, i ? ",{" : "{");
		put_member(out, "url", body->enclosures[i].url);
		put_member(out, "type", body->enclosures[i].type);
		buf_addc(out, '}');
	}
	buf_adds(out, "]}\n");
}

/* ---- */

void
output_untrack(struct arena *arena, struct output_item *item)
{
	struct text *text = &item->body.text;
	struct buf out = BUF_INIT(0);
	item->item.link = link_untracked(arena, item->item.link);
	if (text->text) {
		extract_untrack(
			text->text, item->body.text_len, text->type == TEXT_HTML, &out);
		text->text = arena_strndup(arena, buf_str(&out), out.len);
		item->body.text_len = out.len;
	}
	buf_done(&out);
}

void
output_document(const struct output_item *item, enum output_kind kind,
	const struct output_style *style, struct buf *out)
{
	static void (*const put[OUTPUT_KINDS])(struct writer * w) = {
		[OUTPUT_TEXT] = put_text,
		[OUTPUT_HTML] = put_html,
		[OUTPUT_MARKDOWN] = put_markdown,
		[OUTPUT_JSON] = put_json,
	};
	struct writer w = {.of = item, .arena = ARENA_INIT, .style = style, .out = out};
	put[kind](&w);
	arena_done(&w.arena);
}

/* Letters, digits and a few signs stay; each run of anything else becomes one dash. */
static void
put_name(struct buf *out, const char *title)
{
	for (size_t n = strlen(title), i = 0; i < n && out->len < NAME_MAX_BYTES;) {
		uint32_t cp;
		char bytes[4];
		i += utf8_decode(title + i, n - i, &cp);
		bool plain = cp < 0x80 ? isalnum((int)cp) || strchr("._+", (int)cp)
				       : cp != UTF8_REPLACEMENT && !utf8_hidden(cp);
		if (plain && cp)
			buf_add(out, bytes, utf8_encode(cp, bytes));
		else if (out->len && buf_str(out)[out->len - 1] != '-')
			buf_addc(out, '-');
	}
}

char *
output_file_name(struct arena *arena, const struct store_item *item)
{
	struct buf name = BUF_INIT(0);
	time_t when =
		(time_t)(item->published != TIME_NONE ? item->published : item->seen);
	struct tm tm;
	char date[16] = "undated";
	if (gmtime_r(&when, &tm))
		strftime(date, sizeof date, "%Y-%m-%d", &tm);
	buf_addf(&name, "%s-", date);
	put_name(&name, item->title ? item->title : "");
	while (name.len && strchr("-.", name.data[name.len - 1]))
		buf_cut(&name, name.len - 1);
	char *out = arena_strdup(arena, buf_str(&name));
	buf_done(&name);
	return out;
}
