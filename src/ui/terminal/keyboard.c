/*
 * curses decodes the keys that terminfo knows; all else comes byte by byte. A lone ESC is
 * a key after 25 ms. If something follows an ESC at once, that is Alt and a key, or a
 * sequence that terminfo does not know; such a sequence is dropped up to its final byte,
 * rather than taken as commands (case 145). A slow link may split sequences, characters
 * and the marks of a paste anywhere, so the state of all of them outlasts a read.
 */
#include "config.h"

#include "ui/terminal/keyboard.h"

#include <curses.h>
#include <term.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/key.h"
#include "ui/terminal/term_signal.h"

#define ESCAPE_MS 25
/* The rest of a sequence has to come within this time; what comes later is a key. If a
 * parameter has come, nobody is typing this, so the rest may take any time, as it does on
 * slow lines and busy machines. */
#define SPLIT_MS 500
#define STALLED_MS 2000 /* of silence in a paste, and Ctrl-C is not part of it */
#define CONTROL_SEQUENCE '['
#define SINGLE_SHIFT 'O' /* one byte follows */
#define MOUSE 'M'        /* three bytes do */
#define STRING_END '\\'  /* of ESC \, which ends a string */
#define STRINGS "]P_^X"  /* introduce text up to BEL or ESC \ */
#define MOUSE_MODIFIERS 28
#define MOUSE_DRAG 32
#define MOUSE_MAX 9999
#define HELD_MS 100 /* for an answer to continue after its ESC */
#define PASTE_END_MARK "\033[201~"

enum {
	PASTE_BEGIN = KEY_MAX + 1,
	PASTE_END
};

/* The keys that make the terminal send signals, if programs let it. */
static const struct {
	int index; /* in c_cc */
	int usual;
	int signal;
} signal_keys[UI_KEYBOARD_SIGNALS] = {
	{VINTR, 'C' & 31, UI_SIGNAL_INTERRUPT},
	{VQUIT, '\\' & 31, UI_SIGNAL_LEAVE},
	{VSUSP, 'Z' & 31, UI_SIGNAL_STOP},
};

void
ui_keyboard_start(struct ui_keyboard *k, const unsigned char *chars)
{
	*k = (struct ui_keyboard){.paste = BUF_INIT(UI_PASTE_MAX)};
	for (size_t i = 0; i < COUNT_OF(signal_keys); i++) {
		int byte = chars ? chars[signal_keys[i].index] : signal_keys[i].usual;
		k->signals[i].byte = byte == _POSIX_VDISABLE ? -1 : byte;
		k->signals[i].signal = signal_keys[i].signal;
	}
	set_escdelay(ESCAPE_MS);
	define_key("\033[200~", PASTE_BEGIN);
	define_key("\033[201~", PASTE_END);
}

