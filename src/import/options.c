#include "config.h"

#include "import/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "conf/option.h"
#include "conf/words.h"
#include "import/import_api.h"
#include "import/import_list.h"
#include "player/argv.h"

static bool
matches(const char *pattern, const char *name)
{
	size_t n = strlen(pattern);
	if (pattern[0] == '*')
		return str_ends(name, pattern + 1);
	if (pattern[n - 1] == '*')
		return strncmp(pattern, name, n - 1) == 0;
	return str_eq(pattern, name);
}

const struct import_option *
import_option(const struct import_option *table, const char *name)
{
	for (; table->theirs; table++)
		if (matches(table->theirs, name))
			return table;
	return NULL;
}

const char *
import_pair(const struct import_pair *table, const char *word)
{
	for (; table->theirs; table++)
		if (str_ieq(table->theirs, word))
			return table->ours;
	return NULL;
}

void
import_config_put(struct import_list *list, const char *fmt, ...)
{
	va_list args, again;
	va_start(args, fmt);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, args);
	char *text = arena_alloc(&list->arena, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, fmt, again);
	va_end(again);
	va_end(args);
	buf_addf(list->config, "%s\n", text);
}

void
import_config_left(
	struct import_list *list, const struct import_line *line, const char *reason)
{
	buf_addf(list->config, "# %.*s\n#\t%s\n", SPAN_FMT(line->text), reason);
}

/* Without what makes a shell run the command quietly in the background, as happens here
 * anyway. */
static const char *
without_tail(struct import_list *list, const char *value)
{
	static const char *const tails[] = {"&", ">/dev/null", "2>&1", "&>/dev/null",
		"> /dev/null", "1>/dev/null", "2>/dev/null", "2> /dev/null",
		"&> /dev/null"};
	struct span s = span_trim(span_of(value));
	for (size_t i = 0; i < COUNT_OF(tails); i++) {
		size_t n = strlen(tails[i]);
		if (s.n <= n || memcmp(s.p + s.n - n, tails[i], n) != 0)
			continue;
		s = span_trim((struct span){s.p, s.n - n});
		i = SIZE_MAX; /* from the start: the next one may be in front of it */
	}
	const char *text = import_span(list, s);
	return text ? text : value;
}

/* The other program's placeholder for the address is %u or %l, maybe in quotes. */
static bool
is_place(const char *s)
{
	return s[0] == '%' && s[1] && strchr("ul", s[1]);
}

const char *
import_config_browser(struct import_list *list, const char *value)
{
	struct buf out = BUF_INIT(0);
	value = without_tail(list, value);
	bool shell = strpbrk(value, "|<>;&`$()"), placed = false;
	for (const char *s = value; *s; s++) {
		bool quote = *s == '"' || *s == '\'';
		bool opens = quote && is_place(s + 1) && s[3] == *s;
		bool place = is_place(opens ? s + 1 : s);
		if (place)
			buf_adds(&out, shell ? "\"$1\"" : "%u");
		else if (shell && *s == '\'')
			buf_adds(&out, "'\\''");
		else
			buf_addc(&out, *s);
		placed |= place;
		s += opens ? 3 : place;
	}
	if (shell && !placed)
		buf_adds(&out, " \"$1\"");
	const char *text =
		shell ? arena_printf(&list->arena, "sh -c '%s' sh %%u", buf_str(&out))
		      : import_text(list, buf_str(&out));
	buf_done(&out);
	return text;
}

bool
import_config_and_mark(struct buf *chain)
{
	static const char end[] = "browser";
	size_t n = sizeof end - 1;
	bool opens = chain->len >= n && str_eq(buf_str(chain) + chain->len - n, end);
	if (opens)
		buf_adds(chain, "-and-mark");
	return opens;
}

/* NULL for mpv, which is not run by a command here. Other players get a %u if they lack
 * one; well-known ones are given the address and the start in their own way. */
static const char *
player(struct import_list *list, const char *value)
{
	size_t n = strcspn(value, " \t");
	bool mpv = (n == 3 || (n > 3 && value[n - 4] == '/')) &&
		   memcmp(value + n - 3, "mpv", 3) == 0;
	const char *command = mpv || !n ? NULL : import_config_browser(list, value);
	return command && !player_is_other(command)
		       ? arena_printf(&list->arena, "%s %%u", command)
		       : command;
}

