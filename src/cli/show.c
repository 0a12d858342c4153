/*
 * An item is read in one view of the store, which ends before anything is laid out or
 * written. Text goes through render, as in the reader. HTML is the feed's own, in a
 * document whose policy keeps browsers from running anything in it.
 */
#include "config.h"

#include "cli/show.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "cli/command.h"
#include "cli/field.h"
#include "cli/json.h"
#include "conf/settings.h"
#include "render/html.h"
#include "render/link.h"
#include "render/markdown.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

#define WIDTH 80
#define WIDTH_MIN 10
#define WIDTH_MAX 10000
#define DAY (INT64_C(24) * 3600)

/* The options, in the order of the table. */
enum {
	SHOW_HTML,
	SHOW_JSON,
	SHOW_WIDTH,
	SHOW_MARKDOWN,
	SHOW_TEXT,
	SHOW_COLOR,
};

struct show {
	struct cli *cli;
	struct arena arena;
	struct cli_item row;
	struct store_item_body body;
	char **also; /* feeds that have it as well */
	size_t also_len;
	size_t width, room;
	bool styled;
	struct buf out;
};

/* ---- text */

/* How styles look on a terminal; the last that a span has counts last. */
static const struct {
	int style;
	const char *sgr;
} looks[] = {{RENDER_QUOTE, "32"}, {RENDER_CODE, "35"}, {RENDER_MARK, "36"},
	{RENDER_LINK, "4;36"}, {RENDER_BOLD, "1"}, {RENDER_ITALIC, "3"},
	{RENDER_UNDERLINE, "4"}, {RENDER_STRIKE, "9"}, {RENDER_HIGHLIGHT, "7"},
	{RENDER_HEADING1, "4"}};

static void
begin_style(struct show *s, int style)
{
	for (size_t i = 0; s->styled && i < COUNT_OF(looks); i++)
		if (style & looks[i].style)
			buf_addf(&s->out, "\033[%sm", looks[i].sgr);
}

