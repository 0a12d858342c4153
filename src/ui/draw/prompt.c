#include "config.h"

#include "ui/draw/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "conf/key.h"

void
ui_prompt_init(struct ui_prompt *p)
{
	*p = (struct ui_prompt){.text = BUF_INIT(UI_PROMPT_MAX),
		.killed = BUF_INIT(UI_PROMPT_MAX),
		.draft = BUF_INIT(UI_PROMPT_MAX)};
}

void
ui_prompt_done(struct ui_prompt *p)
{
	buf_done(&p->text);
	buf_done(&p->killed);
	buf_done(&p->draft);
}

void
ui_prompt_start(struct ui_prompt *p, const char *label, const char *text,
	struct ui_history *history)
{
	buf_clear(&p->text);
	p->at = 0;
	p->open = true;
	p->taken = false;
	p->label = label;
	p->history = history;
	p->recall = history ? history->len : 0;
	p->accept = NULL;
	p->complete = NULL;
	p->changed = NULL;
	p->cancel = NULL;
	p->key = NULL;
	if (text)
		ui_prompt_insert(p, text, strlen(text));
}

void
ui_prompt_again(struct ui_prompt *p)
{
	if (!p->taken)
		return;
	p->open = true;
	p->taken = false;
	p->at = p->text.len;
}

/* Inserts bytes at the cursor; false if they do not fit. */
static bool
put(struct ui_prompt *p, const char *bytes, size_t n)
{
	if (buf_add(&p->text, bytes, n) != OK)
		return false;
	char *at = p->text.data + p->at;
	memmove(at + n, at, p->text.len - n - p->at);
	memcpy(at, bytes, n);
	p->at += n;
	return true;
}

void
ui_prompt_insert(struct ui_prompt *p, const char *text, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		char bytes[4];
		i += utf8_decode(text + i, n - i, &cp);
		if (cp == '\n' || cp == '\t')
			cp = ' ';
		if (utf8_hidden(cp))
			continue;
		if (!put(p, bytes, utf8_encode(cp, bytes)))
			return;
	}
}

static void
cut(struct ui_prompt *p, size_t from, size_t to)
{
	char *data = p->text.data;
	if (!data || from >= to)
		return;
	memmove(data + from, data + to, p->text.len - to);
	buf_cut(&p->text, p->text.len - (to - from));
	p->at = from;
}

/* The start of the character before the cursor, and the end of the one after it, with
 * their combining marks. */
static size_t
before(const struct ui_prompt *p)
{
	size_t at = p->at;
	while (at > 0) {
		at--;
		while (at > 0 && ((unsigned char)p->text.data[at] & 0xc0) == 0x80)
			at--;
		uint32_t cp;
		utf8_decode(p->text.data + at, p->text.len - at, &cp);
		if (utf8_width(cp) != 0)
			break;
	}
	return at;
}

static size_t
after(const struct ui_prompt *p)
{
	size_t at = p->at;
	for (bool first = true; at < p->text.len; first = false) {
		uint32_t cp;
		size_t n = utf8_decode(p->text.data + at, p->text.len - at, &cp);
		if (!first && utf8_width(cp) != 0)
			break;
		at += n;
	}
	return at;
}

/* The same, kept for ^Y. */
static void
kill_text(struct ui_prompt *p, size_t from, size_t to)
{
	if (!p->text.data || from >= to)
		return;
	buf_clear(&p->killed);
	buf_add(&p->killed, p->text.data + from, to - from);
	cut(p, from, to);
}

static size_t
word_after(const struct ui_prompt *p)
{
	size_t at = p->at;
	while (at < p->text.len && str_space((unsigned char)p->text.data[at]))
		at++;
	while (at < p->text.len && !str_space((unsigned char)p->text.data[at]))
		at++;
	return at;
}

static size_t
word_before(const struct ui_prompt *p)
{
	size_t at = p->at;
	while (at > 0 && str_space((unsigned char)p->text.data[at - 1]))
		at--;
	while (at > 0 && !str_space((unsigned char)p->text.data[at - 1]))
		at--;
	return at;
}

static void
recall(struct ui_prompt *p, bool older)
{
	if (!p->history)
		return;
	size_t at = p->recall;
	if (older ? at == 0 : at >= p->history->len)
		return;
	if (at == p->history->len) { /* it comes back below the history */
		buf_clear(&p->draft);
		buf_add(&p->draft, buf_str(&p->text), p->text.len);
	}
	p->recall = older ? at - 1 : at + 1;
	buf_clear(&p->text);
	p->at = 0;
	const char *line = p->recall < p->history->len ? p->history->lines[p->recall]
						       : buf_str(&p->draft);
	ui_prompt_insert(p, line, strlen(line));
}

/* How many of their first n bytes two texts have in common. */
static size_t
alike(const char *a, const char *b, size_t n)
{
	size_t same = 0;
	while (same < n && a[same] == b[same])
		same++;
	while (same < n && same > 0 && ((unsigned char)a[same] & 0xc0) == 0x80)
		same--; /* only whole characters */
	return same;
}

