/*
 * What the files about accounts share.
 */
#ifndef ENGINE_ACCOUNTS_ACCOUNTS_INSIDE_H
#define ENGINE_ACCOUNTS_ACCOUNTS_INSIDE_H

#include <stdint.h>

#include "engine/account/account.h"

struct engine;
struct engine_page_server;
struct engine_request;

/* accounts.c: NULL if there is none. */
struct account *engine_accounts_numbered(struct engine *e, uint32_t id);
/* full_text.c */
extern const struct engine_page_server engine_accounts_page_server;

/* flow.c: the login by browser that is under way, of accounts.c; NULL: none */
struct engine_accounts_flow;
struct engine_accounts_flow **engine_accounts_flow(struct engine *e);
void engine_accounts_flow_begin(struct engine *e, const struct engine_request *request);
void engine_accounts_flow_step(struct engine *e);
int64_t engine_accounts_flow_wait(const struct engine_accounts_flow *flow);
void engine_accounts_flow_free(struct engine *e, struct engine_accounts_flow *flow);

/* manage.c: pauses, resumes or removes the account. */
void
engine_accounts_manage(struct account *account, const struct engine_request *request);

#endif
