#include "config.h"

#include "remote/answer.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/utf8.h"
#include "remote/quirk.h"

#define COMPLAINT_MAX 200 /* bytes of what PHP says */

struct meaning {
	long status;
	enum remote_verdict verdict;
	const char *sentence;
};

static const struct meaning meanings[] = {
	{401, REMOTE_AGAIN_LOGIN, N_("the server wants a new login")},
	{403, REMOTE_REST,
		N_("access denied (403); check on the server whether the account may use "
		   "the API")},
	{404, REMOTE_REST, N_("there is no such API at this address (404); check url")},
	{410, REMOTE_REST, N_("the API was removed from this address (410); check url")},
	{408, REMOTE_LATER, N_("the server gave up waiting (408)")},
	{425, REMOTE_LATER, N_("the server is not ready (425)")},
	{429, REMOTE_LATER, N_("the server wants fewer requests (429)")},
	{500, REMOTE_SPLIT, N_("the server failed (500)")},
	{502, REMOTE_SPLIT, N_("the server behind the address does not answer (502)")},
	{503, REMOTE_LATER, N_("the server is busy or switched off (503)")},
	{504, REMOTE_SPLIT, N_("the server took too long (504)")},
};

static enum remote_verdict
general(long status, struct err *err)
{
	if (status >= 300 && status < 400) {
		err_set(err, ERR_DENIED,
			_("the server redirects (%ld); set url to the address it "
			  "redirects to"),
			status);
		return REMOTE_REST;
	}
	err_set(err, ERR_NETWORK, _("the server answered with status %ld"), status);
	return status >= 400 && status < 500 ? REMOTE_REFUSED : REMOTE_LATER;
}

static enum remote_verdict
of_status(long status, struct err *err)
{
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (meanings[i].status == status) {
			err_set(err, ERR_NETWORK, "%s", _(meanings[i].sentence));
			return meanings[i].verdict;
		}
	return general(status, err);
}

enum remote_verdict
remote_answer_judge(const struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer, struct err *err)
{
	if (answer->status >= 200 && answer->status < 300)
		return REMOTE_OK;
	enum remote_verdict verdict = of_status(answer->status, err);
	if (step == REMOTE_PROBE)
		return answer->status == 401 ? REMOTE_OK : REMOTE_OTHER;
	if (step == REMOTE_LOGIN && answer->status == 401)
		return remote_answer_denied(session, err);
	bool list = step >= REMOTE_UNREAD && step <= REMOTE_NEW;
	if (verdict == REMOTE_SPLIT && step != REMOTE_MARK && step != REMOTE_CONTENTS &&
		!list && arg->ids_len < 2)
		return REMOTE_LATER;
	return verdict;
}

/* <br />, <b>Fatal error</b>, what, and where. */
enum remote_verdict
remote_answer_complaint(const struct remote_answer *answer, struct err *err)
{
	static const char begin[] = "<br />\n<b>";
	static const char fatal[] = "Fatal";
	struct span rest = span_trim(answer->body), part;
	struct buf words = BUF_INIT(0), line = BUF_INIT(0);
	if (rest.n < sizeof begin || memcmp(rest.p, begin, sizeof begin - 1) != 0)
		return REMOTE_OK;
	rest = (struct span){rest.p + sizeof begin - 1, rest.n - sizeof begin + 1};
	(void)span_split(&rest, '\n', &part);
	for (size_t i = 0, tag = 0; i < part.n; i++) {
		tag += part.p[i] == '<';
		if (!tag)
			buf_addc(&words, part.p[i]);
		tag -= part.p[i] == '>' && tag;
	}
	(void)utf8_keep_line(&line, buf_str(&words), words.len, COMPLAINT_MAX);
	err_set(err, ERR_NETWORK, _("PHP failed on the server: %s"), buf_str(&line));
	buf_done(&words);
	buf_done(&line);
	return part.n >= sizeof fatal && memcmp(part.p, fatal, sizeof fatal - 1) == 0
		       ? REMOTE_SPLIT
		       : REMOTE_LATER;
}

enum remote_verdict
remote_answer_garbage(const struct remote_session *session,
	const struct remote_answer *answer, struct err *err)
{
	enum remote_verdict complaint = remote_answer_complaint(answer, err);
	if (complaint != REMOTE_OK)
		return complaint;
	bool page = answer->body.n > 0 && span_trim(answer->body).n > 0 &&
		    span_trim(answer->body).p[0] == '<';
	err_set(err, ERR_SYNTAX,
		page ? _("a web page came instead of an answer of %s; perhaps the "
			 "network wants a login, or the address is another")
		     : _("what came is not an answer of %s"),
		session->quirk->name);
	return REMOTE_LATER;
}

enum remote_verdict
remote_answer_denied(const struct remote_session *session, struct err *err)
{
	err_set(err, ERR_DENIED, _("user or password is wrong"));
	if (session->quirk->password_hint)
		err_set(err, ERR_DENIED, _("user or password is wrong. %s"),
			_(session->quirk->password_hint));
	return REMOTE_REST;
}

void
remote_answer_count(const struct remote_sink *sink, struct span what, int64_t unread,
	struct span stamp)
{
	if (what.n && unread >= 0)
		sink->count(sink->ctx, what, unread, stamp);
}
