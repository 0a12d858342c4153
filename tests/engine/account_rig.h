/*
 * An engine with an account at a server that answers as FreshRSS does: what the tests of
 * accounts share. All but phone_prepare want an engine that runs.
 */
#ifndef TESTS_ENGINE_ACCOUNT_RIG_H
#define TESTS_ENGINE_ACCOUNT_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/harness.h"
#include "store/item/list.h"

#define API "/api/greader.php/reader/api/0/"
#define TWO_FEEDS "feed One Tech\nfeed Two\nitems 1 4\nitems 2 3\n"

/* A server with the script and the commands (http/account.h), and its account phone. */
void phone_prepare(struct rig *rig, const char *script, const char *commands);
/* The account's section, with more lines; its password. */
void phone_config(struct rig *rig, const char *more);
void phone_secret(struct rig *rig, const char *password);

/* Sends a request by hand, and gives the body of its answer, in the rig's arena. */
char *phone_ask(struct rig *rig, const char *method, const char *path, const char *body);
/* Somebody does it at the server. */
void phone_there(struct rig *rig, const char *commands);
/* How many items of the server have these marks: "r", "s" or "-". */
size_t phone_count_there(struct rig *rig, const char *marks);

/* Syncs; fails unless it ends well (or, failing, as it should). says (may be NULL): a
 * part of what it says. */
void phone_sync_with(struct rig *rig, int flags, bool good, const char *says);
void phone_sync(struct rig *rig);
/* Both sides have the same of every item. */
void phone_same(struct rig *rig);

/* The number of items of a list, and (ids not NULL) which, up to 64. */
size_t
phone_list(struct rig *rig, enum store_scope_kind kind, const char *tag, uint64_t *ids);
size_t phone_unread(struct rig *rig);
void phone_act(struct rig *rig, enum action verb, const uint64_t *ids, size_t len);
/* Items with changes that wait. */
uint64_t phone_waiting(struct rig *rig);
/* The lines of the account's feeds. */
const char *phone_lines(struct rig *rig);

#endif
