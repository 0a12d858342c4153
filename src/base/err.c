#include "config.h"

#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A sentence may quote bytes from outside, which must not control the terminal. */
static void
blank_controls(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f)
			*p = ' ';
		else if (*p == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f)
			p[0] = p[1] = ' ';
	}
}

/* Removes an incomplete UTF-8 sequence that a cut left at the end. */
static void
trim_partial(char *text, size_t len)
{
	size_t end = len;
	while (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0x80)
		end--;
	if (end == 0)
		return;
	unsigned char lead = (unsigned char)text[end - 1];
	size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
	if (len - (end - 1) < want)
		text[end - 1] = '\0';
}

/* Prints as much as fits in size bytes. */
static void PRINTF(3, 0) print(char *to, size_t size, const char *fmt, va_list args)
{
	int n = vsnprintf(to, size, fmt, args);
	if (n >= (int)size)
		trim_partial(to, size - 1);
}

static void
put(struct err *err, enum status status, const char *fmt, va_list args)
{
	err->status = status;
	print(err->text, sizeof err->text, fmt, args);
	blank_controls(err->text);
}

static void PRINTF(2, 3) append(struct err *err, const char *fmt, ...)
{
	size_t len = strlen(err->text);
	va_list args;
	va_start(args, fmt);
	print(err->text + len, sizeof err->text - len, fmt, args);
	va_end(args);
}

/* strerror_r comes in two forms: GNU's returns the text, POSIX's a number. */
static const char *
describe(int code, char *room, size_t size)
{
#ifdef STRERROR_R_CHAR_P
	return strerror_r(code, room, size);
#else
	if (strerror_r(code, room, size) != 0)
		snprintf(room, size, "error %d", code);
	return room;
#endif
}

int
err_set(struct err *err, enum status status, const char *fmt, ...)
{
	if (err) {
		va_list args;
		va_start(args, fmt);
		put(err, status, fmt, args);
		va_end(args);
	}
	return status;
}

int
err_set_errno(struct err *err, enum status status, const char *fmt, ...)
{
	int code = errno;
	if (err) {
		va_list args;
		va_start(args, fmt);
		put(err, status, fmt, args);
		va_end(args);
		char room[128];
		append(err, ": %s", describe(code, room, sizeof room));
	}
	return status;
}

int
err_prefix(struct err *err, const char *fmt, ...)
{
	if (!err)
		return ERR_IO;
	struct err whole;
	va_list args;
	va_start(args, fmt);
	put(&whole, err->status, fmt, args);
	va_end(args);
	append(&whole, ": %s", err->text);
	*err = whole;
	return err->status;
}

void
err_clear(struct err *err)
{
	if (err) {
		err->status = OK;
		err->text[0] = '\0';
	}
}
