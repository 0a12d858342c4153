/*
 * The rules of the config file, and the options only and skip, run on what arrives: first
 * it is found out which match, then the poll is stored, then they act, all in one
 * transaction.
 *
 *	struct engine_verdicts verdicts;
 *	store_poll_open(batch, &poll, &arena, &arrivals, &err);
 *	engine_rule_judge(e, batch, &poll, &arrivals, &arena, &verdicts);
 *	store_poll_put(batch, &poll, &result, &err);
 *	engine_rule_act(e, batch, &verdicts, &result, &arena, &err); engine/rule/apply.h
 */
#ifndef ENGINE_RULE_RULES_H
#define ENGINE_RULE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct arena;
struct engine;
struct engine_arrival;
struct store_arrivals;
struct store_batch;
struct store_poll;

/* For one arrival. */
struct engine_verdict {
	const uint32_t *rules; /* those that match: numbers in the config, ascending */
	size_t len;
	int64_t priority; /* what rules add to its feed's, for this item */
	bool tell;        /* the user is told: the option notify, or a rule */
	bool hide;        /* a rule hides it, or only, skip or duplicates do */
	uint32_t hide_by; /* the number of the first rule that does, from 1; 0: none */
	bool no_download; /* the query of auto-download does not match it */
	bool is_copy;     /* it is hidden since another feed's item is shown for it */
	/* Items whose place it, or another one, takes; 0: none. */
	uint64_t hide_others[2];
	uint64_t lead; /* the other one; 0: there is none */
};

struct engine_verdicts {
	uint32_t feed;
	struct engine_verdict *items; /* as the arrivals; NULL: nothing matched */
	const struct store_arrivals *arrivals;
	struct engine_arrival *about; /* for the items of the poll */
};

int engine_rule_init(struct engine *e, struct err *err) MUST_USE;
bool engine_rule_join(struct engine *e, int64_t until_ms);
void engine_rule_done(struct engine *e);

/* Finds out which rules match; of the arrivals, sets what is stored with them: drop,
 * score, rules, acts. Verdicts are in arena. */
void engine_rule_judge(struct engine *e, struct store_batch *batch,
	const struct store_poll *poll, struct store_arrivals *arrivals,
	struct arena *arena, struct engine_verdicts *out);
/* Is the user never to see it? Then the schedule does not count it either. */
bool engine_rule_unwanted(const struct engine_verdicts *verdicts, size_t i);

#endif
