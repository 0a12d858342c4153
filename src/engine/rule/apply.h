/*
 * What matching rules do, in the transaction that stores the poll.
 */
#ifndef ENGINE_RULE_APPLY_H
#define ENGINE_RULE_APPLY_H

#include <stdbool.h>

#include "base/attr.h"

struct arena;
struct engine;
struct engine_verdicts;
struct err;
struct store_batch;

/* After the poll was put: marks, tags and hides, journaled as one group per refresh, and
 * counts hits. Commands and notices wait for the batch. */
int engine_rule_act(struct engine *e, struct store_batch *batch,
	const struct engine_verdicts *verdicts, struct arena *arena,
	struct err *err) MUST_USE;
/* After the batch: what waited for it is done, or forgotten if it was not stored. */
void engine_rule_settle(struct engine *e, bool stored);
/* A refresh begins: what rules do is another group of the journal. */
void engine_rule_refresh(struct engine *e);

#endif
