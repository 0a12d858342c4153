/*
 * Ids of items as bytes: numbers of 64 bits are a NUL and eight bytes, the highest first;
 * anything else is itself. So an id that some answers write in decimal and others in
 * hexadecimal is one key.
 */
#ifndef REMOTE_ID_H
#define REMOTE_ID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "remote/remote.h"

struct remote_id {
	unsigned char bytes[REMOTE_ID_MAX];
	size_t n;
};

void remote_id_number(uint64_t number, struct remote_id *out);
/* False: it is empty or too long. */
bool remote_id_text(struct span text, struct remote_id *out) MUST_USE;
/* A decimal number of 64 bits, signed or not; false: it is not one. */
bool remote_id_decimal(struct span text, struct remote_id *out) MUST_USE;
/* True and its number, if it is one. */
bool remote_id_is_number(struct span id, uint64_t *number) MUST_USE;
/* Appends the id for people: in decimal, or as it is. */
void remote_id_put(struct buf *out, struct span id);

static inline struct span
remote_id_span(const struct remote_id *id)
{
	return (struct span){(const char *)id->bytes, id->n};
}

#endif
