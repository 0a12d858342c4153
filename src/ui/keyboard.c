/*
 * curses decodes the keys that terminfo knows. A lone ESC is a key after 25 ms. If
 * something follows an ESC at once, that is Alt and a key, or a sequence that terminfo
 * does not know; such a sequence is dropped up to its final byte, rather than taken as
 * commands (case 145).
 */
#include "config.h"

#include "ui/keyboard.h"

#include <curses.h>

#include "base/attr.h"
#include "base/utf8.h"
#include "conf/key.h"

#define ESCAPE_MS 25

enum {
	PASTE_BEGIN = KEY_MAX + 1,
	PASTE_END
};

void
ui_keyboard_start(struct ui_keyboard *k)
{
	*k = (struct ui_keyboard){.paste = BUF_INIT(UI_PASTE_MAX)};
	set_escdelay(ESCAPE_MS);
	define_key("\033[200~", PASTE_BEGIN);
	define_key("\033[201~", PASTE_END);
}

void
ui_keyboard_stop(struct ui_keyboard *k)
{
	buf_done(&k->paste);
}

/* Drops the rest of an escape sequence: parameters and one final byte. */
static void
skip_sequence(wint_t introducer)
{
	wint_t c;
	if (introducer == 'O') {
		get_wch(&c);
		return;
	}
	for (int i = 0; i < 64 && get_wch(&c) != ERR; i++)
		if (c >= 0x40 && c <= 0x7e)
			return;
}

/* The key after an ESC; 0 if it was an unknown sequence. */
static uint32_t
escape(void)
{
	wint_t c;
	int got = get_wch(&c);
	if (got == ERR)
		return KEY_ESCAPE;
	if (got == KEY_CODE_YES)
		return 0;
	if (c == 27) /* pressed twice */
		return KEY_ESCAPE;
	if (c == '[' || c == 'O') {
		skip_sequence(c);
		return 0;
	}
	return KEY_META + (uint32_t)c;
}

static const struct {
	int curses;
	uint32_t key;
} keys[] = {
	{KEY_UP, KEY_CURSOR_UP},
	{KEY_DOWN, KEY_CURSOR_DOWN},
	{KEY_LEFT, KEY_CURSOR_LEFT},
	{KEY_RIGHT, KEY_CURSOR_RIGHT},
	{KEY_PPAGE, KEY_PAGE_UP},
	{KEY_NPAGE, KEY_PAGE_DOWN},
	{KEY_HOME, KEY_TO_HOME},
	{KEY_END, KEY_TO_END},
	{KEY_IC, KEY_INSERT},
	{KEY_DC, KEY_DELETE},
	{KEY_BACKSPACE, KEY_RUBOUT},
	{KEY_BTAB, KEY_BACK_TAB},
	{KEY_ENTER, KEY_RETURN},
};

static uint32_t
function_key(wint_t code)
{
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if ((wint_t)keys[i].curses == code)
			return keys[i].key;
	if (code > KEY_F0 && code <= KEY_F0 + 12)
		return KEY_FUNCTION + (uint32_t)(code - KEY_F0);
	return 0;
}

static uint32_t
character(wint_t c)
{
	switch (c) {
	case '\n':
	case '\r':
		return KEY_RETURN;
	case 8:
	case 127:
		return KEY_RUBOUT;
	case 27:
		return escape();
	default:
		return (uint32_t)c;
	}
}

/* Adds a character to the paste; beyond the maximum it is dropped. */
static void
paste_add(struct ui_keyboard *k, wint_t c)
{
	char bytes[4];
	if (c == '\r')
		c = '\n';
	buf_add(&k->paste, bytes, utf8_encode((uint32_t)c, bytes));
}

void
ui_keyboard_read(struct ui_keyboard *k, struct ui_input *out)
{
	*out = (struct ui_input){.kind = UI_INPUT_NONE};
	wint_t c;
	for (int got; (got = get_wch(&c)) != ERR;) {
		if (got == KEY_CODE_YES && c == PASTE_BEGIN) {
			k->pasting = true;
			buf_clear(&k->paste);
		} else if (got == KEY_CODE_YES && c == PASTE_END) {
			k->pasting = false;
			out->kind = UI_INPUT_PASTE;
			out->paste = buf_str(&k->paste);
			out->paste_len = k->paste.len;
			return;
		} else if (k->pasting) {
			if (got != KEY_CODE_YES)
				paste_add(k, c);
		} else {
			out->key = got == KEY_CODE_YES ? function_key(c) : character(c);
			if (out->key) {
				out->kind = UI_INPUT_KEY;
				return;
			}
		}
	}
}
