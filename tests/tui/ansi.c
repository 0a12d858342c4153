/*
 * A terminal's parser reduced to what must be judged. In the ground state a byte is text
 * or one of few controls; ESC opens a sequence that is collected in held and judged when
 * it is complete. A fault never stops the parser: the byte is dropped and the ground
 * state entered, so that the report shows the first few of a run.
 */
#include "config.h"

#include "tests/tui/ansi.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define FAULTS_MAX 8

/* Private modes (DEC and xterm) that a program may switch. */
static const struct {
	int number;
	bool at_start;
	const char *name;
} modes[] = {
	{1, false, "cursor keys in application mode"},
	{7, true, "automatic margins off"},
	{12, false, "blinking cursor"},
	{25, true, "cursor hidden"},
	{47, false, "alternate screen"},
	{1000, false, "mouse clicks reported"},
	{1002, false, "mouse drags reported"},
	{1004, false, "focus reported"},
	{1006, false, "mouse in SGR form"},
	{1047, false, "alternate screen"},
	{1049, false, "alternate screen"},
	{2004, false, "bracketed paste"},
	{2026, false, "synchronised output"},
};
#define MODES (sizeof(modes) / sizeof(modes[0]))

/* What must not be written even as a valid character (cases 2, 7, 8 and 10). */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{0x7F, 0x9F},
	{0xAD, 0xAD},
	{0x200B, 0x200F},
	{0x2028, 0x202E},
	{0x2060, 0x206F},
	{0x3164, 0x3164},
	{0xFE00, 0xFE0F},
	{0xFEFF, 0xFEFF},
	{0xE0000, 0xE01EF},
};

void
ansi_init(struct ansi *ansi)
{
	memset(ansi, 0, sizeof *ansi);
	buf_init(&ansi->faults, 0);
}

void
ansi_done(struct ansi *ansi)
{
	buf_done(&ansi->faults);
}

static void
fault(struct ansi *ansi, const char *what)
{
	if (ansi->faults_len++ < FAULTS_MAX) {
		buf_addf(&ansi->faults, "%s before byte %zu:", what, ansi->offset + 1);
		for (size_t i = 0; i < ansi->held_len; i++)
			buf_addf(&ansi->faults, " %02x", ansi->held[i]);
		buf_addc(&ansi->faults, '\n');
	}
	ansi->state = ANSI_GROUND;
}

static void
hold(struct ansi *ansi, unsigned char c)
{
	if (ansi->held_len < sizeof ansi->held)
		ansi->held[ansi->held_len++] = c;
}

static void
ground(struct ansi *ansi, unsigned char c)
{
	ansi->held_len = 0;
	hold(ansi, c);
	if (c == 0x1B) {
		ansi->state = ANSI_ESCAPE;
	} else if (c < 0x20) {
		if (c == 0 || strchr("\r\n\b\t\x0e\x0f", c) == NULL)
			fault(ansi, "control character");
	} else if (c == 0x7F) {
		fault(ansi, "control character");
	} else if (c >= 0x80) {
		ansi->need = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
		ansi->state = ANSI_UTF8;
	}
}

static void
utf8(struct ansi *ansi, unsigned char c)
{
	hold(ansi, c);
	if (ansi->held_len < ansi->need && (c & 0xC0) == 0x80)
		return;
	uint32_t cp;
	size_t used = utf8_decode((const char *)ansi->held, ansi->held_len, &cp);
	ansi->state = ANSI_GROUND;
	if (used != ansi->held_len) {
		fault(ansi, "invalid UTF-8");
		return;
	}
	for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
		if (cp >= hidden[i].first && cp <= hidden[i].last)
			fault(ansi, "hidden character");
	}
}

static void
escape(struct ansi *ansi, unsigned char c)
{
	hold(ansi, c);
	ansi->state = ANSI_GROUND;
	if (c == '[')
		ansi->state = ANSI_CSI;
	else if (c == ']')
		ansi->state = ANSI_OSC;
	else if (c == '_' || c == 'P')
		ansi->state = ANSI_PICTURE;
	else if (c == '(' || c == ')')
		ansi->state = ANSI_CHARSET;
	else if (c == '=' || c == '>')
		ansi->keypad = c == '=';
	else if (strchr("78M", c) == NULL || c == 0)
		fault(ansi, "escape sequence");
}

/* ESC [ ? 1 ; 2 h: each number must be a mode of the table. */
static void
private_modes(struct ansi *ansi, bool on)
{
	char text[ANSI_SEQUENCE_MAX + 1];
	memcpy(text, ansi->held + 3, ansi->held_len - 3);
	text[ansi->held_len - 3] = '\0';
	char *at = text;
	do {
		long number = strtol(at, &at, 10);
		size_t row = 0;
		while (row < MODES && modes[row].number != number)
			row++;
		if (row == MODES) {
			fault(ansi, "private mode");
			return;
		}
		if (on == modes[row].at_start)
			ansi->modes &= ~(1u << row);
		else
			ansi->modes |= 1u << row;
	} while (*at++ == ';');
}