size_t
ui_prompt_complete(struct ui_prompt *p, size_t from, const char *const *words, size_t len,
	struct buf *list)
{
	const char *typed = buf_str(&p->text) + from, *first = NULL;
	size_t n = p->text.len - from, common = 0, count = 0;
	for (size_t i = 0; i < len; i++) {
		if (!str_starts(words[i], typed))
			continue;
		buf_addf(list, "%s%s", count ? "  " : "", words[i]);
		common = count++ ? alike(first, words[i], common) : strlen(words[i]);
		first = first ? first : words[i];
	}
	bool whole = count == 1 && common && !strchr(":/", first[common - 1]);
	if (common > n || whole) {
		buf_clear(list);
		p->at = p->text.len;
		ui_prompt_insert(p, first + n, common - n);
		if (whole)
			ui_prompt_insert(p, " ", 1);
	}
	return count;
}

#define CONTROL(letter) ((uint32_t)((letter) - 'A' + 1))

enum ui_prompt_result
ui_prompt_key(struct ui_prompt *p, uint32_t key)
{
	switch (key) {
	case KEY_RETURN:
		return UI_PROMPT_ACCEPT;
	case KEY_ESCAPE:
	case CONTROL('G'):
		return UI_PROMPT_CANCEL;
	case KEY_TABULATOR:
		return UI_PROMPT_TAB;
	case KEY_RUBOUT:
		if (p->text.len == 0)
			return UI_PROMPT_CANCEL;
		cut(p, before(p), p->at);
		break;
	case KEY_DELETE:
	case CONTROL('D'):
		cut(p, p->at, after(p));
		break;
	case KEY_CURSOR_LEFT:
	case CONTROL('B'):
		p->at = before(p);
		break;
	case KEY_CURSOR_RIGHT:
	case CONTROL('F'):
		p->at = after(p);
		break;
	case KEY_TO_HOME:
	case CONTROL('A'):
		p->at = 0;
		break;
	case KEY_TO_END:
	case CONTROL('E'):
		p->at = p->text.len;
		break;
	case CONTROL('U'):
		kill_text(p, 0, p->at);
		break;
	case CONTROL('K'):
		kill_text(p, p->at, p->text.len);
		break;
	case CONTROL('W'):
		kill_text(p, word_before(p), p->at);
		break;
	case KEY_META + 'd':
		kill_text(p, p->at, word_after(p));
		break;
	case KEY_META + 'b':
		p->at = word_before(p);
		break;
	case KEY_META + 'f':
		p->at = word_after(p);
		break;
	case CONTROL('Y'):
		ui_prompt_insert(p, buf_str(&p->killed), p->killed.len);
		break;
	case KEY_CURSOR_UP:
	case CONTROL('P'):
		recall(p, true);
		break;
	case KEY_CURSOR_DOWN:
	case CONTROL('N'):
		recall(p, false);
		break;
	default: {
		char bytes[4];
		if (key >= KEY_BLANK && key < KEY_SPECIAL)
			ui_prompt_insert(p, bytes, utf8_encode(key, bytes));
		break;
	}
	}
	return UI_PROMPT_MORE;
}

bool
ui_prompt_beside(const struct ui_prompt *p, const struct ui_row *row)
{
	return ui_row_measure(row, p->label) <= row->width / 2;
}

size_t
ui_prompt_row(const struct ui_prompt *p, struct ui_row *row, bool label)
{
	ui_row_put(
		row, STYLE_PROMPT | STYLE_BOLD, label ? p->label : ">", row->width / 2);
	if (!label || !str_eq(p->label, ":")) /* no blank before commands */
		ui_row_blank(row, 1);
	const char *text = buf_str(&p->text);
	size_t room = ui_row_left(row), start = 0;
	/* Scroll until the cursor is visible. */
	while (start < p->at && room > 1 &&
		utf8_columns(text + start, p->at - start) + 1 > room) {
		uint32_t cp;
		start += utf8_decode(text + start, p->text.len - start, &cp);
	}
	size_t column = row->cells;
	if (room > 0)
		column += ui_row_put_n(
			row, STYLE_PROMPT, text + start, p->at - start, room);
	ui_row_put_n(
		row, STYLE_PROMPT, text + p->at, p->text.len - p->at, ui_row_left(row));
	ui_row_end(row);
	return column < row->width ? column : row->width - 1;
}

void
ui_history_add(struct ui_history *h, const char *line)
{
	if (str_empty(line) || (h->len && str_eq(h->lines[h->len - 1], line)))
		return;
	if (h->len == UI_HISTORY_MAX) {
		free(h->lines[0]);
		memmove(h->lines, h->lines + 1, (h->len - 1) * sizeof h->lines[0]);
		h->len--;
	}
	h->lines[h->len++] = mem_strdup(line);
}

void
ui_history_done(struct ui_history *h)
{
	for (size_t i = 0; i < h->len; i++)
		free(h->lines[i]);
	h->len = 0;
}
