#include "config.h"

#include "model/tracker.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "base/url.h"

/* The real address follows after this many parts of the path, usually without a scheme:
 * https://pdst.fm/e/HOST/FILE. */
static const struct {
	const char *host;
	int parts;
} trackers[] = {
	{"2.gum.fm", 0},
	{"arttrk.com", 2},
	{"chrt.fm", 2},
	{"chtbl.com", 2},
	{"claritaspod.com", 1},
	{"clrtpod.com", 2},
	{"dts.podtrac.com", 1},
	{"media.blubrry.com", 1},
	{"mgln.ai", 2},
	{"op3.dev", 1},
	{"pdst.fm", 1},
	{"pfx.vpixl.com", 1},
	{"podtrac.com", 2},
	{"prfx.byspotify.com", 1},
	{"pscrb.fm", 2},
	{"tracking.swap.fm", 2},
	{"verifi.podscribe.com", 2},
	{"www.podtrac.com", 2},
};

/* What follows the parts that belong to the service; p NULL: the address is not that of a
 * service. */
static struct span
behind(const char *address)
{
	struct span all = span_of(address), host = url_split(all).host;
	const char *end = address + all.n;
	int parts = -1;
	for (size_t i = 0; i < COUNT_OF(trackers); i++)
		if (span_ieq(host, trackers[i].host))
			parts = trackers[i].parts;
	if (parts < 0)
		return (struct span){NULL, 0};
	const char *at = strchr(host.p, '/');
	for (; at && parts > 0; parts--)
		at = strchr(at + 1, '/');
	return at ? (struct span){at + 1, (size_t)(end - at - 1)}
		  : (struct span){NULL, 0};
}

/* Whether it begins with the name of a host and has a path. */
static bool
is_address(struct span s)
{
	struct span rest = s, host;
	span_split(&rest, '/', &host);
	return rest.n && memchr(host.p, '.', host.n);
}

bool
tracker_is(const char *url)
{
	return url_is_web(url) && behind(url).p;
}

const char *
tracker_skip(const char *url, struct arena *arena)
{
	for (struct span rest; url_is_web(url) && (rest = behind(url)).p;) {
		if (url_is_web(rest.p))
			url = rest.p;
		else if (is_address(rest))
			url = arena_printf(arena, "https://%s", rest.p);
		else
			break;
	}
	return url;
}
