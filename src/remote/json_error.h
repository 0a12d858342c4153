/*
 * Judging the answers of servers that say in JSON what is wrong.
 */
#ifndef REMOTE_JSON_ERROR_H
#define REMOTE_JSON_ERROR_H

#include "remote/remote.h"

/* Like remote_answer_judge, and adds the text of the member key of the body to the
 * sentence. A feed or folder that does not exist is a refusal, or OK if it was to be
 * deleted. */
enum remote_verdict remote_json_error_judge(const struct remote_session *session,
	enum remote_step step, const struct remote_arg *arg,
	const struct remote_answer *answer, const char *key, struct err *err);
/* Whether the member key of the body, a text, contains words, in any case. */
bool remote_json_error_has(
	const struct remote_answer *answer, const char *key, const char *words);

#endif
