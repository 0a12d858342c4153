/*
 * JSON bodies of requests: one flat object, member by member.
 *
 *	remote_body_text(&ask->body, "op", SPAN_LIT("login"));
 *	remote_body_number(&ask->body, "limit", 200);
 *	remote_body_end(&ask->body);
 */
#ifndef REMOTE_BODY_H
#define REMOTE_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct buf;

void remote_body_text(struct buf *body, const char *name, struct span value);
void remote_body_number(struct buf *body, const char *name, long long value);
void remote_body_bool(struct buf *body, const char *name, bool value);
void remote_body_null(struct buf *body, const char *name);
/* An id of a feed or folder: a number if it is written as one, a text otherwise. */
void remote_body_name(struct buf *body, const char *name, struct span id);
/* Ids of items: numbers, and texts where they aren't numbers. */
void
remote_body_ids(struct buf *body, const char *name, const struct span *ids, size_t len);
void remote_body_end(struct buf *body);

/* Appends ids of items, separated by commas. */
void remote_ids_put(struct buf *out, const struct span *ids, size_t len);

#endif
