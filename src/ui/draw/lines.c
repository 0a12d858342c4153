#include "config.h"

#include "ui/draw/lines.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ui/draw/row.h"

void
ui_lines_done(struct ui_lines *lines)
{
	arena_done(&lines->arena);
	*lines = (struct ui_lines){0};
}

static struct ui_line *
push(struct ui_lines *lines, int style, char *text)
{
	lines->list =
		arena_push(&lines->arena, lines->list, lines->len, sizeof *lines->list);
	struct ui_line *line = &lines->list[lines->len++];
	*line = (struct ui_line){.text = text, .style = style};
	return line;
}

void
ui_lines_add(struct ui_lines *lines, int style, const char *text, size_t n)
{
	push(lines, style, arena_strndup(&lines->arena, text, n));
}

size_t
ui_lines_fit(const char *text, size_t n, size_t room)
{
	size_t used;
	size_t fit = utf8_fit(text, n, room, &used), cut = fit;
	if (fit < n && text[fit] != ' ') {
		while (cut > 0 && text[cut - 1] != ' ')
			cut--;
		const char *blank = memchr(text + cut, ' ', n - cut);
		size_t word = blank ? (size_t)(blank - text) - cut : n - cut;
		if (cut == 0 || utf8_fit(text + cut, word, room, &used) < word)
			cut = fit;
	}
	return cut ? cut : n; /* a character that is wider than the line */
}

const char *
ui_lines_rest(const char *text)
{
	static const char separator[] = "· ";
	text += strspn(text, " ");
	if (str_starts(text, separator))
		text += strlen(separator);
	return text + strspn(text, " ");
}

void
ui_lines_wrap(struct ui_lines *lines, size_t width, int style, uint16_t link,
	const char *text, size_t indent)
{
	size_t n = strlen(text);
	for (bool first = true; n > 0; first = false) {
		size_t before = first ? 0 : indent;
		size_t cut = ui_lines_fit(text, n, width > before ? width - before : 1);
		char *line = arena_printf(
			&lines->arena, "%*s%.*s", (int)before, "", (int)cut, text);
		push(lines, style, line)->link = link;
		text += cut;
		n -= cut;
		while (n > 0 && *text == ' ') {
			text++;
			n--;
		}
	}
}

void
ui_lines_empty(struct ui_frame *frame, int style, const char *text)
{
	for (size_t y = frame->height > 4 ? 1 : 0; *text && y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, 3);
		size_t room = ui_row_left(row);
		size_t cut = ui_lines_fit(text, strlen(text), room);
		ui_row_put_n(row, style, text, cut, room);
		ui_row_end(row);
		text += cut + strspn(text + cut, " ");
	}
}

void
ui_lines_rule(struct ui_lines *lines, size_t width)
{
	struct buf rule = BUF_INIT(0);
	for (size_t i = 0; i < width; i++)
		buf_adds(&rule, "─");
	ui_lines_add(lines, STYLE_RULE, buf_str(&rule), rule.len);
	buf_done(&rule);
}
