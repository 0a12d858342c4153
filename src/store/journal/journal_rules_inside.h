/*
 * What rules do in a batch. A rule does little to each of many feeds: this is gathered,
 * so that the journal gets few entries for each rule, whatever the number of feeds.
 */
#ifndef STORE_JOURNAL_JOURNAL_RULES_INSIDE_H
#define STORE_JOURNAL_JOURNAL_RULES_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct journal_record;
struct journal_rules;
struct store_batch;

struct journal_rules *store_journal_rules_new(void) NEVER_NULL;
/* NULL does nothing. */
void store_journal_rules_free(struct journal_rules *rules);

/* What is noted next is done by the rule with this number in the config, from 1; 0: by
 * none of them. */
void store_journal_rules_by(struct journal_rules *rules, uint32_t rule);
void store_journal_rules_note(
	struct journal_rules *rules, enum action act, const char *tag, uint64_t id);

bool store_journal_rules_none(const struct journal_rules *rules);

/* Writes an entry. Returns a code. */
typedef int
store_journal_put(struct store_batch *batch, const struct journal_record *record);

/* Writes all of it as entries of at most max ids: one for each kind of action of a rule,
 * with the rule's number. now: seconds since 1970. Returns a code. */
int store_journal_rules_write(struct store_batch *batch, struct journal_rules *rules,
	size_t max, int64_t now, store_journal_put *put) MUST_USE;

#endif
