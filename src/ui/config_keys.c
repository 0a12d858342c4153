/*
 * The config file in the reader. Only the reader understands `bind` and `color` lines. At
 * the start it applies those that are right and reports the others. When the file is
 * reloaded later, either all of it takes effect or nothing.
 */
#include "config.h"

#include "ui/config_keys.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "conf/write_config.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/core/highlight.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/scheme.h"
#include "ui/draw/theme.h"
#include "ui/draw/theme_file.h"
#include "ui/feeds/feeds.h"
#include "ui/keys/keys.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"
#include "ui/terminal/term.h"
#include "ui/ui_inside.h"

struct faults {
	struct err first;
	size_t count;
	const char *path; /* of the config */
	ui_check_report
		*report; /* NULL: they go to the log, and to status if it is set */
	void *data;
	struct ui_status *status;
};

/* If there are very many, only some are reported. */
static void
add_fault(struct faults *faults, const char *sentence)
{
	struct err more;
	if (faults->count++ == 0)
		err_set(&faults->first, ERR_INVALID, "%s", sentence);
	if (faults->count > CONF_ERRORS_MAX + 1)
		return;
	if (faults->count > CONF_ERRORS_MAX) {
		err_set(&more, ERR_LIMIT,
			_("%s: there are more faulty lines; fix these first"),
			faults->path ? faults->path : "");
		sentence = more.text;
	}
	if (faults->report)
		faults->report(faults->data, sentence);
	else
		log_put(LOG_WARN, "%s", sentence);
	if (faults->status)
		ui_status_note(faults->status, sentence, time_mono_ms());
}

/* Whether a theme needs no file. */
static bool
is_own_theme(const char *name)
{
	return ui_scheme(name) || str_eq(name, "auto") || str_eq(name, "default") ||
	       str_eq(name, "mono");
}

static void
read_binds(struct ui_bindings *out, enum ui_preset preset, const struct config *config,
	struct faults *faults)
{
	struct err err;
	ui_bindings_init(out, preset);
	for (size_t i = 0; i < config->binds_len; i++)
		if (ui_bindings_line(out, &config->binds[i], &err) != OK)
			add_fault(faults, err.text);
}

static void
report_fault(void *faults, const char *sentence)
{
	add_fault(faults, sentence);
}

/* Colours of a theme in a file, and of the config. */
static void
check_colors(const struct settings *settings, struct faults *faults)
{
	const struct config *config = &settings->config;
	const char *name = settings->options.theme;
	struct ui_theme trial;
	struct config file;
	struct err err;
	int status = ui_theme_file(name, settings->path, &file, &err);
	if (status == ERR_NOT_FOUND && !is_own_theme(name)) {
		err_set(&err, status,
			_("unknown theme %s; courant-config(5) lists them, and says "
			  "where files of themes may be"),
			name);
		conf_settings_blame(settings, "theme", &err);
	}
	if (status != OK && (status != ERR_NOT_FOUND || !is_own_theme(name)))
		add_fault(faults, err.text);
	conf_done(&file);
	ui_highlights_free(ui_highlights_new(config, report_fault, faults));
	ui_theme_init(&trial, NULL, 8);
	for (size_t i = 0; i < config->colors_len; i++)
		if (ui_theme_set(&trial, &config->colors[i], 8, &err) != OK)
			add_fault(faults, err.text);
}

/* What the terminal is asked to do. The focus only matters to previews. */
static void
set_terminal(struct ui *ui)
{
	ui_term_report(ui->options->mouse, ui->options->preview_read > 0);
	ui->links = ui_term_hyperlinks(ui->options->hyperlinks);
	ui_term_pictures(ui_images_by(ui->options));
	ui->away = false;
}

/* Takes the lines that make rows and words stand out; those that are wrong are left out.
 */
static void
use_highlights(struct ui *ui, const struct settings *settings)
{
	ui_highlights_free(ui->highlights);
	ui->highlights = ui_highlights_new(&settings->config, NULL, NULL);
}

static void
use_colors(const struct settings *settings)
{
	const char *name = settings->options.theme;
	struct config file;
	struct err err;
	bool found = ui_theme_file(name, settings->path, &file, &err) != ERR_NOT_FOUND;
	ui_term_colors(&settings->config, found ? &file : NULL, name);
	conf_done(&file);
}