static void
end_style(struct show *s, int style)
{
	if (s->styled && style)
		buf_adds(&s->out, "\033[m");
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

/* A line of the head. What is too long goes on below the text, unless it is an address.
 */
static void
put_styled(struct show *s, const char *label, const char *text, int style)
{
	struct buf clean = BUF_INIT(0);
	if (str_empty(text))
		return;
	cli_clean(&clean, text);
	size_t before = utf8_columns(label, strlen(label)), at = 0;
	size_t room = before + WIDTH_MIN < s->width ? s->width - before : s->width;
	buf_adds(&s->out, label);
	begin_style(s, style);
	while (at < clean.len) {
		size_t n = fit(clean.data + at, clean.len - at, room);
		if (at)
			buf_addf(&s->out, "\n%*s", (int)before, "");
		buf_add(&s->out, clean.data + at, n);
		for (at += n; at < clean.len && clean.data[at] == ' '; at++)
			;
	}
	end_style(s, style);
	buf_addc(&s->out, '\n');
	buf_done(&clean);
}

static void
put_line(struct show *s, const char *label, const char *text)
{
	if (str_empty(text))
		return;
	buf_addf(&s->out, "%s", label);
	cli_clean(&s->out, text);
	buf_addc(&s->out, '\n');
}

static void
put_date(struct show *s, const char *label, int64_t when)
{
	time_t at = (time_t)when;
	struct tm tm;
	char date[64];
	if (localtime_r(&at, &tm) &&
		strftime(date, sizeof date, _("%a, %d %b %Y, %H:%M"), &tm) > 0)
		put_line(s, label, date);
}

/* When it was published, or else what the feed says of its time; and the update, if that
 * is another day. */
static void
put_dates(struct show *s)
{
	const struct store_item *item = &s->row.item;
	int64_t published = item->published, updated = item->updated;
	put_date(s, _("Date: "),
		published != TIME_NONE ? published
		: updated != TIME_NONE ? updated
				       : item->seen);
	if (published != TIME_NONE && updated != TIME_NONE && updated > published + DAY)
		put_date(s, _("Updated: "), updated);
}

static void
put_related(struct show *s)
{
	static const char *const labels[RELATED_MAX] = {
		[RELATED_CHAPTERS] = N_("Chapters: "),
		[RELATED_TRANSCRIPT] = N_("Transcript: "),
		[RELATED_COMMENTS_FEED] = N_("Feed of comments: "),
		[RELATED_LICENSE] = N_("Licence: "),
	};
	for (size_t i = 0; i < s->body.related_len; i++)
		put_line(s, _(labels[s->body.related[i].rel]), s->body.related[i].url);
}

/* The number of comments, and their address. */
static void
put_comments(struct show *s)
{
	uint32_t count = s->row.item.comments;
	if (!count) {
		put_line(s, _("Comments: "), s->body.comments);
		return;
	}
	const char *url = s->body.comments ? s->body.comments : "";
	put_line(s, _("Comments: "),
		arena_printf(&s->arena, "%" PRIu32 "%s%s", count, *url ? ", " : "", url));
}

static void
put_head(struct show *s)
{
	const struct store_item *item = &s->row.item;
	put_styled(s, "", str_empty(item->title) ? _("(no title)") : item->title,
		RENDER_BOLD);
	put_styled(s, _("Feed: "), s->row.feed_title, 0);
	put_styled(s, _("Author: "), item->author, 0);
	put_dates(s);
	if (!str_empty(item->link))
		put_line(s, _("Address: "), render_link_show(&s->arena, item->link));
	for (size_t i = 0; i < s->also_len; i++)
		put_line(s, _("Also in: "), s->also[i]);
	put_comments(s);
	put_related(s);
}

static void
put_links(struct show *s, const struct render_doc *doc)
{
	size_t links = render_links_len(doc);
	if (links)
		buf_addf(&s->out, "\n%s\n", _("Links"));
	for (size_t i = 0; i < links; i++) {
		const struct render_link *link = render_link_at(doc, i);
		bool plain = str_eq(link->kind, "link");
		buf_addf(&s->out, "[%zu] %s%s%s\n", i + 1, plain ? "" : _(link->kind),
			plain ? "" : ": ", render_link_show(&s->arena, link->url));
	}
}

static void
put_enclosures(struct show *s)
{
	const struct store_item_body *body = &s->body;
	if (body->enclosures_len)
		buf_addf(&s->out, "\n%s\n", _("Attachments"));
	for (size_t i = 0; i < body->enclosures_len; i++) {
		const struct enclosure *e = &body->enclosures[i];
		cli_clean(&s->out, e->type ? e->type : _("file"));
		buf_adds(&s->out, ": ");
		cli_clean(&s->out, e->url);
		buf_addc(&s->out, '\n');
	}
}

static void
put_text_line(struct show *s, const struct render_line *line)
{
	for (uint32_t i = 0; i < line->spans_len; i++) {
		const struct render_span *span = &line->spans[i];
		begin_style(s, span->style);
		buf_add(&s->out, line->text + span->start, span->len);
		end_style(s, span->style);
	}
	buf_addc(&s->out, '\n');
}

static struct render_doc *
read_doc(struct show *s)
{
	const struct render_about about = {s->row.item.link, s->row.item.title};
	struct render_doc *doc = render_doc_new(&s->body.text, s->body.text_len, &about);
	render_layout_start(doc, s->width, s->room);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
	return doc;
}

static void
put_text(struct show *s)
{
	const struct text *text = &s->body.text;
	put_head(s);
	if (text->text) {
		struct render_doc *doc = read_doc(s);
		buf_addc(&s->out, '\n');
		for (size_t i = 0; i < render_lines_len(doc); i++) {
			put_text_line(s, render_line_at(doc, i));
		}
		put_links(s, doc);
		render_doc_free(doc);
	}
	put_enclosures(s);
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
put_markdown(struct show *s)
{
	const struct store_item *item = &s->row.item;
	struct buf *out = &s->out;
	struct text head = {.type = TEXT_HTML};
	struct buf html = BUF_INIT(0);
	buf_adds(&html, "<h1>");
	put_escaped(&html, str_empty(item->title) ? _("(no title)") : item->title);
	buf_adds(&html, "</h1><p>");
	put_escaped(&html, s->row.feed_title);
	if (!str_empty(item->link)) {
		buf_adds(&html, ": <a href=\"");
		put_escaped(&html, item->link);
		buf_adds(&html, "\">");
		put_escaped(&html, item->link);
		buf_adds(&html, "</a>");
	}
	head.text = (char *)(uintptr_t)buf_str(&html);
	struct render_doc *doc = render_doc_new(&head, html.len, NULL);
	render_layout_start(doc, s->width, s->room);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
	render_markdown(doc, out);
	render_doc_free(doc);
	buf_done(&html);
	if (!s->body.text.text)
		return;
	buf_addc(out, '\n');
	doc = read_doc(s);
	render_markdown(doc, out);
	render_doc_free(doc);
}

/* ---- HTML */

/* A browser may fetch pictures and sound, but nothing may run. */
static const char html_policy[] =
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"img-src http: https: data:; media-src http: https:; style-src "
	"'unsafe-inline'\">\n";

static void
put_html(struct show *s)
{
	const struct store_item *item = &s->row.item;
	const struct text *text = &s->body.text;
	struct buf *out = &s->out;
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
		utf8_clean_text(out, text->text, s->body.text_len);
	} else if (text->text) {
		buf_adds(out, "<pre>");
		put_escaped(out, text->text);
		buf_adds(out, "</pre>");
	}
	buf_addc(out, '\n');
}

/* ---- JSON */

static void
json_related(struct buf *out, const struct store_item_body *body)
{
	cli_json_list(out, "related");
	for (size_t i = 0; i < body->related_len; i++) {
		const struct related *r = &body->related[i];
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_string(out, "rel", item_related_name(r->rel));
		cli_json_string(out, "url", r->url);
		cli_json_string(out, "type", r->type);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
put_json(struct show *s)
{
	const struct store_item_body *body = &s->body;
	struct buf *out = &s->out;
	cli_json_begin(out);
	cli_fields_json(out, cli_item_fields, NULL, &s->row);
	cli_json_string(out, "author", s->row.item.author);
	cli_json_time(out, "updated", s->row.item.updated);
	cli_json_strings(out, "tags", s->row.item.tags, s->row.item.tags_len);
	cli_json_string(out, "feed_url", s->row.feed_url);
	cli_json_string(out, "feed_title", s->row.feed_title);
	cli_json_strings(out, "also_in", s->also, s->also_len);
	cli_json_string(out, "comments", body->comments);
	cli_json_number(out, "comments_count", s->row.item.comments);
	cli_json_string(out, "text", body->text.text);
	cli_json_string(out, "text_type", body->text.type == TEXT_HTML ? "html" : "text");
	cli_json_string(out, "text_base", body->text.base);
	cli_json_list(out, "enclosures");
	for (size_t i = 0; i < body->enclosures_len; i++) {
		const struct enclosure *e = &body->enclosures[i];
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_string(out, "url", e->url);
		cli_json_string(out, "type", e->type);
		cli_json_time(out, "length", e->length >= 0 ? e->length : TIME_NONE);
		cli_json_rendition(out, e);
		cli_json_close(out);
	}
	cli_json_list_end(out);
	cli_json_media(out, &body->media);
	json_related(out, body);
	cli_json_strings(out, "categories", body->categories, body->categories_len);
	cli_json_end(out);
}

/* ---- the command */

static int
read_item(struct show *s, uint64_t id, struct err *err)
{
	struct store_feed feed;
	struct store_view view;
	int status = store_view_begin(s->cli->store, &view, err);
	if (status != OK)
		return status;
	s->row = (struct cli_item){0};
	status = store_item(&view, id, &s->arena, &s->row.item);
	if (status == OK)
		status = store_item_body(&view, id, &s->arena, &s->body);
	if (status == OK)
		status = store_feed_also(&view, id, &s->arena, &s->also, &s->also_len);
	if (status == OK && store_feed(&view, s->row.item.feed, &s->arena, &feed) == OK) {
		s->row.feed_url = feed.url;
		s->row.feed_title = feed.title ? feed.title : feed.url;
	}
	store_view_end(&view);
	if (status == ERR_NOT_FOUND)
		return err_set(err, status,
			_("there is no item %" PRIu64
			  "; courant list --items shows the items"),
			id);
	if (status != OK)
		err_set(err, status, _("item %" PRIu64 " is damaged; run courant check"),
			id);
	return status;
}

/* Prints nothing unless all of them exist. */
static int
run(struct show *s, int argc, char **argv, const char *const *values)
{
	struct err err = {0};
	for (int i = 1; i < argc; i++) {
		int64_t id;
		if (str_int(span_of(argv[i]), &id) != OK || id < 1)
			return cli_usage(argv[0],
				_("\"%s\" is not the number of an item"), argv[i]);
		int status = read_item(s, (uint64_t)id, &err);
		if (status == ERR_NOT_FOUND) {
			cli_note(err.text);
			return CLI_NOTHING;
		}
		if (status != OK)
			return cli_fail(&err);
		if (values[SHOW_JSON])
			put_json(s);
		else if (values[SHOW_HTML])
			put_html(s);
		else if (values[SHOW_MARKDOWN])
			put_markdown(s);
		else
			put_text(s);
		if (i + 1 < argc && !values[SHOW_JSON])
			buf_adds(&s->out, "\n\n");
	}
	if (values[SHOW_JSON] || values[SHOW_HTML])
		cli_write(&s->out);
	else
		cli_print(&s->out);
	return CLI_OK;
}

/* The width from the option, or else text-width, limited to that of the terminal. */
static int
find_width(struct show *s, const char *wanted)
{
	int64_t width = s->cli->settings->options.text_width;
	struct winsize size;
	if (wanted) {
		if (str_int(span_of(wanted), &width) != OK || width < WIDTH_MIN ||
			width > WIDTH_MAX)
			return cli_usage("show",
				_("--width needs a number from %d to %d"), WIDTH_MIN,
				WIDTH_MAX);
	} else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
		width = width == 0 || width > size.ws_col ? size.ws_col : width;
	}
	if (width == 0)
		width = WIDTH;
	s->room =
		!wanted && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
	s->width = width < WIDTH_MIN ? WIDTH_MIN : (size_t)width;
	return CLI_OK;
}

/* Styles are for terminals, unless the user says otherwise. */
static int
find_color(struct show *s, const char *when, const char *text)
{
	const char *plain = getenv("NO_COLOR");
	if (when && !str_eq(when, "auto") && !str_eq(when, "always") &&
		!str_eq(when, "never"))
		return cli_usage("show", _("--color needs auto, always or never"));
	s->styled = !text && isatty(STDOUT_FILENO) && str_empty(plain);
	if (when && !str_eq(when, "auto"))
		s->styled = str_eq(when, "always");
	return CLI_OK;
}

int
cli_show(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct show s = {.cli = cli, .arena = ARENA_INIT};
	int status = cli_args(&argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	if (!!values[SHOW_HTML] + !!values[SHOW_JSON] + !!values[SHOW_MARKDOWN] +
			!!values[SHOW_TEXT] >
		1)
		return cli_usage(argv[0],
			_("choose one of --html, --json, --markdown and --text"));
	status = find_width(&s, values[SHOW_WIDTH]);
	if (status == CLI_OK)
		status = find_color(&s, values[SHOW_COLOR], values[SHOW_TEXT]);
	if (status == CLI_OK)
		status = run(&s, argc, argv, values);
	arena_done(&s.arena);
	buf_done(&s.out);
	return status;
}
