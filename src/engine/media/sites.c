/*
 * Whose servers files come from, and which of these do not send parts of files. That is
 * remembered until the program ends: a server may learn it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/media/download_inside.h"
#include "fetch/domain.h"
#include "model/episode_record.h"

#define REFUSALS 2 /* after this many, a site is not asked for parts any more */

char *
engine_media_site(const struct download_record *r)
{
	struct span host = url_split(span_of(r->hop ? r->hop : r->url)).host;
	char *site = mem_strndup(host.p ? host.p : "", host.n);
	for (char *p = site; *p; p++)
		*p = (char)str_lower((unsigned char)*p);
	struct span domain = fetch_domain_of(site);
	if (domain.n) /* its end */
		memmove(site, domain.p, domain.n + 1);
	return site;
}

void
engine_media_site_refused(struct engine *e, const struct download_record *r)
{
	char *site = engine_media_site(r);
	void **times = map_put(&e->media->refusals, site, strlen(site));
	*times = (void *)((uintptr_t)*times + 1);
	free(site);
}

bool
engine_media_site_refuses(const struct engine *e, const struct download_record *r)
{
	char *site = engine_media_site(r);
	const void *times = map_get(&e->media->refusals, site, strlen(site));
	free(site);
	return (uintptr_t)times >= REFUSALS;
}
