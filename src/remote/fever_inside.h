/* Shared by the files of this backend: requests in fever.c, answers in fever_take.c. */
#ifndef REMOTE_FEVER_INSIDE_H
#define REMOTE_FEVER_INSIDE_H

#include "remote/remote.h"

/* T17: Miniflux toggles stars. So the list of starred items is requested first, unless
 * the server is known not to toggle. Whether this request or answer of MARK is about that
 * list. */
bool remote_fever_looks_first(
	const struct remote_session *session, const struct remote_arg *arg);

enum remote_verdict
remote_fever_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
