#include "config.h"

#include "ui/terminal/sequence.h"

#include <stdlib.h>
#include <string.h>

#include "base/quote.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ui/terminal/through.h"

#define STRING_END "\033\\"
#define SHOWN_MAX 250       /* bytes of a notice or a title */
#define CLIPBOARD_MAX 74994 /* bytes that take 100,000 in base64 */

/* Terminals by a variable that they set: what each value of it begins with, which notice
 * they show (NULL: only the bell), and whether they make links of OSC 8. */
static const struct known {
	const char *variable, *value, *notice;
	bool links;
} terminals[] = {
	{"TERM_PROGRAM", "iTerm", "osc9", true},
	{"TERM_PROGRAM", "WezTerm", "osc9", true},
	{"TERM_PROGRAM", "ghostty", "osc9", true},
	{"TERM_PROGRAM", "vscode", NULL, true},
	{"WT_SESSION", "", "osc9", true},
	{"KITTY_WINDOW_ID", "", "osc9", true},
	{"VTE_VERSION", "", NULL, true},
	{"KONSOLE_VERSION", "", NULL, true},
	{"TERM", "rxvt", "osc777", false},
	{"TERM", "foot", "osc777", true},
	{"TERM", "alacritty", NULL, true},
	{"TERM", "contour", NULL, true},
};

static bool
is_terminal(const struct known *row)
{
	const char *value = getenv(row->variable);
	return !str_empty(value) && str_starts(value, row->value);
}

bool
ui_sequence_links_taken(void)
{
	if (ui_through_tmux() || ui_through_screen())
		return false;
	for (size_t i = 0; i < COUNT_OF(terminals); i++)
		if (terminals[i].links && is_terminal(&terminals[i]))
			return true;
	return false;
}

const char *
ui_sequence_notice_taken(void)
{
	for (size_t i = 0; i < COUNT_OF(terminals); i++)
		if (terminals[i].notice && is_terminal(&terminals[i]))
			return terminals[i].notice;
	return "bell";
}

bool
ui_sequence_clipboard(struct buf *out, const char *bytes, size_t n)
{
	struct buf plain = BUF_INIT(0), wrapped = BUF_INIT(0);
	if (n > CLIPBOARD_MAX)
		return false;
	buf_adds(&plain, "\033]52;c;");
	quote_base64(&plain, bytes, n, 0);
	buf_adds(&plain, STRING_END);
	ui_through_wrap(&wrapped, &plain);
	/* tmux may also take the plain one for itself. */
	if (!wrapped.len || ui_through_tmux())
		buf_adds(out, buf_str(&plain));
	buf_adds(out, buf_str(&wrapped));
	buf_done(&plain);
	buf_done(&wrapped);
	return true;
}

bool
ui_sequence_notice(struct buf *out, const char *by, const char *title, const char *text)
{
	bool osc9 = str_eq(by, "osc9");
	struct buf plain = BUF_INIT(0), wrapped = BUF_INIT(0);
	if (!osc9 && !str_eq(by, "osc777"))
		return false;
	buf_adds(&plain, osc9 ? "\033]9;" : "\033]777;notify;");
	utf8_clean_line(&plain, title, strlen(title), SHOWN_MAX);
	buf_adds(&plain, osc9 ? ", " : ";");
	utf8_clean_line(&plain, text, strlen(text), SHOWN_MAX);
	buf_adds(&plain, STRING_END);
	ui_through_wrap(&wrapped, &plain);
	buf_adds(out, buf_str(wrapped.len ? &wrapped : &plain));
	buf_done(&plain);
	buf_done(&wrapped);
	return true;
}

void
ui_sequence_title(struct buf *out, const char *title)
{
	buf_adds(out, "\033]2;");
	utf8_clean_line(out, title, strlen(title), SHOWN_MAX);
	buf_adds(out, STRING_END);
}
