/*
 * The accounts of the config. Each is synced (engine/account/account.h) when its interval
 * is over, a few seconds after the user changed something, and when the user asks. One
 * process at a time syncs an account. The worker's.
 */
#ifndef ENGINE_ACCOUNTS_ACCOUNTS_H
#define ENGINE_ACCOUNTS_ACCOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;

int engine_accounts_init(struct engine *engine, struct err *err) MUST_USE;
void engine_accounts_done(struct engine *engine);
bool engine_accounts_step(struct engine *engine);
int64_t engine_accounts_wait(const struct engine *engine);
/* The user wants fetching to stop. */
void engine_accounts_stop(struct engine *engine);

/* At the end of the program: sends what waits, if that takes .3 seconds at most. */
void engine_accounts_wind_up(struct engine *engine);

/* ENGINE_SYNC: syncs one account, or all. Each ends with an ENGINE_SYNCED event. */
void engine_accounts_sync(struct engine *engine, const struct engine_request *request);
/* What server is at sync.url? Answers with ENGINE_PROBED. */
void engine_accounts_probe(struct engine *engine, const struct engine_request *request);
/* A refresh of these feeds (NULL: all) includes the accounts that have some; flags as
 * there. */
void engine_accounts_refresh(
	struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* Is no sync under way that somebody is waiting for? */
bool engine_accounts_idle(const struct engine *engine);
/* How many items syncs that somebody waited for have brought and changed since the last
 * call. */
void engine_accounts_brought(struct engine *engine, size_t *added, size_t *edited);
/* The settings changed. */
void engine_accounts_restart(struct engine *engine);

#endif
