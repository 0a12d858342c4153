#include "config.h"

#include "remote/json_error.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "remote/answer.h"
#include "remote/json.h"

#define SAID_MAX 200 /* bytes of a server's own words in a sentence */

static void
add_words(struct err *err, const struct remote_answer *answer, const char *key)
{
	json_t *root = remote_json_read(answer->body);
	struct span said = remote_json_span(remote_json_get(root, key));
	struct buf line = BUF_INIT(0);
	if (said.n > 0)
		(void)utf8_keep_line(&line, said.p, said.n, SAID_MAX);
	if (line.len > 0) {
		struct err before = *err;
		err_set(err, before.status, "%.300s: %s", before.text, buf_str(&line));
	}
	buf_done(&line);
	json_decref(root);
}

static bool
is_gone(enum remote_step step, const struct remote_answer *answer)
{
	return (answer->status == 404 || answer->status == 410) &&
	       step >= REMOTE_SUBSCRIBE;
}

enum remote_verdict
remote_json_error_judge(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer, const char *key,
	struct err *err)
{
	enum remote_verdict verdict =
		remote_answer_judge(session, step, arg, answer, err);
	if (verdict == REMOTE_OK)
		return verdict;
	add_words(err, answer, key);
	if (!is_gone(step, answer))
		return verdict;
	return step == REMOTE_UNSUBSCRIBE || step == REMOTE_DROP_FOLDER ? REMOTE_OK
									: REMOTE_REFUSED;
}

bool
remote_json_error_has(
	const struct remote_answer *answer, const char *key, const char *words)
{
	json_t *root = remote_json_read(answer->body);
	struct span said = remote_json_span(remote_json_get(root, key));
	bool found = said.n > 0 && str_ifind(said.p, said.n, words);
	json_decref(root);
	return found;
}
