#include "config.h"

#include "image/kitty.h"

#include "base/quote.h"
#include "base/utf8.h"
#include "image/raster.h"

#define PIECE 3072 /* bytes that take 4,096 in base64 */
#define PLACEHOLDER 0x10eeee

/* The marks above a placeholder that stand for 0, 1, 2 … */
static const uint16_t marks[IMAGE_KITTY_ROWS_MAX] = {0x0305, 0x030d, 0x030e, 0x0310,
	0x0312, 0x033d, 0x033e, 0x033f, 0x0346, 0x034a, 0x034b, 0x034c, 0x0350, 0x0351,
	0x0352, 0x0357, 0x035b, 0x0363, 0x0364, 0x0365, 0x0366, 0x0367, 0x0368, 0x0369,
	0x036a, 0x036b, 0x036c, 0x036d, 0x036e, 0x036f};

static unsigned long
number(struct image_kitty_id id)
{
	return (unsigned long)id.high << 24 | id.low;
}

void
image_kitty_ask(struct buf *out)
{
	buf_adds(out, "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\");
}

void
image_kitty_send(struct buf *out, struct image_kitty_id id,
	const struct image_raster *raster, size_t *at)
{
	size_t size = (size_t)raster->width * raster->height * 3, n = size - *at;
	bool more = n > PIECE;
	n = more ? PIECE : n;
	buf_adds(out, "\033_G");
	if (!*at)
		buf_addf(out, "a=t,f=24,s=%u,v=%u,i=%lu,", (unsigned)raster->width,
			(unsigned)raster->height, number(id));
	buf_addf(out, "q=2,m=%d;", more);
	quote_base64(out, (const char *)raster->pixels + *at, n, 0);
	buf_adds(out, "\033\\");
	*at += n;
}

void
image_kitty_break(struct buf *out)
{
	buf_adds(out, "\033_Gq=2,m=0;\033\\");
}

void
image_kitty_place(struct buf *out, struct image_kitty_id id, size_t cols, size_t rows)
{
	buf_addf(out, "\033_Ga=p,U=1,q=2,i=%lu,p=1,c=%zu,r=%zu\033\\", number(id), cols,
		rows);
}

void
image_kitty_delete(struct buf *out, struct image_kitty_id id)
{
	buf_addf(out, "\033_Ga=d,d=I,q=2,i=%lu\033\\", number(id));
}

static void
add(struct buf *out, uint32_t cp)
{
	char bytes[4];
	buf_add(out, bytes, utf8_encode(cp, bytes));
}

/* The first cell says which line it is; those without marks follow from the one before.
 */
void
image_kitty_cells(struct buf *out, struct image_kitty_id id, size_t line, size_t cells)
{
	buf_addf(out, "\033[38;5;%um", (unsigned)id.low);
	for (size_t i = 0; i < cells; i++) {
		add(out, PLACEHOLDER);
		if (i)
			continue;
		add(out, marks[line]);
		add(out, marks[0]);
		add(out, marks[id.high]);
	}
	buf_adds(out, "\033[m");
}
