/*
 * Identity of items.
 */
#ifndef STORE_ITEM_MATCH_INSIDE_H
#define STORE_ITEM_MATCH_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/record/schema.h"

struct arena;
struct feed;
struct store_view;

enum match_kind {
	MATCH_NEW,
	MATCH_KNOWN,     /* id */
	MATCH_RENAMED,   /* id: known under another guid */
	MATCH_REPEATED,  /* the same as a later one of the document */
	MATCH_TOMBSTONE, /* expired; never returns as new */
};

struct match {
	enum match_kind kind;
	uint64_t id;
	uint8_t identity[SCHEMA_IDENTITY];
	uint64_t content;     /* hash of what readers see, without dates */
	uint32_t aside;       /* hash of what may change without an edit */
	uint64_t fingerprint; /* hash of what stays when guid and host change */
	bool edited;          /* KNOWN: its content is not what is stored */
	bool shifted;         /* KNOWN: that is not: its dates, its count of comments */
};

/* A value of the guid table. */
struct match_value {
	uint64_t id;      /* 0: a tombstone */
	uint64_t content; /* tombstone: when the document last had it */
	uint32_t aside;
};
#define MATCH_VALUE_BYTES 20
void store_item_match_pack(const struct match_value *value, uint8_t *bytes);
bool store_item_match_unpack(struct span bytes, struct match_value *value);

/* A match for each item of the document, in arena. */
int store_item_match(const struct store_view *view, uint32_t feed,
	const struct feed *document, struct arena *arena, struct match **out) MUST_USE;

#endif
