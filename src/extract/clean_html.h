/*
 * A text of a feed as clean HTML, to be kept or given to other programs: balanced tags,
 * absolute addresses, and nothing that runs, loads by script, tracks or styles.
 */
#ifndef EXTRACT_CLEAN_HTML_H
#define EXTRACT_CLEAN_HTML_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct text;

/* Appends the text, which is HTML of len bytes, to out, which must have no maximum. */
void extract_clean(const struct text *text, size_t len, struct buf *out);
/* Appends a text of len bytes, HTML or plain, to out. Its web addresses lose what is
 * there for tracking (base/link.h). */
void extract_untrack(const char *text, size_t len, bool html, struct buf *out);

#endif
