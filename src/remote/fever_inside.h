/* Between the files of this backend: requests in fever.c, answers in fever_take.c. */
#ifndef REMOTE_FEVER_INSIDE_H
#define REMOTE_FEVER_INSIDE_H

#include "remote/remote.h"

bool remote_fever_ends_in(const char *s, const char *end);
/* T17: Miniflux toggles stars, so that what is starred is looked at first, wherever it is
 * not known to be otherwise. Whether this request or answer of MARK is about that. */
bool remote_fever_looks_first(
	const struct remote_session *session, const struct remote_arg *arg);

enum remote_verdict
remote_fever_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
