#include "config.h"

#include "conf/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/interval_limits.h"

static int
apply_overrides(struct settings *s, struct err *err)
{
	int status = OK;
	bool limits = false;
	for (size_t i = 0; i < s->overrides_len && status == OK; i++) {
		const char *given = s->overrides[i], *equals = strchr(given, '=');
		if (!equals)
			return err_set(
				err, ERR_INVALID, _("-o %s: write -o NAME=VALUE"), given);
		char *name = mem_strndup(given, (size_t)(equals - given));
		status = conf_option_set(&s->options, name, equals + 1, err);
		limits |= conf_limits_name(name);
		if (status != OK)
			err_prefix(err, "-o");
		free(name);
	}
	return status == OK && limits ? conf_limits_check_options(&s->options, err)
				      : status;
}

static bool
is_overridden(const struct settings *s, const char *name)
{
	for (size_t i = 0; i < s->overrides_len; i++)
		if (str_starts(s->overrides[i], name) &&
			s->overrides[i][strlen(name)] == '=')
			return true;
	return false;
}

void
conf_settings_blame(const struct settings *s, const char *name, struct err *err)
{
	const struct config_place *places = s->config.places;
	size_t i = is_overridden(s, name) ? 0 : s->config.places_len;
	while (i > 0 && !str_eq(places[i - 1].name, name))
		i--;
	if (i > 0)
		err_prefix(err, "%s:%d", places[i - 1].file, places[i - 1].line);
}

int
conf_settings_load(struct settings **out, const char *path, const char *const *overrides,
	size_t overrides_len, struct err *err)
{
	struct settings *s = mem_zalloc(sizeof *s);
	*s = (struct settings){.generation = 1,
		.path = mem_strdup(path),
		.overrides = mem_zalloc((overrides_len + 1) * sizeof *s->overrides),
		.overrides_len = overrides_len,
		.references = 1};
	for (size_t i = 0; i < overrides_len; i++)
		s->overrides[i] = mem_strdup(overrides[i]);
	conf_options_init(&s->options);
	int status = path ? conf_load(path, &s->options, &s->config, err) : OK;
	if (status == OK)
		status = apply_overrides(s, err);
	if (status == OK)
		*out = s;
	else
		conf_settings_unref(s);
	return status;
}

int
conf_settings_reload(struct settings **out, const struct settings *now, struct err *err)
{
	int status = conf_settings_load(out, now->path,
		(const char *const *)now->overrides, now->overrides_len, err);
	if (status == OK)
		(*out)->generation = now->generation + 1;
	return status;
}

int
conf_settings_with(struct settings **out, const struct settings *now, const char *name,
	const char *value, struct err *err)
{
	size_t len = 0;
	int status = value ? conf_option_check(name, value, err) : OK;
	if (status != OK)
		return status;
	const char **all = mem_alloc((now->overrides_len + 1) * sizeof *all);
	struct buf last = BUF_INIT(0);
	buf_addf(&last, "%s=%s", name, value ? value : "");
	for (size_t i = 0; i < now->overrides_len; i++)
		if (!str_starts(now->overrides[i], name) ||
			now->overrides[i][strlen(name)] != '=')
			all[len++] = now->overrides[i];
	if (value)
		all[len++] = buf_str(&last);
	status = conf_settings_load(out, now->path, all, len, err);
	if (status == OK)
		(*out)->generation = now->generation + 1;
	buf_done(&last);
	free(all);
	return status;
}

struct settings *
conf_settings_ref(struct settings *s)
{
	if (s)
		atomic_fetch_add(&s->references, 1);
	return s;
}

void
conf_settings_unref(struct settings *s)
{
	if (!s || atomic_fetch_sub(&s->references, 1) > 1)
		return;
	conf_options_done(&s->options);
	conf_done(&s->config);
	for (size_t i = 0; i < s->overrides_len; i++)
		free(s->overrides[i]);
	free(s->overrides);
	free(s->path);
	free(s);
}

static bool
differs(const struct option *o, const struct settings *a, const struct settings *b)
{
	struct buf x = BUF_INIT(0), y = BUF_INIT(0);
	conf_option_get(&a->options, o, &x);
	conf_option_get(&b->options, o, &y);
	bool differ = !str_eq(buf_str(&x), buf_str(&y));
	buf_done(&x);
	buf_done(&y);
	return differ;
}

bool
conf_settings_differ(
	const struct settings *a, const struct settings *b, const char *names)
{
	struct span rest = span_of(names), name;
	while (span_split(&rest, ' ', &name))
		for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
			if (span_eq(name, o->name) && differs(o, a, b))
				return true;
	return false;
}

void
conf_settings_changes(const struct settings *a, const struct settings *b, struct buf *out)
{
	size_t before = out->len;
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if (differs(o, a, b))
			buf_addf(out, "%s%s", out->len > before ? ", " : "", o->name);
}
