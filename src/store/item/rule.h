/*
 * How often each rule of the config file matched. A rule is known by the hash of its
 * text, so its hits stay when other rules come and go, and start over when it is changed.
 */
#ifndef STORE_ITEM_RULE_H
#define STORE_ITEM_RULE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_view;

struct store_rule_hits {
	uint64_t hits;
	int64_t last; /* when it matched last; TIME_NONE: never */
};

uint64_t store_item_rule_hash(const char *text);
int store_item_rule_hits(const struct store_view *view, uint64_t rule,
	struct store_rule_hits *out) MUST_USE;
void
store_item_rule_add(struct store_batch *batch, uint64_t rule, uint64_t hits, int64_t now);

/* Notes that the rule matches the items, and adds its score to theirs, unless that was
 * noted before. */
int store_item_put_rule(struct store_batch *batch, const uint64_t *ids, size_t len,
	uint64_t rule, int64_t score, size_t *changed, struct err *err) MUST_USE;

#endif
