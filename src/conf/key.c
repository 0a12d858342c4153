#include "config.h"

#include "conf/key.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"

/* If a key has several names, the first is the one displayed. */
static const struct {
	const char *name;
	uint32_t key;
} names[] = {
	{"Enter", KEY_RETURN},
	{"Return", KEY_RETURN},
	{"Space", KEY_BLANK},
	{"Tab", KEY_TABULATOR},
	{"BackTab", KEY_BACK_TAB},
	{"Escape", KEY_ESCAPE},
	{"Esc", KEY_ESCAPE},
	{"Backspace", KEY_RUBOUT},
	{"Up", KEY_CURSOR_UP},
	{"Down", KEY_CURSOR_DOWN},
	{"Left", KEY_CURSOR_LEFT},
	{"Right", KEY_CURSOR_RIGHT},
	{"PageUp", KEY_PAGE_UP},
	{"PgUp", KEY_PAGE_UP},
	{"PageDown", KEY_PAGE_DOWN},
	{"PgDn", KEY_PAGE_DOWN},
	{"Home", KEY_TO_HOME},
	{"End", KEY_TO_END},
	{"Insert", KEY_INSERT},
	{"Delete", KEY_DELETE},
	{"Del", KEY_DELETE},
};

static const char *const control_prefixes[] = {"^", "C-", "Ctrl-", "Control-"};
static const char *const meta_prefixes[] = {"M-", "Alt-", "Meta-"};

/* What follows in name after one of the prefixes, or NULL. */
static const char *
after_prefix(const char *name, const char *const *prefixes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		size_t n = strlen(prefixes[i]);
		if (str_istarts(name, prefixes[i]) && name[n])
			return name + n;
	}
	return NULL;
}

/* The key whose name is a single character, or 0. */
static uint32_t
single(const char *name)
{
	size_t n = strlen(name);
	uint32_t cp;
	if (n == 0 || utf8_decode(name, n, &cp) != n)
		return 0;
	return cp == UTF8_REPLACEMENT || utf8_hidden(cp) ? 0 : cp;
}

static uint32_t
named(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_ieq(name, names[i].name))
			return names[i].key;
	int64_t number;
	if (str_lower(name[0]) == 'f' && str_int(span_of(name + 1), &number) == OK &&
		number >= 1 && number <= 12)
		return KEY_FUNCTION + (uint32_t)number;
	return 0;
}

static uint32_t
control(const char *rest)
{
	int c = str_lower((unsigned char)rest[0]);
	return rest[1] == '\0' && str_alpha(c) ? (uint32_t)(c - 'a' + 1) : 0;
}

int
conf_key_parse(const char *name, uint32_t *key, struct err *err)
{
	uint32_t found = single(name);
	if (!found)
		found = named(name);
	const char *rest =
		after_prefix(name, control_prefixes, COUNT_OF(control_prefixes));
	if (!found && rest)
		found = control(rest);
	rest = after_prefix(name, meta_prefixes, COUNT_OF(meta_prefixes));
	if (!found && rest) {
		uint32_t base = single(rest);
		found = base ? KEY_META + base : 0;
	}
	if (!found)
		return err_set(err, ERR_INVALID,
			_("unknown key \"%s\"; write a character, ^X for Control, M-x "
			  "for Alt, or a name such as Enter, Tab, PageDown, F1"),
			name);
	*key = found;
	return OK;
}

void
conf_key_format(uint32_t key, char *out, size_t size)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (names[i].key == key) {
			snprintf(out, size, "%s", names[i].name);
			return;
		}
	if (key > KEY_FUNCTION && key <= KEY_FUNCTION + 12) {
		snprintf(out, size, "F%u", (unsigned)(key - KEY_FUNCTION));
		return;
	}
	const char *prefix = "";
	if (key > KEY_META) {
		prefix = "M-";
		key -= KEY_META;
	} else if (key < 27) {
		prefix = "^";
		key += 'A' - 1;
	}
	char bytes[5] = "";
	utf8_encode(key, bytes);
	snprintf(out, size, "%s%s", prefix, bytes);
}

/* ---- sequences */

/* The key whose name somebody may have misspelt, or NULL: names of several letters begin
 * with a capital, sequences rarely do. */
static const char *
misspelt(const char *text)
{
	const char *list[COUNT_OF(names) + 1] = {NULL};
	for (const char *p = text; *p; p++)
		if (!str_alpha((unsigned char)*p))
			return NULL;
	if (strlen(text) < 3 || text[0] == str_lower((unsigned char)text[0]))
		return NULL;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		list[i] = names[i].name;
	return str_suggest(text, list);
}

/* Reads the first key of a sequence; returns the bytes it takes, or 0 if it is not a
 * key. */
static size_t
first_key(const char *text, uint32_t *key)
{
	const char *end = text[0] == '<' ? strchr(text, '>') : NULL;
	char name[24];
	uint32_t cp;
	if (end && end > text + 1 && (size_t)(end - text) < sizeof name) {
		snprintf(name, sizeof name, "%.*s", (int)(end - text - 1), text + 1);
		if (conf_key_parse(name, key, NULL) == OK)
			return (size_t)(end - text) + 1;
	}
	if (text[0] == '^' && str_alpha((unsigned char)text[1])) {
		*key = (uint32_t)(str_lower((unsigned char)text[1]) - 'a' + 1);
		return 2;
	}
	size_t n = utf8_decode(text, strlen(text), &cp);
	if (cp == UTF8_REPLACEMENT || cp <= KEY_BLANK || utf8_hidden(cp))
		return 0;
	*key = cp;
	return n;
}

static int
sequence(const char *text, uint32_t found[CONF_KEYS_MAX], size_t *len, struct err *err)
{
	const char *near = misspelt(text), *at = text;
	if (near)
		return err_set(err, ERR_INVALID,
			_("unknown key \"%s\"; did you mean %s?"), text, near);
	for (*len = 0; *at && *len < CONF_KEYS_MAX; (*len)++) {
		size_t n = first_key(at, &found[*len]);
		if (!n)
			return ERR_INVALID; /* conf_key_parse has said it */
		at += n;
	}
	if (*at)
		return err_set(err, ERR_INVALID,
			_("\"%s\" is more than %d keys, and not the name of one"), text,
			CONF_KEYS_MAX);
	return *len ? OK : ERR_INVALID;
}

int
conf_keys_parse(
	const char *text, uint32_t keys[CONF_KEYS_MAX], size_t *len, struct err *err)
{
	uint32_t found[CONF_KEYS_MAX];
	size_t n = 1;
	if (conf_key_parse(text, &found[0], err) != OK) {
		int status = sequence(text, found, &n, err);
		if (status != OK)
			return status;
	}
	memcpy(keys, found, n * sizeof *keys);
	*len = n;
	return OK;
}

/* Whether a key's name can stand in a sequence as it is: a character, or ^X. At the end,
 * < does not begin a name. */
static bool
stands_alone(uint32_t key, bool last)
{
	if (key < KEY_BLANK)
		return key != KEY_RETURN && key != KEY_TABULATOR && key != KEY_ESCAPE;
	return key > KEY_BLANK && key < KEY_SPECIAL && (last || key != '<') && key != '^';
}

void
conf_keys_format(const uint32_t *keys, size_t len, struct buf *out)
{
	for (size_t i = 0; i < len; i++) {
		char name[16];
		conf_key_format(keys[i], name, sizeof name);
		buf_addf(out,
			len == 1 || stands_alone(keys[i], i + 1 == len) ? "%s" : "<%s>",
			name);
	}
}
