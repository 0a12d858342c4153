/* Shared by the files of this backend: requests in greader.c, answers in greader_take.c.
 */
#ifndef REMOTE_GREADER_INSIDE_H
#define REMOTE_GREADER_INSIDE_H

#include "remote/remote.h"

#define GREADER_STATE "user/-/state/com.google/"
#define GREADER_LABEL "user/-/label/"
#define GREADER_ITEM "tag:google.com,2005:reader/item/"

enum remote_verdict
remote_greader_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
