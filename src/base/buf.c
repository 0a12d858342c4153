#include "config.h"

#include "base/buf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
buf_init(struct buf *buf, size_t max)
{
	*buf = (struct buf)BUF_INIT(max);
}

void
buf_done(struct buf *buf)
{
	free(buf->data);
	buf_init(buf, buf->max);
}

void
buf_clear(struct buf *buf)
{
	buf->len = 0;
	if (buf->data)
		buf->data[0] = '\0';
}

char *
buf_grow(struct buf *buf, size_t n)
{
	if (n > SIZE_MAX / 2 - buf->len)
		mem_exhausted();
	if (buf->max && buf->len + n > buf->max)
		return NULL;
	size_t need = buf->len + n + 1;
	if (need > buf->cap) {
		size_t cap = buf->cap ? buf->cap + buf->cap / 2 : 64;
		if (cap < need)
			cap = need;
		buf->data = mem_realloc(buf->data, cap, 1);
		buf->data[buf->len] = '\0'; /* even if nothing is added then */
		buf->cap = cap;
	}
	return buf->data + buf->len;
}

int
buf_adds(struct buf *buf, const char *s)
{
	return buf_add(buf, s, strlen(s));
}

int
buf_addf(struct buf *buf, const char *fmt, ...)
{
	va_list args, again;
	va_start(args, fmt);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	char *to = n < 0 ? NULL : buf_reserve(buf, (size_t)n);
	if (to) {
		vsnprintf(to, (size_t)n + 1, fmt, again);
		buf_end(buf, (size_t)n);
	}
	va_end(again);
	return to ? OK : ERR_LIMIT;
}

int
buf_add_hundredths(struct buf *buf, int64_t hundredths)
{
	int64_t parts = hundredths % 100;
	int status = buf_addf(buf, "%" PRId64, hundredths / 100);
	if (status == OK && parts)
		status = buf_addf(buf, parts % 10 ? ".%02d" : ".%d",
			(int)(parts % 10 ? parts : parts / 10));
	return status;
}

void
buf_cut(struct buf *buf, size_t len)
{
	if (len < buf->len) {
		buf->len = len;
		buf->data[len] = '\0';
	}
}

const char *
buf_str(const struct buf *buf)
{
	return buf->data ? buf->data : "";
}

char *
buf_take(struct buf *buf)
{
	char *data = buf->data ? buf->data : mem_strdup("");
	buf_init(buf, buf->max);
	return data;
}
