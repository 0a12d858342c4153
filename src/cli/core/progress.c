/*
 * "[=======>      ] 812/2000 · 37 new · 4 failed". The line is always shorter than the
 * terminal is wide, so that it cannot wrap; the width is looked up each time, which needs
 * no signal when it changes. The line is cleared with CR and "erase to the end of the
 * line" or, if the terminal does not have that, with blanks.
 */
#include "config.h"

#include "cli/core/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/core/locale.h"
#include "engine/api.h"

#define COLUMNS 80 /* of a terminal that does not report its width */
#define BAR_MIN 10
#define BAR_MAX 40

static size_t
columns_of(int fd)
{
	struct winsize size;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return COLUMNS;
}

static bool
can_erase(void)
{
	const char *term = getenv("TERM");
	return !str_empty(term) && !str_eq(term, "dumb");
}

void
cli_progress_init(struct cli_progress *progress, bool wanted)
{
	*progress = (struct cli_progress){.on = wanted && isatty(STDERR_FILENO)};
}

static void
put_bar(struct buf *out, const struct engine_counts *c, size_t cells)
{
	size_t total = c->total ? c->total : 1;
	size_t done = c->done < total ? c->done : total;
	size_t filled = done * cells / total;
	buf_addc(out, '[');
	for (size_t i = 0; i < cells; i++)
		buf_addc(out, i < filled                      ? '='
			      : i == filled && filled < cells ? '>'
							      : ' ');
	buf_adds(out, "] ");
}

void
cli_progress_line(struct buf *out, const struct engine_counts *c, size_t columns)
{
	struct buf figures = BUF_INIT(0);
	size_t room = columns > 0 ? columns - 1 : 0;
	buf_addf(&figures, "%zu/%zu", c->done, c->total);
	if (c->added)
		buf_addf(&figures, P_(" · %zu new", " · %zu new", c->added), c->added);
	if (c->failed)
		buf_addf(&figures, P_(" · %zu failed", " · %zu failed", c->failed),
			c->failed);
	size_t cells = utf8_columns(buf_str(&figures), figures.len);
	if (room >= cells + BAR_MIN + 3) {
		size_t bar = room - cells - 3;
		put_bar(out, c, bar < BAR_MAX ? bar : BAR_MAX);
	}
	buf_add(out, buf_str(&figures),
		utf8_fit(buf_str(&figures), figures.len, room, NULL));
	buf_done(&figures);
}

static void
wipe(void)
{
	if (can_erase())
		fputs("\r\033[K", stderr);
	else
		fprintf(stderr, "\r%*s\r", (int)columns_of(STDERR_FILENO) - 1, "");
}

static void
draw(struct cli_progress *progress, const char *line, size_t n)
{
	struct buf local = BUF_INIT(0);
	cli_locale_put(&local, line, n);
	wipe();
	fwrite(buf_str(&local), 1, local.len, stderr);
	fflush(stderr);
	progress->shown = true;
	buf_done(&local);
}

void
cli_progress_show(struct cli_progress *progress, const struct engine_counts *counts)
{
	struct buf line = BUF_INIT(0);
	if (!progress->on)
		return;
	cli_progress_line(&line, counts, columns_of(STDERR_FILENO));
	draw(progress, buf_str(&line), line.len);
	buf_done(&line);
}

void
cli_progress_say(struct cli_progress *progress, const char *words)
{
	size_t room = columns_of(STDERR_FILENO) - 1, n = strlen(words);
	if (progress->on)
		draw(progress, words, utf8_fit(words, n, room, NULL));
}

void
cli_progress_percent(
	struct cli_progress *progress, const char *words, uint64_t done, uint64_t total)
{
	int percent = total ? (int)((double)done * 100 / (double)total) : 0;
	struct buf line = BUF_INIT(0);
	if (progress->shown && percent == progress->percent)
		return;
	buf_addf(&line, "%s: %d %%", words, percent);
	cli_progress_say(progress, buf_str(&line));
	buf_done(&line);
	progress->percent = percent;
}

void
cli_progress_sync(
	struct cli_progress *progress, const char *account, const struct engine_counts *n)
{
	struct buf line = BUF_INIT(0);
	if (n->total)
		buf_addf(&line, _("%s: %zu of %zu items"), account, n->done, n->total);
	else if (n->done)
		buf_addf(&line, P_("%s: %zu item", "%s: %zu items", n->done), account,
			n->done);
	else
		buf_addf(&line, _("%s: reading the lists of the server"), account);
	cli_progress_say(progress, buf_str(&line));
	buf_done(&line);
}

void
cli_progress_clear(struct cli_progress *progress)
{
	if (!progress->shown)
		return;
	wipe();
	fflush(stderr);
	progress->shown = false;
}
