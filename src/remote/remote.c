#include "config.h"

#include "remote/remote.h"

#include <string.h>

#include "remote/quirk.h"

bool
remote_arg_moves(const struct remote_arg *arg)
{
	return arg->folder.n != arg->from.n ||
	       (arg->from.n > 0 && memcmp(arg->folder.p, arg->from.p, arg->from.n) != 0);
}

void
remote_session_init(struct remote_session *session, const struct remote_backend *backend)
{
	*session = (struct remote_session){
		.base = "",
		.user = "",
		.password = "",
		.app_id = "",
		.app_key = "",
		.device = "courant",
		.quirk = remote_quirk_general(backend->name),
		.left = {-1, -1},
	};
}

void
remote_session_done(struct remote_session *session)
{
	buf_done(&session->token);
	buf_done(&session->edit);
	buf_done(&session->version);
}

void
remote_ask_init(struct remote_ask *ask)
{
	*ask = (struct remote_ask){.max = REMOTE_ANSWER_MAX};
}

void
remote_ask_done(struct remote_ask *ask)
{
	buf_done(&ask->url);
	buf_done(&ask->headers);
	buf_done(&ask->body);
}
