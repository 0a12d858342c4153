/* Shared by the files of this backend: requests in nextcloud.c, answers in
 * nextcloud_take.c. Its lists have whole items, the newest first, and are paged by an
 * item's id: more is the id before which to continue. */
#ifndef REMOTE_NEXTCLOUD_INSIDE_H
#define REMOTE_NEXTCLOUD_INSIDE_H

#include "remote/remote.h"

/* The greatest of arg->ids below what arg->more says; 0: there is none. */
int64_t remote_nextcloud_next(const struct remote_arg *arg, int64_t below);
/* A title and a folder are two requests of EDIT, the second with "m" as arg->more. */

enum remote_verdict
remote_nextcloud_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