void
ui_keyboard_stop(struct ui_keyboard *k)
{
	buf_done(&k->paste);
	ui_answers_stop(&k->answers);
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

/* The key for a character; 0: none. */
static uint32_t
character_key(wchar_t c)
{
	switch (c) {
	case '\n':
	case '\r':
		return KEY_RETURN;
	case 8:
	case 127:
		return KEY_RUBOUT;
	default:
		return (uint32_t)c;
	}
}

/* Adds a byte to the character that it belongs to. True once that is whole. Only bytes
 * that are not characters are dropped. */
static bool
decode(struct ui_keyboard *k, int byte, wchar_t *out)
{
	const char c = (char)byte;
	bool begun = !mbsinit(&k->decoder);
	size_t n = mbrtowc(out, &c, 1, &k->decoder);
	if (n == (size_t)-1) {
		memset(&k->decoder, 0, sizeof k->decoder);
		return begun && decode(k, byte, out);
	}
	return n != (size_t)-2;
}

/* ---- pastes */

/* Adds to the paste; beyond the maximum it is dropped. */
static void
paste_add(struct ui_keyboard *k, int byte)
{
	char bytes[4];
	wchar_t c;
	if (decode(k, byte == '\r' ? '\n' : byte, &c))
		buf_add(&k->paste, bytes, utf8_encode((uint32_t)c, bytes));
}

static void
begin_paste(struct ui_keyboard *k)
{
	k->pasting = true;
	k->ending = 0;
	k->since = time_mono_ms();
	buf_clear(&k->paste);
}

static bool
end_paste(struct ui_keyboard *k, struct ui_input *out)
{
	k->pasting = false;
	*out = (struct ui_input){.kind = UI_INPUT_PASTE,
		.paste = buf_str(&k->paste),
		.paste_len = k->paste.len};
	return true;
}

/* curses does not know the end mark if it comes in pieces. True at the end. */
static bool
take_pasted(struct ui_keyboard *k, int c, struct ui_input *out)
{
	static const char mark[] = PASTE_END_MARK;
	k->since = time_mono_ms();
	if (c == PASTE_END)
		return end_paste(k, out);
	if (c > UCHAR_MAX)
		return false;
	if (c == mark[k->ending]) {
		k->ending++;
		return !mark[k->ending] && end_paste(k, out);
	}
	for (size_t i = 0; i < k->ending; i++)
		paste_add(k, mark[i]);
	k->ending = c == mark[0];
	if (!k->ending)
		paste_add(k, c);
	return false;
}

/* ---- escape sequences */

static void
begin_sequence(struct ui_keyboard *k, int introducer)
{
	k->introducer = (unsigned char)introducer;
	k->number_len = k->answer_len = 0;
	k->since = time_mono_ms();
}

/* "<BUTTON;COLUMN;ROW", as xterm's mode 1006 reports. */
static void
take_mouse(struct ui_keyboard *k, bool up)
{
	struct span rest = {k->number + 1, k->number_len - 1}, one;
	int64_t values[3] = {0, 0, 0};
	for (size_t i = 0; i < COUNT_OF(values); i++)
		if (!span_split(&rest, ';', &one) || str_int(one, &values[i]) != OK ||
			values[i] < (i > 0) || values[i] > MOUSE_MAX)
			return;
	k->mouse = (struct ui_mouse){
		.button = (int)values[0] & ~(MOUSE_MODIFIERS | MOUSE_DRAG),
		.drag = values[0] & MOUSE_DRAG,
		.up = up,
		.x = (size_t)values[1] - 1,
		.y = (size_t)values[2] - 1,
	};
	k->moved = true;
}

/* Its parameters and final byte say what follows a control sequence, if anything does. */
static void
end_control(struct ui_keyboard *k, int final)
{
	bool first = k->number_len == 0;
	k->introducer = 0;
	if (!first && k->number[0] == '<' && (final == 'M' || final == 'm')) {
		take_mouse(k, final == 'm');
		return;
	}
	k->number[k->number_len] = '\0';
	ui_answers_control(&k->answers, k->number, final);
	if (first && (final == 'I' || final == 'O'))
		k->focus = final == 'I' ? 1 : -1;
	if (final == '~' && k->number_len == 3 && memcmp(k->number, "200", 3) == 0)
		begin_paste(k);
	else if (first && final == 'M')
		begin_sequence(k, MOUSE);
	else if (first && final == '[')
		begin_sequence(k, SINGLE_SHIFT); /* a key of Linux' console */
}

/* A byte of the sequence that has begun; each takes a byte, and returns false if the byte
 * breaks the sequence off. */
static bool
in_control(struct ui_keyboard *k, int c)
{
	if (c < 0x20 || c > 0x7e)
		return false;
	if (c >= 0x40)
		end_control(k, c);
	else if (k->number_len < sizeof k->number - 1)
		k->number[k->number_len++] = (char)c;
	return true;
}

static bool
in_string(struct ui_keyboard *k, int c)
{
	k->answer[k->answer_len] = '\0';
	if (c == 7 || c == 27)
		ui_answers_string(&k->answers, k->introducer, k->answer);
	else if (k->answer_len < sizeof k->answer - 1)
		k->answer[k->answer_len++] = (char)c;
	if (c == 7)
		k->introducer = 0;
	if (c == 27)
		begin_sequence(k, STRING_END);
	return true;
}

static bool
in_count(struct ui_keyboard *k, int c)
{
	(void)c;
	if (++k->number_len == (k->introducer == MOUSE ? 3 : 1))
		k->introducer = 0;
	return true;
}

/* False if c is not part of the sequence that has begun. */
static bool
continue_sequence(struct ui_keyboard *k, int c)
{
	int64_t now = time_mono_ms();
	bool begun = k->introducer == CONTROL_SEQUENCE ? k->number_len > 0
		     : k->introducer == STRING_END
			     ? c == STRING_END
			     : k->answer_len && ui_answers_awaited(&k->answers);
	bool late = !begun && now - k->since > SPLIT_MS;
	bool counted = k->introducer == MOUSE || k->introducer == SINGLE_SHIFT ||
		       k->introducer == STRING_END;
	k->since = now;
	if (!late && c <= UCHAR_MAX &&
		(k->introducer == CONTROL_SEQUENCE ? in_control
			: counted                  ? in_count
						   : in_string)(k, c))
		return true;
	k->introducer = 0;
	return false;
}

/* Whether c introduces text, rather than being a key that was pressed with Alt. */
static bool
begins_string(const struct ui_keyboard *k, int c)
{
	if (!c || !strchr(STRINGS, c))
		return false;
	if (strchr("]P_", c) && ui_answers_awaited(&k->answers))
		return true;
	int next = getch();
	if (next != ERR)
		ungetch(next);
	return next != ERR;
}

/* What follows an ESC: the key, or 0 if that takes more. */
static uint32_t
escape(struct ui_keyboard *k)
{
	int c = getch();
	if (c == ERR && ui_answers_awaited(&k->answers)) {
		k->held = time_mono_ms();
		return 0;
	}
	if (c == ERR || c == 27) /* alone, or pressed twice */
		return KEY_ESCAPE;
	if (c > UCHAR_MAX)
		return 0;
	if (c == CONTROL_SEQUENCE || c == SINGLE_SHIFT || begins_string(k, c)) {
		begin_sequence(k, c);
		return 0;
	}
	k->meta = true;
	ungetch(c);
	return 0;
}

/* ---- all of it */

static uint32_t
key_of(struct ui_keyboard *k, int c)
{
	wchar_t whole;
	if (c == PASTE_BEGIN)
		begin_paste(k);
	if (c > UCHAR_MAX) {
		memset(&k->decoder, 0, sizeof k->decoder);
		return function_key((wint_t)c);
	}
	if (c == 27)
		return escape(k);
	bool meta = k->meta, is_whole = decode(k, c, &whole);
	k->meta = meta && !mbsinit(&k->decoder);
	if (!is_whole)
		return 0;
	return meta ? KEY_META + (uint32_t)whole : character_key(whole);
}

/* curses knows how a report begins: in the old form or, with a <, in that of 1006. */
static void
begin_mouse(struct ui_keyboard *k)
{
	const char *start = tigetstr("kmous");
	bool old = start && start != (const char *)-1 && strchr(start, MOUSE);
	begin_sequence(k, old ? MOUSE : CONTROL_SEQUENCE);
	if (!old)
		k->number[k->number_len++] = '<';
}

/* Whether the end of a paste is overdue. If only this process was busy, more of the paste
 * is waiting to be read. */
static bool
has_stalled(const struct ui_keyboard *k)
{
	if (time_mono_ms() - k->since < STALLED_MS)
		return false;
	int next = getch();
	if (next != ERR)
		ungetch(next);
	return next == ERR;
}

/* The signal for a byte that was typed; 0: none. In a paste it is text, unless the paste
 * has stalled. */
static int
signal_of(const struct ui_keyboard *k, int c)
{
	for (size_t i = 0; i < COUNT_OF(k->signals); i++)
		if (k->signals[i].byte == c && (!k->pasting || has_stalled(k)))
			return k->signals[i].signal;
	return 0;
}

int64_t
ui_keyboard_due(const struct ui_keyboard *k)
{
	return k->held ? k->held + HELD_MS : 0;
}

/* An ESC that was held back: it begins an answer, waits for more, or was a key. */
static bool
release(struct ui_keyboard *k, struct ui_input *out)
{
	int c = getch();
	if (c == ERR && time_mono_ms() < ui_keyboard_due(k))
		return true;
	k->held = 0;
	if (c == '[' || (c != ERR && c <= UCHAR_MAX && strchr("]P_", c))) {
		begin_sequence(k, c);
		return false;
	}
	if (c != ERR)
		ungetch(c);
	*out = (struct ui_input){.kind = UI_INPUT_KEY, .key = KEY_ESCAPE};
	return true;
}

/* What the terminal has answered. */
static bool
take_answers(struct ui_keyboard *k, struct ui_input *out)
{
	struct ui_answers *a = &k->answers;
	if (a->ground)
		*out = (struct ui_input){
			.kind = UI_INPUT_GROUND, .key = (uint32_t)a->ground};
	else if (a->news)
		*out = (struct ui_input){.kind = UI_INPUT_ANSWER};
	a->ground = 0;
	a->news = false;
	return out->kind != UI_INPUT_NONE;
}

/* What a sequence that has ended reported. */
static bool
take_report(struct ui_keyboard *k, struct ui_input *out)
{
	if (k->moved)
		*out = (struct ui_input){.kind = UI_INPUT_MOUSE, .mouse = k->mouse};
	else if (k->focus)
		*out = (struct ui_input){.kind = UI_INPUT_FOCUS, .focus = k->focus > 0};
	k->moved = false;
	k->focus = 0;
	return out->kind != UI_INPUT_NONE;
}

void
ui_keyboard_read(struct ui_keyboard *k, struct ui_input *out)
{
	*out = (struct ui_input){.kind = UI_INPUT_NONE};
	if (k->held && release(k, out))
		return;
	for (int c; (c = getch()) != ERR;) {
		int signal = signal_of(k, c);
		if (signal) {
			k->introducer = 0;
			*out = (struct ui_input){
				.kind = UI_INPUT_SIGNAL, .key = (uint32_t)signal};
			return;
		}
		if (k->pasting) {
			if (take_pasted(k, c, out))
				return;
		} else if (c == KEY_MOUSE) {
			begin_mouse(k);
		} else if (k->introducer && continue_sequence(k, c)) {
			if (take_report(k, out))
				return;
		} else {
			out->key = key_of(k, c);
			if (out->key) {
				out->kind = UI_INPUT_KEY;
				return;
			}
		}
		if (take_answers(k, out))
			return;
	}
	ui_answers_step(&k->answers);
	(void)take_answers(k, out);
}
