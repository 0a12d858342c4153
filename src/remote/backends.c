#include "config.h"

#include "remote/backends.h"

#include "base/str.h"
#include "remote/feedbin.h"
#include "remote/fever.h"
#include "remote/gpodder.h"
#include "remote/greader.h"
#include "remote/miniflux.h"
#include "remote/newsblur.h"
#include "remote/nextcloud.h"
#include "remote/remote.h"
#include "remote/ttrss.h"

const struct remote_backend *const remote_backends[] = {
	&remote_miniflux, /* its probe tells it from its own Google Reader API */
	&remote_greader,
	&remote_nextcloud,
	&remote_ttrss,
	&remote_fever,
	&remote_feedbin,
	&remote_newsblur,
	&remote_gpodder,
	&remote_gpoddersync,
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
