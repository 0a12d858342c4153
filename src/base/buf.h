/*
 * A growing byte buffer with a maximum. What feeds it from outside must check the status:
 * passing the maximum is an ordinary error and leaves the buffer as it was. The bytes are
 * always followed by a NUL that len does not count (data is never NULL after an add).
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>

#include "base/attr.h"

struct buf {
	char *data;
	size_t len;
	size_t cap;
	size_t max; /* bytes; 0: no maximum, only for what we ourselves produce */
};

#define BUF_INIT(maximum)                                                                \
	{                                                                                \
		NULL, 0, 0, (maximum)                                                    \
	}

void buf_init(struct buf *buf, size_t max);
/* Frees the bytes and leaves an empty buffer of the same maximum. */
void buf_done(struct buf *buf);
/* Empties, keeping the room. */
void buf_clear(struct buf *buf);

/* Appends n bytes / a string / one byte / formatted text. 0 or ERR_LIMIT, and then
 * nothing was appended. Those without MUST_USE are for buffers without a maximum, too. */
int buf_add(struct buf *buf, const void *bytes, size_t n);
int buf_adds(struct buf *buf, const char *s);
int buf_addc(struct buf *buf, char c);
int buf_addf(struct buf *buf, const char *fmt, ...) PRINTF(2, 3);

/* Makes room for n more bytes and returns where they go, or NULL past the maximum; the
 * caller writes there and adds to len what it wrote (the NUL is then buf_end's). */
char *buf_reserve(struct buf *buf, size_t n);
void buf_end(struct buf *buf, size_t written);

/* Cuts to len bytes. */
void buf_cut(struct buf *buf, size_t len);
/* The bytes as a string, "" when empty; borrowed until the next add. */
const char *buf_str(const struct buf *buf);
/* Hands over the bytes, never NULL; the buffer is empty afterwards. Free with free(). */
char *buf_take(struct buf *buf);

#endif
