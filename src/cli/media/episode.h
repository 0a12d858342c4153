/*
 * Commands about episodes that are given items without one.
 */
#ifndef CLI_MEDIA_EPISODE_H
#define CLI_MEDIA_EPISODE_H

#include "base/attr.h"
#include "base/err.h"

struct cli_done;
struct cli_session;
struct engine_action;

/* Does an action that is of use to episodes only. ERR_NOT_FOUND: one of the items that it
 * names has none, and nothing was done; or none of those that its query finds has one. */
int cli_media_do(struct cli_session *session, const struct engine_action *action,
	struct cli_done *out, struct err *err) MUST_USE;

#endif
