/*
 * What the files of this room share.
 */
#ifndef ENGINE_RULE_RULE_INSIDE_H
#define ENGINE_RULE_RULE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine_rule_order;
struct engine_rule_runs;
struct query_set;

/* What happens when the batch is stored: a command is run, or the user is told. */
struct rule_wait {
	struct engine_rule_order *order; /* NULL: text */
	char *text;
};

struct engine_rules {
	uint64_t generation;   /* of the settings that were compiled; 0: none yet */
	struct query_set *set; /* NULL: there are no rules */
	uint64_t *hashes;      /* of their texts */
	uint64_t group;        /* of the journal, in this refresh; 0: none yet */
	uint64_t stored_group; /* … after the last batch that was stored */
	struct rule_wait *waiting;
	size_t waiting_len, waiting_cap;
	struct engine_rule_runs *runs;
};

#endif
