#include "config.h"

#include "ui/terminal/through.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define CHUNK 240 /* of a string that screen hands on */

bool
ui_through_tmux(void)
{
	return !str_empty(getenv("TMUX"));
}

bool
ui_through_screen(void)
{
	return !str_empty(getenv("STY"));
}

/* tmux takes the sequence as one string with its ESC doubled; screen takes it in short
 * pieces, which must not contain their own end (ESC \), so BEL ends the sequence
 * instead. */
void
ui_through_wrap(struct buf *out, const struct buf *sequence)
{
	const char *name = getenv("TERM");
	if (ui_through_tmux()) {
		buf_adds(out, "\033Ptmux;");
		for (size_t i = 0; i < sequence->len; i++) {
			if (sequence->data[i] == '\033')
				buf_addc(out, '\033');
			buf_addc(out, sequence->data[i]);
		}
		buf_adds(out, "\033\\");
	} else if (ui_through_screen() && str_starts(name ? name : "", "screen")) {
		size_t end = sequence->len - strlen("\033\\");
		for (size_t i = 0; i < end; i += CHUNK) {
			size_t n = end - i;
			buf_adds(out, "\033P");
			buf_add(out, sequence->data + i, n < CHUNK ? n : CHUNK);
			buf_adds(out, n > CHUNK ? "\033\\" : "\a\033\\");
		}
	}
}