void
ui_config_ground(struct ui *ui, enum ui_ground ground)
{
	ui_term_ground(ground);
	use_colors(ui->settings);
	ui_term_redraw();
}

/* Reads the templates of rows; where one is wrong, the usual ones stay. */
static void
read_columns(
	struct ui_columns *out, const struct settings *settings, struct faults *faults)
{
	struct err err;
	if (ui_columns_read(out, settings, &err) != OK)
		add_fault(faults, err.text);
}

/* What is run when something happens: commands, and their arguments. */
static void
check_hooks(const struct settings *settings, struct faults *faults)
{
	const struct options *o = &settings->options;
	const struct {
		const char *name, *line;
		bool program; /* may begin with ! */
	} hooks[] = {
		{"start", o->start, false},
		{"on-new", o->on_new, true},
		{"on-refresh", o->on_refresh, true},
		{"on-open", o->on_open, true},
		{"on-start", o->on_start, true},
		{"on-quit", o->on_quit, true},
	};
	for (size_t i = 0; i < COUNT_OF(hooks); i++) {
		const char *line = hooks[i].line + strspn(hooks[i].line, " ");
		struct err err, named;
		int status =
			hooks[i].program && *line == '!' ? OK : ui_keys_check(line, &err);
		if (status == OK)
			continue;
		err_set(&named, ERR_INVALID,
			hooks[i].program && status == ERR_NOT_FOUND
				? _("%s: %s; a program needs a ! before it")
				: "%s: %s",
			hooks[i].name, err.text);
		conf_settings_blame(settings, hooks[i].name, &named);
		add_fault(faults, named.text);
	}
}

void
ui_config_take(struct ui *ui)
{
	const struct config *config = &ui->settings->config;
	struct faults faults = {.path = ui->settings->path, .status = &ui->status};
	for (size_t i = 0; i < config->errors_len; i++)
		ui_status_note(&ui->status, config->errors[i], time_mono_ms());
	ui_bindings_done(&ui->bindings);
	read_binds(&ui->bindings, ui_preset(ui->options->keys), config, &faults);
	check_colors(ui->settings, &faults);
	ui_columns_done(&ui->columns);
	read_columns(&ui->columns, ui->settings, &faults);
	check_hooks(ui->settings, &faults);
	ui_outside_check(ui->settings, report_fault, &faults);
	use_colors(ui->settings);
	use_highlights(ui, ui->settings);
	set_terminal(ui);
}

void
ui_check(const struct settings *settings, ui_check_report *report, void *data)
{
	struct faults faults = {.path = settings->path, .report = report, .data = data};
	struct ui_bindings bindings;
	struct ui_columns columns = {0};
	read_binds(
		&bindings, ui_preset(settings->options.keys), &settings->config, &faults);
	check_colors(settings, &faults);
	read_columns(&columns, settings, &faults);
	check_hooks(settings, &faults);
	ui_outside_check(settings, report_fault, &faults);
	ui_columns_done(&columns);
	ui_bindings_done(&bindings);
}

/* ---- again */

static void
say_faults(struct ui *ui, const struct faults *faults)
{
	struct buf more = BUF_INIT(0);
	size_t n = faults->count - 1;
	if (n > 0)
		buf_addf(&more, P_(" (and %zu more fault)", " (and %zu more faults)", n),
			n);
	ui_status_say(&ui->status, true, _("Settings not reloaded: %s%s"),
		faults->first.text, buf_str(&more));
	buf_done(&more);
}

static void
say_changes(struct ui *ui, const struct settings *before)
{
	const struct config *config = &ui->settings->config;
	struct buf names = BUF_INIT(0);
	conf_settings_changes(before, ui->settings, &names);
	if (config->warnings_len)
		ui_status_say(&ui->status, true, "%s", config->warnings[0]);
	else if (names.len)
		ui_status_say(&ui->status, false, _("Settings reloaded; changed: %s"),
			buf_str(&names));
	else
		ui_status_say(&ui->status, false, _("Settings reloaded"));
	buf_done(&names);
}

