/*
 * An item is read in one view of the store, which ends before anything is laid out or
 * written. Text goes through render, as in the reader. HTML is the feed's own, in a
 * document whose policy keeps browsers from running anything in it.
 */
#include "config.h"

#include "cli/read/commands.h"

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
#include "base/url.h"
#include "base/utf8.h"
#include "cli/core/command.h"
#include "cli/core/field.h"
#include "cli/core/json.h"
#include "cli/read/pages.h"
#include "cli/read/track.h"
#include "conf/settings.h"
#include "output/document.h"
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
	SHOW_MARKDOWN,
	SHOW_TEXT,
	SHOW_COLOR,
	SHOW_FULL,
	SHOW_CHAPTERS,
	SHOW_TRANSCRIPT,
	SHOW_LANGUAGE,
	SHOW_FORMAT,
};

struct show {
	struct cli *cli;
	struct arena arena;
	struct output_item_row row;
	struct output_item document;
	struct output_style style;
	bool full; /* the texts of pages, where they are stored */
	struct buf out;
};

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
		if (r->title)
			cli_json_string(out, "title", r->title);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
put_json(struct show *s)
{
	const struct store_item_body *body = &s->document.body;
	struct buf *out = &s->out;
	cli_json_begin(out);
	cli_fields_json(out, output_item_fields, NULL, &s->row);
	cli_json_string(out, "author", s->row.item.author);
	cli_json_time(out, "updated", s->row.item.updated);
	cli_json_strings(out, "tags", s->row.item.tags, s->row.item.tags_len);
	cli_json_string(out, "feed_url",
		s->row.feed_url ? url_public(&s->arena, s->row.feed_url, false) : NULL);
	cli_json_string(out, "feed_title", s->row.feed_title);
	cli_json_strings(out, "also_in", s->document.also, s->document.also_len);
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
	s->row = (struct output_item_row){0};
	status = store_item(&view, id, &s->arena, &s->row.item);
	if (status == OK)
		status =
			s->full ? store_item_full(&view, id, &s->arena, &s->document.body)
				: store_item_body(
					  &view, id, &s->arena, &s->document.body);
	if (status == OK)
		status = store_feed_also(
			&view, id, &s->arena, &s->document.also, &s->document.also_len);
	if (status == OK && store_feed(&view, s->row.item.feed, &s->arena, &feed) == OK) {
		s->row.feed_url = feed.address;
		s->row.feed_title = feed.title ? feed.title : feed.address;
	}
	store_view_end(&view);
	s->document.item = s->row.item;
	s->document.feed_title = s->row.feed_title;
	s->document.feed_url = s->row.feed_url;
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

static int
read_ids(struct show *s, int argc, char **argv, uint64_t **out)
{
	*out = arena_alloc(&s->arena, (size_t)argc * sizeof **out);
	for (int i = 1; i < argc; i++) {
		int64_t id;
		if (str_int(span_of(argv[i]), &id) != OK || id < 1)
			return cli_usage(argv[0],
				_("\"%s\" is not the number of an item"), argv[i]);
		(*out)[i] = (uint64_t)id;
	}
	return CLI_OK;
}

static int
show_tracks(struct show *s, int argc, const uint64_t *ids, const char *const *values)
{
	struct err err = {0};
	for (int i = 1; i < argc; i++)
		if (read_item(s, ids[i], &err) != OK) {
			cli_note(err.text);
			return CLI_NOTHING;
		}
	return cli_read_tracks(s->cli, ids + 1, (size_t)argc - 1,
		values[SHOW_TRANSCRIPT] != NULL, values[SHOW_LANGUAGE],
		values[SHOW_FORMAT]);
}

/* Prints nothing unless all of them exist. */
static int
run(struct show *s, int argc, char **argv, const char *const *values)
{
	struct err err = {0};
	uint64_t *ids;
	int pages = read_ids(s, argc, argv, &ids);
	if (pages != CLI_OK)
		return pages;
	if (values[SHOW_CHAPTERS] || values[SHOW_TRANSCRIPT])
		return show_tracks(s, argc, ids, values);
	s->full = values[SHOW_FULL] != NULL;
	if (s->full)
		pages = cli_read_pages(s->cli, ids + 1, (size_t)argc - 1);
	for (int i = 1; i < argc; i++) {
		int status = read_item(s, ids[i], &err);
		if (status == ERR_NOT_FOUND) {
			cli_note(err.text);
			return CLI_NOTHING;
		}
		if (status != OK)
			return cli_fail(&err);
		if (values[SHOW_JSON])
			put_json(s);
		else
			output_document(&s->document,
				values[SHOW_HTML]       ? OUTPUT_HTML
				: values[SHOW_MARKDOWN] ? OUTPUT_MARKDOWN
							: OUTPUT_TEXT,
				&s->style, &s->out);
		if (i + 1 < argc && !values[SHOW_JSON])
			buf_adds(&s->out, "\n\n");
	}
	if (values[SHOW_JSON] || values[SHOW_HTML])
		cli_write(&s->out);
	else
		cli_print(&s->out);
	return pages;
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
	s->style.room =
		!wanted && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
	s->style.width = width < WIDTH_MIN ? WIDTH_MIN : (size_t)width;
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
	s->style.styled = !text && isatty(STDOUT_FILENO) && str_empty(plain);
	if (when && !str_eq(when, "auto"))
		s->style.styled = str_eq(when, "always");
	return CLI_OK;
}

int
cli_read_show(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	size_t links = conf_options_links(&cli->settings->options);
	struct show s = {.cli = cli,
		.arena = ARENA_INIT,
		.style = {.no_links = links == 0, .links = links}};
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	if (!!values[SHOW_HTML] + !!values[SHOW_JSON] + !!values[SHOW_MARKDOWN] +
			!!values[SHOW_TEXT] >
		1)
		return cli_usage(argv[0],
			_("choose one of --html, --json, --markdown and --text"));
	if (values[SHOW_CHAPTERS] && values[SHOW_TRANSCRIPT])
		return cli_usage(argv[0], _("choose one of --chapters and --transcript"));
	if (values[SHOW_LANGUAGE] && !values[SHOW_TRANSCRIPT])
		return cli_usage(argv[0], _("--language goes with --transcript"));
	if (values[SHOW_FORMAT] && !values[SHOW_CHAPTERS] && !values[SHOW_TRANSCRIPT])
		return cli_usage(
			argv[0], _("--format goes with --chapters or --transcript"));
	status = find_width(&s, values[SHOW_WIDTH]);
	if (status == CLI_OK)
		status = find_color(&s, values[SHOW_COLOR], values[SHOW_TEXT]);
	if (status == CLI_OK)
		status = run(&s, argc, argv, values);
	arena_done(&s.arena);
	buf_done(&s.out);
	return status;
}
