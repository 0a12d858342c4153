/*
 * Documents that commands look at without storing them.
 */
#ifndef CLI_READ_FETCHED_H
#define CLI_READ_FETCHED_H

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct cli_document {
	struct buf bytes;
	char *url, *type; /* of an address: where it led, and the Content-Type */
};

/* Reads a file ("-": standard input), or fetches a web address with the options' default
 * values; blocks. Free with cli_read_document_done, also after an error. */
int
cli_read_document(const char *word, struct cli_document *out, struct err *err) MUST_USE;
void cli_read_document_done(struct cli_document *document);

#endif
