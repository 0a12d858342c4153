#include "config.h"

#include "remote/remote.h"

#include "remote/fever.h"
#include "remote/greader.h"
#include "remote/miniflux.h"
#include "remote/nextcloud.h"
#include "remote/quirk.h"
#include "remote/ttrss.h"

const struct remote_backend *const remote_backends[] = {
	&remote_miniflux, /* its probe tells it from its own Google Reader API */
	&remote_greader,
	&remote_nextcloud,
	&remote_ttrss,
	&remote_fever,
	NULL,
};

const struct remote_backend *
remote_backend(const char *name)
{
	for (size_t i = 0; remote_backends[i]; i++)
		if (str_eq(remote_backends[i]->name, name))
			return remote_backends[i];
	return NULL;
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
