/* Shared by the files of this backend: requests in newsblur.c, answers in
 * newsblur_take.c. A story's id is its hash, "FEED:6hex"; a folder's is its path with
 * slashes, provided that the names in it contain none. */
#ifndef REMOTE_NEWSBLUR_INSIDE_H
#define REMOTE_NEWSBLUR_INSIDE_H

#include "remote/remote.h"

/* A title and a folder are two requests of EDIT, the second with "m" as arg->more. */

enum remote_verdict
remote_newsblur_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
