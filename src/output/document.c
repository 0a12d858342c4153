/*
 * Text goes through render, as in the reader. HTML is the feed's own, in a document whose
 * policy keeps browsers from running anything in it. Markdown is the text with marks for
 * what is emphasised; the numbers of links are references to the list at its end.
 */
#include "config.h"

#include "output/document.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "render/html.h"
#include "render/link.h"

#define PARAGRAPH_WIDTH 10000 /* cells; lines of Markdown are not broken */
#define NAME_MAX_BYTES 120

struct writer {
	const struct output_item *of;
	struct arena arena;
	size_t width;
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
output_kind_name(enum output_kind kind)
{
	return kinds[kind].name;
}

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
put_related(struct writer *w)
{
	static const char *const labels[RELATED_MAX] = {
		[RELATED_CHAPTERS] = N_("Chapters: "),
		[RELATED_TRANSCRIPT] = N_("Transcript: "),
		[RELATED_COMMENTS_FEED] = N_("Feed of comments: "),
		[RELATED_LICENSE] = N_("Licence: "),
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
	int64_t when = item->published != TIME_NONE ? item->published : item->seen;
	time_t at = (time_t)when;
	struct tm tm;
	char date[64];
	put_line(w, "", str_empty(item->title) ? _("(no title)") : item->title);
	put_line(w, _("Feed: "), w->of->feed_title);
	put_line(w, _("Author: "), item->author);
	if (localtime_r(&at, &tm) &&
		strftime(date, sizeof date, _("%a, %d %b %Y, %H:%M"), &tm) > 0)
		put_line(w, _("Date: "), date);
	if (!str_empty(item->link))
		put_line(w, _("Address: "), render_link_show(&w->arena, item->link));
	put_comments(w);
	put_related(w);
}

static void
put_links(struct writer *w, const struct render_doc *doc)
{
	size_t links = render_links_len(doc);
	if (links)
		buf_addf(w->out, "\n%s\n", _("Links"));
	for (size_t i = 0; i < links; i++) {
		const struct render_link *link = render_link_at(doc, i);
		bool plain = str_eq(link->kind, "link");
		buf_addf(w->out, "[%zu] %s%s%s\n", i + 1, plain ? "" : _(link->kind),
			plain ? "" : ": ", render_link_show(&w->arena, link->url));
	}
}

static void
put_enclosures(struct writer *w)
{
	const struct store_item_body *body = &w->of->body;
	if (body->enclosures_len)
		buf_addf(w->out, "\n%s\n", _("Attachments"));
	for (size_t i = 0; i < body->enclosures_len; i++) {
		const struct enclosure *e = &body->enclosures[i];
		put_clean(w->out, e->type ? e->type : _("file"));
		buf_adds(w->out, ": ");
		put_clean(w->out, e->url);
		buf_addc(w->out, '\n');
	}
}

static void
put_text(struct writer *w)
{
	const struct text *text = &w->of->body.text;
	put_head(w);
	if (text->text) {
		const struct render_about about = {w->of->item.link, w->of->item.title};
		struct render_doc *doc =
			render_doc_new(text, w->of->body.text_len, &about);
		render_layout_start(doc, w->width, 0);
		while (!render_layout_step(doc, SIZE_MAX, 0))
			;
		buf_addc(w->out, '\n');
		for (size_t i = 0; i < render_lines_len(doc); i++) {
			const struct render_line *line = render_line_at(doc, i);
			buf_add(w->out, line->text, line->len);
			buf_addc(w->out, '\n');
		}
		put_links(w, doc);
		render_doc_free(doc);
	}
	put_enclosures(w);
}

/* ---- HTML */

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

/* A browser may fetch pictures and sound, but nothing may run. */
static const char html_policy[] =
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"img-src http: https: data:; media-src http: https:; style-src "
	"'unsafe-inline'\">\n";

static void
put_html(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	const struct text *text = &w->of->body.text;
	struct buf *out = w->out;
	buf_adds(out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");
	buf_adds(out, html_policy);
	if (text->base) {
		buf_adds(out, "<base href=\"");
		put_escaped(out, text->base);
		buf_adds(out, "\">\n");
	}
	buf_adds(out, "<title>");
	put_escaped(out, item->title);
	buf_adds(out, "</title>\n<h1>");
	put_escaped(out, item->title);
	buf_adds(out, "</h1>\n");
	if (item->link) {
		buf_adds(out, "<p><a href=\"");
		put_escaped(out, item->link);
		buf_adds(out, "\">");
		put_escaped(out, item->link);
		buf_adds(out, "</a></p>\n");
	}
	if (text->text && text->type == TEXT_HTML) {
		utf8_clean_text(out, text->text, w->of->body.text_len);
	} else if (text->text) {
		buf_adds(out, "<pre>");
		put_escaped(out, text->text);
		buf_adds(out, "</pre>");
	}
	buf_addc(out, '\n');
}

/* ---- Markdown */

/* Appends text so that it means itself (CommonMark, section 2.4). */
static void
put_literal(struct buf *out, const char *text, size_t n, bool start)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr("\\`*_[]<>", text[i]) ||
			(start && i == 0 && strchr("#+-=~", text[i])))
			buf_addc(out, '\\');
		buf_addc(out, text[i]);
	}
}