/* Puts new settings and bindings, which the reader takes over, into effect. */
static void
put_in_force(struct ui *ui, struct settings *settings, const struct ui_bindings *bindings,
	const struct ui_columns *columns)
{
	struct settings *before = ui->settings;
	const struct options *options = &settings->options;
	ui->settings = settings;
	ui->options = options;
	ui_bindings_done(&ui->bindings);
	ui->bindings = *bindings;
	ui_columns_done(&ui->columns);
	ui->columns = *columns;
	use_colors(settings);
	use_highlights(ui, settings);
	set_terminal(ui);
	ui_term_redraw();
	engine_reload_settings(ui->engine, settings, options->auto_refresh);
	if (conf_settings_differ(before, settings, "show-read") &&
		ui->show_read != options->show_read)
		ui_act_show_read(ui, NULL);
	ui_resize(ui, ui->screen.width, ui->screen.height);
	if (conf_settings_differ(before, settings, "layout"))
		ui_act_use_layout(ui, options->layout);
	ui_feeds_reload(ui);
	say_changes(ui, before);
	conf_settings_unref(before);
}

int
ui_config_keys_check(const char *arg, struct err *err)
{
	return conf_option_check("keys", arg, err);
}

void
ui_config_keys(struct ui *ui, const char *arg)
{
	const struct config *config = &ui->settings->config;
	struct faults faults = {0};
	struct err err = {0};
	if (ui_config_keys_check(arg ? arg : "", &err) != OK) {
		ui_refuse(ui, err.text);
		return;
	}
	ui_bindings_done(&ui->bindings);
	read_binds(&ui->bindings, ui_preset(arg), config, &faults);
	if (faults.count)
		ui_status_say(&ui->status, true, "%s", faults.first.text);
	else
		ui_status_say(&ui->status, false, _("Keys as in %s"), arg);
}

/* Puts settings that were loaded (err: why they were not) in force, unless something in
 * the file is wrong. */
static void
take_settings(struct ui *ui, struct settings *next, const struct err *err)
{
	struct ui_bindings bindings = {0};
	struct ui_columns columns = {0};
	struct faults faults = {.path = ui->settings->path, .status = &ui->status};
	if (!next) {
		add_fault(&faults, err->text);
	} else {
		for (size_t i = 0; i < next->config.errors_len; i++)
			add_fault(&faults, next->config.errors[i]);
		read_binds(
			&bindings, ui_preset(next->options.keys), &next->config, &faults);
		check_colors(next, &faults);
		read_columns(&columns, next, &faults);
		check_hooks(next, &faults);
		ui_outside_check(next, report_fault, &faults);
	}
	if (faults.count == 0) {
		put_in_force(ui, next, &bindings, &columns);
		return;
	}
	say_faults(ui, &faults);
	ui_bindings_done(&bindings);
	ui_columns_done(&columns);
	conf_settings_unref(next);
}

void
ui_config_reload(struct ui *ui, const char *arg)
{
	struct settings *next = NULL;
	struct err err;
	(void)arg;
	if (conf_settings_reload(&next, ui->settings, &err) != OK)
		next = NULL;
	take_settings(ui, next, &err);
}

/* ---- :set */

static void
list_options(struct ui *ui)
{
	struct buf text = BUF_INIT(0);
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		if (o->group)
			buf_addf(&text, "%s%s\n", text.len ? "\n" : "", _(o->group));
		buf_addf(&text, "  %s = ", o->name);
		if (o->flags & OPTION_SECRET)
			buf_adds(&text, "…");
		else
			conf_option_get(&ui->settings->options, o, &text);
		buf_addc(&text, '\n');
	}
	ui_page_show(ui, _("Options"), &text);
	buf_done(&text);
}

static void
say_option(struct ui *ui, const char *name)
{
	const struct option *option = conf_option(name);
	struct buf value = BUF_INIT(0);
	struct err err = {0};
	int status = option ? OK : conf_option_unknown(name, &err);
	if (option && !(option->flags & OPTION_SECRET))
		conf_option_get(&ui->settings->options, option, &value);
	if (status == OK)
		ui_status_say(&ui->status, false, "%s = %s", name, buf_str(&value));
	else
		ui_refuse(ui, err.text);
	buf_done(&value);
}