/* The value as it is written here; NULL: it can't be. */
static const char *
value_of(struct import_list *list, const struct import_option *row, const char *value)
{
	int64_t n = 0;
	bool whole = str_int(span_of(value), &n) == OK && n >= 0;
	bool yes = str_eq(value, "yes") || str_eq(value, "true");
	switch (row->unit) {
	case IMPORT_MINUTES:
		return whole ? arena_printf(&list->arena, "%lldm", (long long)n) : NULL;
	case IMPORT_SECONDS:
		return whole ? arena_printf(&list->arena, "%llds", (long long)n) : NULL;
	case IMPORT_KILOBYTES:
		return whole ? arena_printf(&list->arena, "%lldk", (long long)n) : NULL;
	case IMPORT_YES_IS_OPEN:
		return yes ? "open" : "no";
	case IMPORT_YES_IS_TOP:
		return yes ? "top" : "bottom";
	case IMPORT_DIRECTORY:
		return import_span(list,
			(struct span){value,
				strcspn(value, "%") - (strstr(value, "/%") != NULL)});
	case IMPORT_BROWSER:
		return import_config_browser(list, value);
	case IMPORT_PLAYER:
		return player(list, value);
	default:
		break;
	}
	if (str_eq(value, "true"))
		return "yes";
	return str_eq(value, "false") ? "no" : value;
}

const char *
import_config_value(
	struct import_list *list, const struct import_option *row, const char *value)
{
	const char *ours = value_of(list, row, value);
	return ours && conf_option_check(row->ours, ours, NULL) == OK ? ours : NULL;
}

void
import_config_option(struct import_list *list, const struct import_line *line,
	const struct import_option *row, const char *value)
{
	struct err err = {0};
	struct buf word = BUF_INIT(0);
	const char *ours = value_of(list, row, value);
	if (!ours || conf_option_check(row->ours, ours, &err) != OK) {
		import_config_left(list, line,
			err.text[0] ? err.text : _("the value cannot be imported"));
		return;
	}
	bool plain = !strpbrk(ours, "#\"\\") && !str_space((unsigned char)ours[0]);
	if (!plain)
		conf_word_format(&word, ours, true);
	import_config_put(list, "%s = %s", row->ours, plain ? ours : buf_str(&word));
	buf_done(&word);
}

static const struct import_pair attributes[] = {
	{"bold", "bold"},
	{"dim", "dim"},
	{"underline", "underline"},
	{"underlined", "underline"},
	{"reverse", "reverse"},
	{"standout", "reverse"},
	{"italic", "italic"},
	{NULL, NULL},
};

/* "color245" is 245. NULL: unknown colour. */
static const char *
color_of(const char *word)
{
	static const char *const names[] = {"default", "black", "red", "green", "yellow",
		"blue", "magenta", "cyan", "white"};
	int64_t number;
	if (str_starts(word, "color") && str_int(span_of(word + 5), &number) == OK &&
		number >= 0 && number <= 255)
		return word + 5;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], word))
			return word;
	return NULL;
}

void
import_config_color(struct import_list *list, const struct import_line *line,
	const char *element, size_t from)
{
	struct buf out = BUF_INIT(0);
	bool good = true;
	for (size_t i = from; i < line->len; i++) {
		const char *word = line->words[i].text;
		const char *ours =
			i < from + 2 ? color_of(word) : import_pair(attributes, word);
		if (ours)
			buf_addf(&out, " %s", ours);
		good &= ours || i >= from + 2;
	}
	if (good)
		import_config_put(list, "color %s%s", element, buf_str(&out));
	else
		import_config_left(list, line, _("the value cannot be imported"));
	buf_done(&out);
}

bool
import_config_like(struct span head, const struct import_option *table)
{
	struct span rest = conf_lines(head.p, head.n), line;
	size_t known = 0;
	while (conf_line(&rest, &line)) {
		char name[64];
		size_t n = 0;
		while (n < line.n && !str_space((unsigned char)line.p[n]))
			n++;
		struct span value = span_trim((struct span){line.p + n, line.n - n});
		if (value.n && value.p[0] == '=')
			return false;
		if (!n || n >= sizeof name || line.p[0] == '#')
			continue;
		snprintf(name, sizeof name, "%.*s", (int)n, line.p);
		known += import_option(table, name) != NULL;
	}
	return known >= 2;
}
