/*
 * Accounts of feed servers: what changed here is sent, what changed there is fetched
 * (machine.c says in which order). Each account of the config is synced when its
 * interval is over, a few seconds after the user changed something, and when the user
 * asks. One process at a time syncs an account. The worker's.
 */
#ifndef ENGINE_ACCOUNT_ACCOUNT_H
#define ENGINE_ACCOUNT_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;

int engine_account_init(struct engine *engine, struct err *err) MUST_USE;
void engine_account_done(struct engine *engine);
bool engine_account_step(struct engine *engine);
int64_t engine_account_wait(const struct engine *engine);
/* The user wants fetching to stop. */
void engine_account_stop(struct engine *engine);

/* At the end of the program: sends what waits, if that takes .3 seconds at most. */
void engine_account_wind_up(struct engine *engine);

/* ENGINE_SYNC: syncs one account, or all. Each ends with an ENGINE_SYNCED event. */
void engine_account_sync(struct engine *engine, const struct engine_request *request);
/* What server is at sync.url? Answers with ENGINE_PROBED. */
void engine_account_probe(struct engine *engine, const struct engine_request *request);
/* A refresh of these feeds (NULL: all) includes the accounts that have some; flags as
 * there. */
void engine_account_refresh(
	struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* Is no sync under way that somebody waits for? */
bool engine_account_idle(const struct engine *engine);
/* How many items syncs that somebody waited for have brought and changed since the last
 * call. */
void engine_account_brought(struct engine *engine, size_t *added, size_t *edited);
/* The settings changed. */
void engine_account_restart(struct engine *engine);

#endif
