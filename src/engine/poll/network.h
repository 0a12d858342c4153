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

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;

int engine_poll_network_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_network_done(struct engine *engine);

/* A refresh begins from rest. */
void engine_poll_network_begin(struct engine *engine);
/* The user wants feeds to be asked: the next try is now. */
void engine_poll_network_try(struct engine *engine);
/* Perhaps there is none any more, since we slept or time has passed unnoticed: one feed
 * is asked as a probe before the others. */
void engine_poll_network_doubt(struct engine *engine);
/* Takes a digested poll, and either groups it or keeps it as a suspect. */
void engine_poll_network_sort(struct engine *engine, struct engine_poll *poll);
/* Judges the suspects. idle: no feed waits or is being asked, so no answer will tell
 * more. True: there is no network, which the user is told; the suspects are still kept.
 */
bool engine_poll_network_judge(struct engine *engine, bool idle);
/* Whether there are suspects. */
bool engine_poll_network_suspects(const struct engine *engine);
/* Drops the suspects, and gives their claims back. */
void engine_poll_network_release(struct engine *engine);
/* How many feeds may be asked at once now; SIZE_MAX: any number. */
size_t engine_poll_network_room(const struct engine *engine);
/* Milliseconds until the next try, for which the schedule must wait; 0: it need not. */
int64_t engine_poll_network_wait(const struct engine *engine);

#endif
