/*
 * Addresses are opened by the first `open` line of the config that is for them, or else
 * by the browser: as one element of an argument vector, never through a shell, and only
 * web addresses (cases 21, 25). A graphical browser runs detached; one that uses the
 * terminal gets it, and curses takes it back afterwards.
 */
#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "player/verb.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/outside/outside.h"

/* The command: the option, or else the first in $BROWSER, or else the desktop's. */
static const char *
browser_line(struct ui *ui)
{
	if (!str_empty(ui->options->browser) && !str_eq(ui->options->browser, "auto"))
		return ui->options->browser;
	const char *list = getenv("BROWSER");
	if (!str_empty(list)) {
		struct span rest = span_of(list), first;
		if (span_split(&rest, ':', &first) && first.n)
			return arena_strndup(&ui->scratch, first.p, first.n);
	}
#ifdef __APPLE__
	return "open";
#else
	return "xdg-open";
#endif
}

/* Without a desktop, a browser can only use the terminal. */
static enum ui_run_mode
browser_mode(const struct ui *ui)
{
	const char *wanted = ui->options->browser_terminal;
	bool desktop =
		!str_empty(getenv("DISPLAY")) || !str_empty(getenv("WAYLAND_DISPLAY"));
#ifdef __APPLE__
	desktop = true;
#endif
	bool terminal = str_eq(wanted, "auto") ? !desktop : str_eq(wanted, "yes");
	return terminal ? UI_RUN_ATTACHED : UI_RUN_DETACHED;
}

/* ---- open lines */

/* What a kind in an `open` line stands for: beginnings of MIME types, separated by |. */
static const struct {
	const char *name, *types;
} kinds[] = {
	{"audio", "audio/"},
	{"video", "video/"},
	{"image", "image/"},
	{"text", "text/"},
	{"torrent", "application/x-bittorrent"},
	{"pdf", "application/pdf"},
};

/* Whether a pattern is for an address: a kind, a MIME type, or a shell pattern of the
 * address, with or without its scheme. */
static bool
is_for(const char *pattern, const char *url, const char *type)
{
	const char *rest = strstr(url, "://");
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (str_eq(kinds[i].name, pattern))
			return type && str_istarts(type, kinds[i].types);
	if (type && fnmatch(pattern, type, 0) == 0)
		return true;
	return fnmatch(pattern, url, 0) == 0 ||
	       (rest && fnmatch(pattern, rest + 3, 0) == 0);
}

const char *
ui_outside_command(struct arena *arena, const struct config_words *line)
{
	if (line->len == 2)
		return line->words[1];
	struct buf text = BUF_INIT(0);
	for (size_t i = 1; i < line->len; i++)
		buf_addf(&text, "%s%s", i > 1 ? " " : "", line->raw[i]);
	const char *command = arena_strdup(arena, buf_str(&text));
	buf_done(&text);
	return command;
}

static const struct config_words *
line_for(const struct ui *ui, const char *url, const char *type)
{
	const struct config *config = &ui->settings->config;
	for (size_t i = 0; i < config->opens_len; i++)
		if (is_for(config->opens[i].words[0], url, type))
			return &config->opens[i];
	return NULL;
}

/* ---- opening */

static bool
open_one(struct ui *ui, struct ui_outside *of)
{
	const char *url = of->fields.url;
	if (!url || !url_is_web(url)) {
		ui_status_say(&ui->status, true,
			url ? _("Only http and https addresses are opened, not: %s")
			    : _("There is no address to open"),
			url);
		return false;
	}
	const struct config_words *line = line_for(ui, url, of->type);
	if (!line) {
		of->option = "browser";
		return ui_outside_run_line(
			ui, of, browser_line(ui), browser_mode(ui), true, NULL);
	}
	const char *command = ui_outside_command(&ui->scratch, line);
	enum ui_run_mode mode = ui_outside_run_flags(&command);
	return ui_outside_run_line(ui, of, command, mode, true, NULL);
}

void
ui_outside_browser_open(struct ui *ui, const char *url)
{
	struct ui_outside of = {
		.fields = {.url = ui_outside_address(ui, &ui->scratch, url)}};
	open_one(ui, &of);
}

struct opening {
	bool mark;
	uint64_t ids[UI_OUTSIDE_MAX]; /* what was opened */
	size_t len;
};

static bool
open_next(struct ui *ui, void *data, struct ui_outside *of)
{
	struct opening *o = data;
	if (!open_one(ui, of))
		return false;
	if (of->item)
		o->ids[o->len++] = of->item->item.id;
	return true;
}

static void
open_end(struct ui *ui, void *data, bool all)
{
	struct opening *o = data;
	(void)all;
	if (ui && o->mark && o->len)
		ui_act_read_all(ui, o->ids, o->len);
	if (ui && o->len > 1)
		ui_status_say(&ui->status, false,
			P_("%zu item opened", "%zu items opened", o->len), o->len);
	free(o);
}

static struct ui_outside_each
opening(bool mark)
{
	struct opening *o = mem_zalloc(sizeof *o);
	o->mark = mark;
	return (struct ui_outside_each){
		.one = open_next, .end = open_end, .data = o, .beside = true};
}

