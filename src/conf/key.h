/*
 * Names of keys, as `bind` lines, the help and the manual spell them: a printable
 * character stands for itself, "^X" is Control, "M-x" is Alt (Meta), and other keys have
 * names
 * ("Enter", "PageDown", "F1"). Pure: no curses.
 */
#ifndef CONF_KEY_H
#define CONF_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

#define CONF_KEYS_MAX 4 /* keys of a sequence */

/* A key is a Unicode character (Control keys are 1 to 26), or one of these. */
enum conf_key {
	KEY_NONE = 0,
	KEY_TABULATOR = 9,
	KEY_RETURN = 13,
	KEY_ESCAPE = 27,
	KEY_BLANK = 32,
	KEY_SPECIAL = 0x110000, /* beyond Unicode: keys without a character */
	KEY_CURSOR_UP,
	KEY_CURSOR_DOWN,
	KEY_CURSOR_LEFT,
	KEY_CURSOR_RIGHT,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_TO_HOME,
	KEY_TO_END,
	KEY_INSERT,
	KEY_DELETE,
	KEY_RUBOUT, /* Backspace */
	KEY_BACK_TAB,
	KEY_FUNCTION,        /* F1 to F12 are KEY_FUNCTION + 1 to + 12 */
	KEY_META = 0x200000, /* added to a character typed with Alt */
};

/* Reads the name of a key. Case is ignored in names of several letters ("pagedown");
 * "Ctrl-x", "C-x" and "^x" are the same. ERR_INVALID for anything else. */
int conf_key_parse(const char *name, uint32_t *key, struct err *err) MUST_USE;
/* Writes the name of a key, for conf_key_parse, NUL-terminated; 16 bytes suffice. */
void conf_key_format(uint32_t key, char *out, size_t size);

/* Reads keys that are pressed one after the other: "gg", "^Ws", "<Space>x", "<M-a>b". A
 * text that is the name of one key ("Enter", "M-o") is that key. ERR_INVALID if there are
 * more than CONF_KEYS_MAX, or if it looks like a misspelt name. */
int conf_keys_parse(const char *text, uint32_t keys[CONF_KEYS_MAX], size_t *len,
	struct err *err) MUST_USE;
/* Appends them as conf_keys_parse reads them. */
void conf_keys_format(const uint32_t *keys, size_t len, struct buf *out);

#endif