/* Appends one span of a line; blanks at its ends stay outside of its marks. */
static void
put_span(struct buf *out, const char *text, size_t n, int style, bool start)
{
	const char *mark = style & RENDER_CODE                                  ? "`"
			   : (style & RENDER_BOLD) && !(style & RENDER_HEADING) ? "**"
			   : style & RENDER_ITALIC                              ? "*"
										: "";
	size_t before = 0;
	while (before < n && text[before] == ' ')
		before++;
	while (n > before && text[n - 1] == ' ')
		n--;
	buf_add(out, text, before);
	if (before == n)
		return;
	buf_adds(out, mark);
	if (style & (RENDER_CODE | RENDER_MARK))
		buf_add(out, text + before, n - before);
	else
		put_literal(out, text + before, n - before, start);
	buf_adds(out, mark);
}

static void
put_markdown_line(struct buf *out, const struct render_line *line)
{
	if (line->spans_len && line->spans[0].style & RENDER_HEADING)
		buf_adds(out, "## ");
	for (uint32_t i = 0; i < line->spans_len; i++) {
		const struct render_span *span = &line->spans[i];
		const char *text = line->text + span->start;
		size_t n = span->len, kept = n;
		bool bar = i == 0 && span->style & (RENDER_QUOTE | RENDER_MARK) &&
			   str_starts(text, "│");
		if (bar) { /* a quotation */
			buf_adds(out, ">");
			text += strlen("│");
			n -= strlen("│");
		}
		while (kept > 0 && line->text[span->start + kept - 1] == ' ')
			kept--;
		put_span(out, text, n, span->style, i == 0 && !bar);
		if (kept < span->len && i + 1 < line->spans_len)
			buf_addc(out, ' ');
	}
	buf_addc(out, '\n');
}

static void
put_markdown(struct writer *w)
{
	const struct store_item *item = &w->of->item;
	const struct text *text = &w->of->body.text;
	buf_adds(w->out, "# ");
	if (item->title)
		put_literal(w->out, item->title, strlen(item->title), false);
	buf_adds(w->out, "\n\n");
	if (item->link)
		buf_addf(w->out, "<%s>\n\n", item->link);
	if (!text->text)
		return;
	const struct render_about about = {item->link, item->title};
	struct render_doc *doc = render_doc_new(text, w->of->body.text_len, &about);
	render_layout_start(doc, PARAGRAPH_WIDTH, 0);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
	for (size_t i = 0; i < render_lines_len(doc); i++)
		put_markdown_line(w->out, render_line_at(doc, i));
	for (size_t i = 0; i < render_links_len(doc); i++)
		buf_addf(w->out, "%s[%zu]: <%s>\n", i ? "" : "\n", i + 1,
			render_link_at(doc, i)->url);
	render_doc_free(doc);
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
	put_member(out, "feed_url", w->of->feed_url);
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
output_document(const struct output_item *item, enum output_kind kind, size_t width,
	struct buf *out)
{
	static void (*const put[OUTPUT_KINDS])(struct writer * w) = {
		[OUTPUT_TEXT] = put_text,
		[OUTPUT_HTML] = put_html,
		[OUTPUT_MARKDOWN] = put_markdown,
		[OUTPUT_JSON] = put_json,
	};
	struct writer w = {.of = item, .arena = ARENA_INIT, .width = width, .out = out};
	put[kind](&w);
	arena_done(&w.arena);
}

/* Letters, digits and a few signs stay; what else there is becomes one dash. */
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