/* Plays an episode from the time in its text that is picked. False: none is. */
static bool
play_picked(struct ui *ui)
{
	const struct ui_view_class *class = ui->focus->class;
	struct ui_target target = {0};
	if (!class->target || !class->target(ui, ui->focus, &target) || !target.from)
		return false;
	const struct player_verb verb = {
		.kind = PLAYER_PLAY, .item = target.item, .number = target.from};
	engine_play(ui->engine, &verb);
	return true;
}

static void
open_target(struct ui *ui, bool mark)
{
	if (!play_picked(ui))
		ui_outside_each(ui, opening(mark));
}

void
ui_outside_browser_item(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->keys.given && ui->focus->class->pick && !ui_act_pick(ui, ui->keys.given))
		return;
	bool mark = ui->options->browser_marks && ui->focus->class->context == UI_ITEMS;
	open_target(ui, mark);
}

void
ui_outside_browser_and_mark(struct ui *ui, const char *arg)
{
	(void)arg;
	open_target(ui, true);
}

/* ---- all that is unread */

/* The first unread items of the list, in ui->scratch. */
static uint64_t *
find_unread(struct ui *ui, size_t most, size_t *len)
{
	struct ui_view *list = ui_find(ui, UI_ITEMS);
	uint64_t *ids = arena_alloc(&ui->scratch, (most + 1) * sizeof *ids);
	*len = list ? ui_items_first_unread(ui, list, ids, most) : 0;
	return ids;
}

static void
open_all(struct ui *ui, const uint64_t *ids, size_t len)
{
	if (len)
		ui_outside_each_of(ui, ids, len, opening(true));
	else
		ui_status_say(&ui->status, false, _("Nothing is unread here"));
}

static void
open_unread(struct ui *ui, size_t most)
{
	size_t len;
	const uint64_t *ids = find_unread(ui, most, &len);
	open_all(ui, ids, len);
}

static void
confirmed(struct ui *ui, const char *answer)
{
	int64_t number;
	if (str_int(span_of(answer), &number) == OK && number > 0)
		open_unread(
			ui, number < UI_OUTSIDE_MAX ? (size_t)number : UI_OUTSIDE_MAX);
	else
		ui_prompt_again(&ui->prompt);
}

void
ui_outside_browser_unread(struct ui *ui, const char *arg)
{
	size_t len, most = (size_t)ui->options->browser_most;
	if (arg) {
		confirmed(ui, arg);
		return;
	}
	if (ui->keys.given) {
		open_unread(ui, ui->keys.given < UI_OUTSIDE_MAX ? ui->keys.given
								: UI_OUTSIDE_MAX);
		return;
	}
	const uint64_t *ids = find_unread(ui, most + 1, &len);
	if (len <= most) {
		open_all(ui, ids, len);
		return;
	}
	ui_prompt_start(&ui->prompt, _("How many to open:"), NULL, NULL);
	ui_prompt_insert(&ui->prompt, arena_printf(&ui->scratch, "%zu", most),
		strlen(arena_printf(&ui->scratch, "%zu", most)));
	ui->prompt.accept = confirmed;
}

/* ---- the config's commands */

/* ERR_INVALID: no item could be given to it. */
static int
try_command(struct arena *arena, const char *command, struct err *err)
{
	const char *url = "https://example.org/";
	const struct output_fields any = {.url = url, .enclosure = url};
	char **argv;
	ui_outside_run_flags(&command);
	return output_command(arena, command, &any, false, &argv, err);
}

/* What an option runs as a program: of a hook, what comes after the !. "": nothing. */
static const char *
program_in(const char *name, const char *value)
{
	const char *line = value + strspn(value, " ");
	bool hook = str_starts(name, "on-");
	return !hook ? value : *line == '!' ? line + 1 : "";
}

static void
check_lines(const struct config_words *lines, size_t len, ui_outside_report *report,
	void *data)
{
	struct arena arena = ARENA_INIT;
	struct err err;
	for (size_t i = 0; i < len; i++)
		if (try_command(&arena, ui_outside_command(&arena, &lines[i]), &err) !=
			OK) {
			err_prefix(&err, "%s:%d", lines[i].file, lines[i].line);
			report(data, err.text);
		}
	arena_done(&arena);
}

void
ui_outside_check(const struct settings *settings, ui_outside_report *report, void *data)
{
	const struct options *o = &settings->options;
	const char *const options[][2] = {
		{"browser", o->browser},
		{"clipboard-command", o->clipboard_command},
		{"bookmark-command", o->bookmark_command},
		{"mail-command", o->mail_command},
		{"on-new", o->on_new},
		{"on-refresh", o->on_refresh},
		{"on-open", o->on_open},
		{"on-start", o->on_start},
		{"on-quit", o->on_quit},
	};
	struct arena arena = ARENA_INIT;
	struct err err;
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		const char *program = program_in(options[i][0], options[i][1]);
		if (!str_empty(program) && try_command(&arena, program, &err) != OK) {
			err_prefix(&err, "%s", options[i][0]);
			conf_settings_blame(settings, options[i][0], &err);
			report(data, err.text);
		}
	}
	arena_done(&arena);
	check_lines(settings->config.opens, settings->config.opens_len, report, data);
	check_lines(settings->config.shares, settings->config.shares_len, report, data);
}
