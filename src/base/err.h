/*
 * Error handling: a function that can fail returns OK or a negative enum status, and
 * writes a sentence for the user into a struct err. The sentence says what failed, on
 * what (file, line, address or feed), and what to do about it; it contains no line breaks
 * or other control characters. Error codes of libraries are translated at the edge of the
 * layer that uses the library.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/attr.h"

enum status {
	OK = 0,
	ERR_IO = -1,         /* the system refused: file, pipe, process */
	ERR_SYNTAX = -2,     /* input is malformed */
	ERR_NOT_FOUND = -3,  /* no such feed, item, file */
	ERR_LIMIT = -4,      /* a named limit was exceeded */
	ERR_NETWORK = -5,    /* DNS, connection, TLS or transfer failed */
	ERR_TIMEOUT = -6,    /* gave up waiting */
	ERR_BUSY = -7,       /* in use by somebody else */
	ERR_DAMAGED = -8,    /* stored bytes are not what was written */
	ERR_VERSION = -9,    /* the store has a newer format */
	ERR_DENIED = -10,    /* refused by policy or permission */
	ERR_INVALID = -11,   /* a value out of range, an unknown name */
	ERR_CANCELLED = -12, /* stopped by the user or by shutting down */
	ERR_FULL = -13,      /* disk or map full */
	ERR_NOT_FEED = -14,  /* the document is not a feed */
};

#define ERR_TEXT_MAX 512

struct err {
	enum status status;
	char text[ERR_TEXT_MAX];
};

/* Fills err (which may be NULL) with status and the formatted sentence, cut at
 * ERR_TEXT_MAX; control characters become blanks. Returns status, so that a caller can
 * write `return err_set(err, ERR_IO, …)`. Any thread. */
int err_set(struct err *err, enum status status, const char *fmt, ...) PRINTF(3, 4);

/* Like err_set, and appends ": " and the description of errno. */
int err_set_errno(struct err *err, enum status status, const char *fmt, ...) PRINTF(3, 4);

/* Puts the formatted text and ": " in front of the sentence. Returns err's status. */
int err_prefix(struct err *err, const char *fmt, ...) PRINTF(2, 3);

/* Clears err to OK and the empty sentence. */
void err_clear(struct err *err);

#endif
