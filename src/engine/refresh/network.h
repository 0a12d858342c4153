/*
 * Is there a network at all? A poll that gets no HTTP answer is kept as a suspect instead
 * of counting as a failure of its feed. If another poll gets an answer, there is a
 * network and the suspects count as failures after all. If several polls in a row get
 * none, or if nothing at all is heard since the last answer, not even a refused
 * connection, there is no network. Then the claims are given back, and the feeds are
 * tried again after 1, 2, 5 and 10 minutes, one of them as a probe before the others
 * (cases 114, 115).
 */
#ifndef ENGINE_REFRESH_NETWORK_H
#define ENGINE_REFRESH_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;

int engine_refresh_network_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_network_done(struct engine *engine);

/* A refresh begins. */
void engine_refresh_network_begin(struct engine *engine);
/* The user wants feeds to be polled: the next try is now. */
void engine_refresh_network_try(struct engine *engine);
/* The machine slept, or time has passed unnoticed, so the network may be gone: one feed
 * is polled as a probe before the others. */
void engine_refresh_network_doubt(struct engine *engine);
/* Takes a digested poll, and groups it or keeps it as a suspect. */
void engine_refresh_network_sort(struct engine *engine, struct engine_poll *poll);
/* Judges the suspects. idle: no feed waits or is being polled, so no further answer will
 * help to decide. True: there is no network. The user has been told; the suspects are
 * still kept. */
bool engine_refresh_network_judge(struct engine *engine, bool idle);
bool engine_refresh_network_suspects(const struct engine *engine);
/* Drops the suspects, and gives their claims back. */
void engine_refresh_network_release(struct engine *engine);
/* How many feeds may be polled at the same time now; SIZE_MAX: any number. */
size_t engine_refresh_network_allowance(const struct engine *engine);
/* Milliseconds until the next try; until then nothing is polled by schedule. 0: polls by
 * schedule may start. */
int64_t engine_refresh_network_wait(const struct engine *engine);

#endif
