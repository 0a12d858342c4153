#include "config.h"

#include "ui/check.h"

#include "base/err.h"
#include "conf/settings.h"
#include "ui/core/binding.h"
#include "ui/draw/theme.h"

#define COLORS 256

void
ui_check(const struct settings *settings, ui_check_report *report, void *data)
{
	const struct config *config = &settings->config;
	struct ui_bindings bindings;
	struct ui_theme theme;
	struct err err;
	ui_bindings_init(&bindings, ui_preset(settings->options.keys));
	for (size_t i = 0; i < config->binds_len; i++)
		if (ui_bindings_line(&bindings, &config->binds[i], &err) != OK)
			report(data, err.text);
	ui_bindings_done(&bindings);
	ui_theme_init(&theme, NULL, COLORS);
	for (size_t i = 0; i < config->colors_len; i++)
		if (ui_theme_set(&theme, &config->colors[i], COLORS, &err) != OK)
			report(data, err.text);
}
