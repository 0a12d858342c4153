/*
 * What the status of an answer means, the same for all protocols.
 */
#ifndef REMOTE_ANSWER_H
#define REMOTE_ANSWER_H

#include "base/err.h"
#include "remote/remote.h"

/* The verdict that status and headers give, before a backend reads the body:
 *
 *	2xx → OK    401 → AGAIN_LOGIN, at LOGIN REST    403, 404, 410 → REST
 *	408, 425, 429, 503 → LATER    redirects → REST    other 4xx → REFUSED
 *	500, 502, 504 → SPLIT at lists, CONTENTS and MARK, else LATER
 *
 * At PROBE anything but 2xx and 401 is OTHER. */
enum remote_verdict remote_answer_judge(const struct remote_session *session,
	enum remote_step step, const struct remote_arg *arg,
	const struct remote_answer *answer, struct err *err);
/* The same for a body that should be JSON but is not: LATER, as from a captive portal;
 * SPLIT where PHP broke off. */
enum remote_verdict remote_answer_garbage(const struct remote_session *session,
	const struct remote_answer *answer, struct err *err);
/* OK, unless the body begins with a complaint of PHP: SPLIT where PHP broke off. */
enum remote_verdict
remote_answer_complaint(const struct remote_answer *answer, struct err *err);
/* Fills err for a wrong name or password, with the server's hint. REST. */
enum remote_verdict
remote_answer_denied(const struct remote_session *session, struct err *err);

/* Passes a count to the sink, unless it has no name or is negative. */
void remote_answer_count(const struct remote_sink *sink, struct span what, int64_t unread,
	struct span stamp);

#endif
