/*
 * What the files of this directory share.
 */
#ifndef ENGINE_RULE_RULE_INSIDE_H
#define ENGINE_RULE_RULE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct engine_rule_order;
struct engine_rule_runs;
struct query_set;

/* What happens when the batch is stored: a command is run, or the user is told. */
struct rule_wait {
	struct engine_rule_order *order; /* NULL: text */
	char *text;
};

/* What arrived. In each list, items of the current batch follow the part that was
 * stored. */
struct rule_arrived {
	uint32_t feed;
	uint64_t item;
};

struct rule_news {
	struct rule_arrived *arrived; /* in this batch */
	size_t arrived_len, arrived_cap;
	uint64_t *announced; /* items of this refresh that the user is told of */
	size_t announced_len, announced_cap, announced_stored;
	size_t count, count_stored; /* … all of them; the list is bounded */
	struct buf lines;           /* of JSON, for the notify-command */
	size_t lines_stored;
	char *first; /* "feed: title" of the first */
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
	struct rule_news news;
};

#endif