static void
csi(struct ansi *ansi, unsigned char c)
{
	hold(ansi, c);
	if (ansi->held_len == sizeof ansi->held || c < 0x20 || c >= 0x7F) {
		fault(ansi, "control sequence");
		return;
	}
	if (c < 0x40)
		return;
	ansi->state = ANSI_GROUND;
	/* Questions about pictures: the terminal's name, cells, colours, abilities. */
	static const char *const asked[] = {
		"\033[>q", "\033[16t", "\033[?1;1;0S", "\033[c"};
	for (size_t i = 0; i < COUNT_OF(asked); i++)
		if (strlen(asked[i]) == ansi->held_len &&
			memcmp(asked[i], ansi->held, ansi->held_len) == 0)
			return;
	bool is_private = ansi->held[2] == '?';
	if (is_private && (c == 'h' || c == 'l'))
		private_modes(ansi, c == 'h');
	else if (is_private || strchr("@ABCDGHJKLMPSTXZbdfhlmrt", c) == NULL)
		fault(ansi, "control sequence");
	else if (c == 't' && ansi->held[2] != '2') /* 22 and 23 keep the window's title */
		fault(ansi, "window operation");
}

static void
charset(struct ansi *ansi, unsigned char c)
{
	hold(ansi, c);
	ansi->state = ANSI_GROUND;
	if (c != 'B' && c != '0')
		fault(ansi, "character set");
}

/* Those that the reader sends: what the background is like (11), the clipboard (52),
 * links (8), titles (2), notices (9, 777), each ended by ST, of printable characters. And
 * one byte for byte: terminfo's orig_colors of xterm, which curses sends by itself when a
 * stopped program continues. */
static void
osc(struct ansi *ansi, unsigned char c)
{
	static const char *const allowed[] = {"\033]104\007", "\033]11;?", "\033]52;c;",
		"\033]8;", "\033]2;", "\033]9;", "\033]777;"};
	size_t before = ansi->held_len;
	bool begins = false, sent = false;
	hold(ansi, c);
	for (size_t i = 0; i < COUNT_OF(allowed); i++) {
		size_t n = strlen(allowed[i]),
		       had = ansi->held_len < n ? ansi->held_len : n;
		begins |= memcmp(ansi->held, allowed[i], had) == 0;
		sent |= i > 0 && before >= n && memcmp(ansi->held, allowed[i], n) == 0;
	}
	if (begins && c == 7 && !sent) {
		ansi->state = ANSI_GROUND;
	} else if (!begins || c == 7 || (sent && c < 0x20 && c != 27)) {
		fault(ansi, "operating system command");
	} else if (sent && c == 27) {
		ansi->state = ANSI_STRING_END;
	}
}

/* Strings of any length, ended by ST; within tmux', each ESC is doubled. */
static void
picture(struct ansi *ansi, unsigned char c)
{
	static const char *const begin[] = {"\033_G", "\033P0;1;0q", "\033Ptmux;"};
	bool begins = false;
	if (ansi->held_len < 8)
		hold(ansi, c);
	else
		ansi->held[7] = c;
	for (size_t i = 0; i < COUNT_OF(begin); i++) {
		size_t n = strlen(begin[i]);
		n = ansi->held_len < n ? ansi->held_len : n;
		n = n < 7 ? n : 7;
		begins |= memcmp(ansi->held, begin[i], n) == 0;
	}
	if (!begins || (c < 0x20 && c != 27) || c >= 0x7F)
		fault(ansi, "picture");
	else if (c == '\\' && ansi->held_len == 8 && ansi->escaped)
		ansi->state = ANSI_GROUND;
	ansi->escaped = c == 27 && !ansi->escaped;
}

static void
string_end(struct ansi *ansi, unsigned char c)
{
	hold(ansi, c);
	ansi->state = ANSI_GROUND;
	if (c != '\\')
		fault(ansi, "operating system command");
}

void
ansi_feed(struct ansi *ansi, const unsigned char *bytes, size_t n)
{
	static void (*const take[])(struct ansi *, unsigned char) = {
		[ANSI_GROUND] = ground,
		[ANSI_UTF8] = utf8,
		[ANSI_ESCAPE] = escape,
		[ANSI_CHARSET] = charset,
		[ANSI_CSI] = csi,
		[ANSI_OSC] = osc,
		[ANSI_PICTURE] = picture,
		[ANSI_STRING_END] = string_end,
	};
	for (size_t i = 0; i < n; i++, ansi->offset++)
		take[ansi->state](ansi, bytes[i]);
}

bool
ansi_restored(const struct ansi *ansi, struct buf *why)
{
	for (size_t i = 0; i < MODES; i++) {
		if (ansi->modes & 1u << i)
			buf_addf(why, "left on: %s (%d)\n", modes[i].name,
				modes[i].number);
	}
	if (ansi->keypad)
		buf_adds(why, "left on: keypad in application mode\n");
	return ansi->modes == 0 && !ansi->keypad;
}
