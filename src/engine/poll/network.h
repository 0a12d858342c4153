/*
 * Is there a network at all? Polls that get no HTTP answer are kept back as suspects
 * instead of counting as their feeds' failures: either an answer comes, and they were the
 * feeds' own after all, or none comes to several that were asked since the last one, or
 * nothing at all was heard of what was asked since, not even a refusal, however few feeds
 * that are: then there is no network, or no more. Claims are given back and all is tried
 * again in 1, 2, 5, 10 minutes, with one feed as a probe (cases 114, 115).
 */
#ifndef ENGINE_POLL_NETWORK_H
#define ENGINE_POLL_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_poll;

#define NETWORK_SUSPECTS 8 /* fewer that were refused are at fault themselves */

struct engine_network {
	int64_t answered_ms; /* the last HTTP answer in this refresh; 0: none yet */
	bool doubtful;       /* it was down, or we slept: probe before asking all */
	struct engine_poll *suspects, **suspects_end;
	size_t suspects_len;
	size_t silent;    /* of them, those that were asked after the last answer */
	int tries;        /* in a row that found no network */
	int64_t retry_ms; /* mono time of the next try; 0: not waiting for one */
	int64_t ahead_ms; /* boot clock less mono clock: grows in a suspend */
	int64_t lead;  /* wall clock less boot clock, seconds: changes when it is set */
	int64_t since; /* when we began, by the clock as it is set now */
};

void engine_poll_network_init(struct engine *engine);
void engine_poll_network_done(struct engine_network *network);

/* A refresh begins from rest. */
void engine_poll_network_begin(struct engine *engine);
/* A poll was digested: takes it, and either groups it or keeps it as a suspect. */
void engine_poll_network_sort(struct engine *engine, struct engine_poll *poll);
/* The refresh has nothing under way any more: judges the suspects. */
void engine_poll_network_settle(struct engine *engine);
/* At the end: gives back the claims of the suspects. */
void engine_poll_network_release(struct engine *engine);
/* How many feeds may be asked at once now; SIZE_MAX: any number. */
size_t engine_poll_network_room(const struct engine *engine);
/* Whether the schedule must wait for the next try. */
bool engine_poll_network_down(const struct engine *engine);
/* Looks at the clocks: after a suspend all transfers start afresh. */
void engine_poll_network_watch(struct engine *engine);
/* Before anything is done by the wall clock, where feeds are polled by themselves: if it
 * was set, nothing comes due all at once by it, and waits are measured on. */
void engine_poll_network_clock(struct engine *engine, int64_t now);

#endif
