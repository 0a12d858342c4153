/*
 * Shared by the files of these backends.
 */
#ifndef REMOTE_GPODDER_INSIDE_H
#define REMOTE_GPODDER_INSIDE_H

#include "remote/remote.h"

enum remote_verdict
remote_gpodder_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);
enum remote_verdict
remote_gpoddersync_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