static void
count_fault(void *count, const char *sentence)
{
	(void)sentence;
	++*(size_t *)count;
}

static size_t
count_faults(const struct settings *settings)
{
	size_t count = settings->config.errors_len;
	ui_check(settings, count_fault, &count);
	return count;
}

/* Whether more is wrong with settings than with the config file as it is. Some faults are
 * only found when a value is used: in themes, in templates of rows. */
static bool
is_worse(const struct settings *settings, const struct settings *in_force)
{
	struct settings *now = NULL;
	struct err err;
	size_t before = 0;
	if (conf_settings_reload(&now, in_force, &err) == OK) {
		before = count_faults(now);
		conf_settings_unref(now);
	}
	return count_faults(settings) > before;
}

static void
set_option(struct ui *ui, const char *name, const char *value, bool write)
{
	const struct settings *now = ui->settings;
	struct settings *next = NULL;
	struct err err = {0};
	int status = conf_settings_with(&next, now, name, value, &err);
	if (status == OK && write && now->path && !is_worse(next, now)) {
		conf_settings_unref(next);
		status = conf_write_option(now->path, name, value, &err);
		if (status == OK)
			status = conf_settings_with(&next, now, name, NULL, &err);
	}
	if (status == OK)
		take_settings(ui, next, &err);
	else
		ui_refuse(ui, err.text);
}

/* Whether text begins with a flag, which is skipped. */
static bool
takes_flag(struct span *text, const char *flag)
{
	size_t n = strlen(flag);
	if (text->n < n || memcmp(text->p, flag, n) != 0 ||
		(text->n > n && text->p[n] != ' '))
		return false;
	*text = span_trim((struct span){text->p + n, text->n - n});
	return true;
}

/* The value, which may be in quotes, as in the config file. */
static const char *
read_value(struct arena *arena, struct span text)
{
	struct err err;
	char *value;
	if (text.n && text.p[0] == '"' && conf_value(arena, text, &value, &err) == OK)
		return value;
	return arena_strndup(arena, text.p, text.n);
}

struct setting {
	bool write;
	const char *name, *value; /* NULL: none is given; in an arena */
};

/* [-w] [NAME [VALUE]], or NAME = VALUE */
static struct setting
read_setting(struct arena *arena, const char *arg)
{
	struct span rest = span_trim(span_of(arg ? arg : "")), name;
	struct setting out = {.write = takes_flag(&rest, "-w")};
	const char *end = rest.p + rest.n;
	if (!span_split(&rest, ' ', &name) || !name.n)
		return out;
	const char *equals = memchr(name.p, '=', name.n);
	rest = span_trim(rest);
	if (equals) { /* NAME=VALUE */
		rest = span_trim((struct span){equals + 1, (size_t)(end - equals) - 1});
		name.n = (size_t)(equals - name.p);
	} else if (rest.n && rest.p[0] == '=') {
		rest = span_trim((struct span){rest.p + 1, rest.n - 1});
	}
	out.name = arena_strndup(arena, name.p, name.n);
	out.value = rest.n || equals ? read_value(arena, rest) : NULL;
	return out;
}

int
ui_config_set_check(const char *arg, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct setting s = read_setting(&arena, arg);
	int status = !s.name               ? OK
		     : s.value             ? conf_option_check(s.name, s.value, err)
		     : conf_option(s.name) ? OK
					   : conf_option_unknown(s.name, err);
	arena_done(&arena);
	return status;
}

void
ui_config_set(struct ui *ui, const char *arg)
{
	struct setting s = read_setting(&ui->scratch, arg);
	if (s.write && !s.name)
		ui_refuse(ui, _("set -w needs the name of an option and a value"));
	else if (!s.name)
		list_options(ui);
	else if (s.value)
		set_option(ui, s.name, s.value, s.write);
	else
		say_option(ui, s.name);
}

void
ui_config_downloads(struct ui *ui, const char *arg)
{
	int64_t number = 0;
	char value[24];
	if (str_int(span_of(arg ? arg : "+1"), &number) != OK)
		number = 1;
	number += ui->options->downloads;
	snprintf(value, sizeof value, "%d", (int)number);
	set_option(ui, "downloads", value, false);
	say_option(ui, "downloads");
}
