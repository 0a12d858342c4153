#include "config.h"

#include "tests/tui/noise.h"

#include "base/str.h"

#define PASTE_MAX 3000

static unsigned
draw(struct noise *noise, unsigned below)
{
	noise->state ^= noise->state << 13;
	noise->state ^= noise->state >> 7;
	noise->state ^= noise->state << 17;
	return (unsigned)(noise->state >> 16) % below;
}

static void
put_byte(struct buf *out, unsigned byte)
{
	char c = (char)byte;
	buf_add(out, &c, 1);
}

/* Numbers of 300 and more are no key, no letter and no mark of a paste. */
static void
put_sequence(struct noise *noise, struct buf *out)
{
	buf_adds(out, "\033[");
	for (unsigned i = draw(noise, 4); i > 0; i--)
		buf_addf(out, "%u;", 300 + draw(noise, 700));
	buf_addf(out, "%u", 300 + draw(noise, 100000));
	put_byte(out, '@' + draw(noise, 63));
}

static void
put_broken(struct noise *noise, struct buf *out)
{
	for (unsigned i = 1 + draw(noise, 6); i > 0; i--)
		put_byte(out, 0x80 + draw(noise, 128));
}

static void
put_report(struct noise *noise, struct buf *out)
{
	static const char *const reports[] = {"\033[I", "\033[O", "\033[?62;22c",
		"\033]11;rgb:0000/0000/0000\033\\", "\033]52;c;cQ==\a",
		"\033P1$r0m\033\\", "\033_Gi=1;OK\033\\", "\033[[A", "\033OZ",
		"\033[24;80R", "\033[M !!", "\033[?1;2$y"};
	buf_adds(out, reports[draw(noise, COUNT_OF(reports))]);
}

/* It moves; a click may be one on the "q" of the last row. */
static void
put_mouse(struct noise *noise, struct buf *out)
{
	buf_addf(out, "\033[<%u;%u;%u%c", draw(noise, 200) | 32, draw(noise, 300),
		draw(noise, 100), draw(noise, 2) ? 'M' : 'm');
}

/* As an address it would lead nowhere. */
static void
put_paste(struct noise *noise, struct buf *out)
{
	buf_adds(out, "\033[200~127.0.0.1:1/");
	for (unsigned i = draw(noise, PASTE_MAX); i > 0; i--) {
		unsigned byte = draw(noise, 256);
		put_byte(out, byte == 033 ? 'q' : byte);
	}
	buf_adds(out, "\033[201~");
}

static void
put_keys(struct noise *noise, struct buf *out)
{
	static const char *const keys[] = {"j", "k", "l", "g", "G", "n", "p", "/", "?",
		" ", "\t", "\r", "7", "\b", "\177", "\f", "\033[A", "\033[B", "\033[5~",
		"\033[6~", "\033[H", "\033[F", "\033[Z"};
	for (unsigned i = 1 + draw(noise, 4); i > 0; i--)
		buf_adds(out, keys[draw(noise, COUNT_OF(keys))]);
}

void
noise_add(struct noise *noise, struct buf *out)
{
	static void (*const kinds[])(struct noise *, struct buf *) = {put_sequence,
		put_broken, put_report, put_mouse, put_paste, put_keys, put_keys};
	kinds[draw(noise, COUNT_OF(kinds))](noise, out);
}
