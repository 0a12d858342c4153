/*
 * The config file in the reader. Only the reader understands `bind` and `color` lines. At
 * the start it applies those that are right and reports the others. When the file is
 * reloaded later, either all of it takes effect or nothing.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "ui/state.h"
#include "ui/term.h"
#include "ui/theme.h"

struct faults {
	struct err first;
	size_t count;
};

static void
add_fault(struct faults *faults, const char *sentence)
{
	log_put(LOG_WARN, "%s", sentence);
	if (faults->count++ == 0)
		err_set(&faults->first, ERR_INVALID, "%s", sentence);
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
check_colors(const struct config *config, struct faults *faults)
{
	struct ui_theme trial;
	struct err err;
	ui_theme_init(&trial, NULL, 8);
	for (size_t i = 0; i < config->colors_len; i++)
		if (ui_theme_set(&trial, &config->colors[i], 8, &err) != OK)
			add_fault(faults, err.text);
}

void
ui_config_take(struct ui *ui)
{
	const struct config *config = &ui->settings->config;
	struct faults faults = {0};
	for (size_t i = 0; i < config->errors_len; i++)
		ui_status_note(&ui->status, config->errors[i], time_mono_ms());
	ui_bindings_done(&ui->bindings);
	read_binds(&ui->bindings, ui_preset(ui->options->keys), config, &faults);
	check_colors(config, &faults);
	for (size_t i = 0; i < faults.count; i++)
		ui_status_note(&ui->status, faults.first.text, time_mono_ms());
	ui_term_colors(config, ui->options->theme);
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

/* Puts new settings and bindings, which become its own, into effect. */
static void
put_in_force(struct ui *ui, struct settings *settings, const struct ui_bindings *bindings)
{
	struct settings *before = ui->settings;
	const struct options *options = &settings->options;
	ui->settings = settings;
	ui->options = options;
	ui_bindings_done(&ui->bindings);
	ui->bindings = *bindings;
	ui_term_colors(&settings->config, options->theme);
	ui_term_redraw();
	engine_reload_settings(ui->engine, settings, options->auto_refresh);
	if (conf_settings_differ(before, settings, "show-read") &&
		ui->show_read != options->show_read)
		ui_act_show_read(ui, NULL);
	if (conf_settings_differ(before, settings, "layout"))
		ui_panes_set(ui, options->layout);
	ui_reload(ui);
	say_changes(ui, before);
	conf_settings_unref(before);
}

void
ui_config_keys(struct ui *ui, const char *arg)
{
	const struct config *config = &ui->settings->config;
	struct faults faults = {0};
	struct err err = {0};
	if (conf_option_check("keys", arg ? arg : "", &err) != OK) {
		ui_status_say(&ui->status, true, "%s", err.text);
		return;
	}
	ui_bindings_done(&ui->bindings);
	read_binds(&ui->bindings, ui_preset(arg), config, &faults);
	if (faults.count)
		ui_status_say(&ui->status, true, "%s", faults.first.text);
	else
		ui_status_say(&ui->status, false, _("Keys as in %s"), arg);
}

void
ui_config_reload(struct ui *ui, const char *arg)
{
	struct settings *next = NULL;
	struct ui_bindings bindings = {0};
	struct faults faults = {0};
	struct err err;
	(void)arg;
	if (conf_settings_reload(&next, ui->settings, &err) != OK) {
		add_fault(&faults, err.text);
	} else {
		for (size_t i = 0; i < next->config.errors_len; i++)
			add_fault(&faults, next->config.errors[i]);
		read_binds(
			&bindings, ui_preset(next->options.keys), &next->config, &faults);
		check_colors(&next->config, &faults);
	}
	if (faults.count == 0) {
		put_in_force(ui, next, &bindings);
		return;
	}
	say_faults(ui, &faults);
	ui_bindings_done(&bindings);
	conf_settings_unref(next);
}
