/*
 * An item is read in one view of the store, which ends before anything is laid out or
 * written. Text goes through render, as in the reader. HTML is the feed's own, in a
 * document whose policy keeps browsers from running anything in it.
 */
#include "config.h"

#include "cli/show.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
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
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

#define WIDTH 80
#define WIDTH_MIN 10
#define WIDTH_MAX 10000

/* The options, in the order of the table. */
enum {
	SHOW_HTML,
	SHOW_JSON,
	SHOW_WIDTH,
};

struct show {
	struct cli *cli;
	struct arena arena;
	struct cli_item row;
	struct store_item_body body;
	char **also; /* feeds that have it as well */
	size_t also_len;
	size_t width, room;
	struct buf out;
};

/* ---- text */

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
	int64_t when = item->published != TIME_NONE ? item->published : item->seen;
	time_t at = (time_t)when;
	struct tm tm;
	char date[64];
	put_line(s, "", str_empty(item->title) ? _("(no title)") : item->title);
	put_line(s, _("Feed: "), s->row.feed_title);
	put_line(s, _("Author: "), item->author);
	if (localtime_r(&at, &tm) &&
		strftime(date, sizeof date, _("%a, %d %b %Y, %H:%M"), &tm) > 0)
		put_line(s, _("Date: "), date);
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
put_text(struct show *s)
{
	const struct text *text = &s->body.text;
	const struct render_about about = {s->row.item.link, s->row.item.title};
	put_head(s);
	if (text->text) {
		struct render_doc *doc = render_doc_new(text, s->body.text_len, &about);
		render_layout_start(doc, s->width, s->room);
		while (!render_layout_step(doc, SIZE_MAX, 0))
			;
		buf_addc(&s->out, '\n');
		for (size_t i = 0; i < render_lines_len(doc); i++) {
			const struct render_line *line = render_line_at(doc, i);
			buf_add(&s->out, line->text, line->len);
			buf_addc(&s->out, '\n');
		}
		put_links(s, doc);
		render_doc_free(doc);
	}
	put_enclosures(s);
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
	s->width = width < WIDTH_MIN ? WIDTH_MIN : (size_t)width;
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
	if (values[SHOW_HTML] && values[SHOW_JSON])
		return cli_usage(argv[0], _("choose one of --html and --json"));
	status = find_width(&s, values[SHOW_WIDTH]);
	if (status == CLI_OK)
		status = run(&s, argc, argv, values);
	arena_done(&s.arena);
	buf_done(&s.out);
	return status;
}
