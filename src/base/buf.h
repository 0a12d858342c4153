/*
 * A growing byte buffer with a maximum. Code that fills it with data from outside must
 * check the status: exceeding the maximum is an ordinary error and leaves the buffer as
 * it was. A NUL, not counted in len, always follows the bytes (data is never NULL after
 * an add).
 *
 *	struct buf buf = BUF_INIT(0);
 *	buf_addf(&buf, "%d items", n);
 *	puts(buf_str(&buf));
 *	buf_done(&buf);
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/err.h"

struct buf {
	char *data;
	size_t len;
	size_t cap;
	size_t max; /* bytes; 0: no maximum, only for data of our own making */
};

#define BUF_INIT(maximum)                                                                \
	{                                                                                \
		NULL, 0, 0, (maximum)                                                    \
	}

void buf_init(struct buf *buf, size_t max);
/* Frees the bytes and leaves an empty buffer with the same maximum. */
void buf_done(struct buf *buf);
/* Empties the buffer but keeps its memory. */
void buf_clear(struct buf *buf);

/* What buf_reserve does if there is not enough room. */
char *buf_grow(struct buf *buf, size_t n);

/* Makes room for n more bytes and returns where they go, or NULL if that exceeds the
 * maximum. The caller writes there and then calls buf_end with how many it wrote. These
 * are inline since whole documents pass through them a few bytes at a time. */
static inline char *
buf_reserve(struct buf *buf, size_t n)
{
	bool fits = n < buf->cap - buf->len && (!buf->max || n <= buf->max - buf->len);
	return fits ? buf->data + buf->len : buf_grow(buf, n);
}

static inline void
buf_end(struct buf *buf, size_t written)
{
	buf->len += written;
	buf->data[buf->len] = '\0';
}

/* Append n bytes, a string, one byte or formatted text. OK, or ERR_LIMIT and nothing was
 * appended. They are not MUST_USE since most buffers have no maximum. */
static inline int
buf_add(struct buf *buf, const void *bytes, size_t n)
{
	char *to = buf_reserve(buf, n);
	if (!to)
		return ERR_LIMIT;
	if (n)
		memcpy(to, bytes, n);
	buf_end(buf, n);
	return OK;
}

static inline int
buf_addc(struct buf *buf, char c)
{
	return buf_add(buf, &c, 1);
}

int buf_adds(struct buf *buf, const char *s);
int buf_addf(struct buf *buf, const char *fmt, ...) PRINTF(2, 3);
/* Hundredths, as str_hundredths reads them: 140 as "1.4". */
int buf_add_hundredths(struct buf *buf, int64_t hundredths);

/* Shortens the buffer to len bytes. */
void buf_cut(struct buf *buf, size_t len);
/* The bytes as a string, "" if empty; borrowed until the next add. */
const char *buf_str(const struct buf *buf);
/* Hands over the bytes, never NULL, and leaves the buffer empty. free() them. */
char *buf_take(struct buf *buf);

#endif
