#include "config.h"

#include "conf/key.h"

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
			_("there is no key \"%s\"; write a character, ^X for Control, "
			  "M-x for Alt, or a name such as Enter, Tab, PageDown, F1"),
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
