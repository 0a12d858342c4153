/*
 * A table of patterns; the comments in it name where each site documents its feeds. In a
 * host, "*" stands for everything before the rest. In a path, "%" stands for one part up
 * to the character that follows it in the pattern, and "/..." at the end for whatever
 * follows. What they stand for goes into the feed's address: "$0" from the host, "$1" to
 * "$3" and "$r" (the rest) from the path; "$o" is scheme, host and port. A row without
 * feeds is an exception to those below it.
 */
#include "config.h"

#include "feed/site.h"

#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/url.h"

#define PARTS_MAX 4

struct site {
	const char *host, *path;
	const char *query; /* the parameter that is $1; NULL none */
	const char *sign;  /* what has to be in the page; NULL nothing */
	const char *feeds[FEED_SITE_MAX];
};

#define YOUTUBE "https://www.youtube.com/feeds/videos.xml?"
#define REDDIT "https://www.reddit.com/"
#define GITHUB "https://github.com/$1/$2/"
#define MEDIUM "https://medium.com/feed/"
#define SOURCEHUT "https://git.sr.ht/~$1/$2/"
#define LOOKUP "https://itunes.apple.com/lookup?entity=podcast&id="

static const struct site sites[] = {
	/* developers.google.com/youtube/v3/guides/push_notifications */
	{"youtube.com", "/channel/%/...", .feeds = {YOUTUBE "channel_id=$1"}},
	{"youtube.com", "/user/%/...", .feeds = {YOUTUBE "user=$1"}},
	{"youtube.com", "/playlist", .query = "list",
		.feeds = {YOUTUBE "playlist_id=$1"}},
	{"youtube.com", "/watch", .query = "list", .feeds = {YOUTUBE "playlist_id=$1"}},
	{"youtube.com", "/embed/videoseries", .query = "list",
		.feeds = {YOUTUBE "playlist_id=$1"}},

	/* www.reddit.com/wiki/rss */
	{"reddit.com", "/r/%/comments/%/...", .feeds = {REDDIT "r/$1/comments/$2/.rss"}},
	{"reddit.com", "/r/%/...", .feeds = {REDDIT "r/$1/.rss"}},
	{"reddit.com", "/user/%/m/%/...", .feeds = {REDDIT "user/$1/m/$2/.rss"}},
	{"reddit.com", "/user/%/...", .feeds = {REDDIT "user/$1/.rss"}},
	{"reddit.com", "/u/%/...", .feeds = {REDDIT "user/$1/.rss"}},
	{"reddit.com", "/", .feeds = {REDDIT ".rss"}},

	/* docs.github.com/rest/activity/feeds */
	{"github.com", "/%/%/releases/...", .feeds = {GITHUB "releases.atom"}},
	{"github.com", "/%/%/tags", .feeds = {GITHUB "tags.atom"}},
	{"github.com", "/%/%/commits/...", .feeds = {GITHUB "commits$r.atom"}},
	{"github.com", "/%/%/tree/...", .feeds = {GITHUB "commits$r.atom"}},

	/* the routes of its server, bskyweb */
	{"bsky.app", "/profile/%/...", .feeds = {"https://bsky.app/profile/$1/rss"}},

	/* support.substack.com, on RSS feeds of publications */
	{"open.substack.com", "/pub/%/...", .feeds = {"https://$1.substack.com/feed"}},
	{"*.substack.com", "/...", .feeds = {"https://$0.substack.com/feed"}},
	{"*", "/...", .sign = "substackcdn.com", .feeds = {"$o/feed"}},

	/* help.medium.com, on RSS feeds of profiles, publications and topics */
	{"medium.com", "/@%/...", .feeds = {MEDIUM "@$1"}},
	{"medium.com", "/tag/%/...", .feeds = {MEDIUM "tag/$1"}},
	{"medium.com", "/%/tagged/%", .feeds = {MEDIUM "$1/tagged/$2"}},
	{"medium.com", "/p/...", .feeds = {NULL}},
	{"medium.com", "/m/...", .feeds = {NULL}},
	{"medium.com", "/%/...", .feeds = {MEDIUM "$1"}},
	{"*.medium.com", "/...", .feeds = {"https://$0.medium.com/feed"}},

	/* the routes of git.sr.ht */
	{"git.sr.ht", "/~%/%/refs/...", .feeds = {SOURCEHUT "refs/rss.xml"}},
	{"git.sr.ht", "/~%/%/log", .feeds = {SOURCEHUT "log/rss.xml"}},
	{"git.sr.ht", "/~%/%/log/%/...", .feeds = {SOURCEHUT "log/$3/rss.xml"}},
	{"git.sr.ht", "/~%/%/...",
		.feeds = {SOURCEHUT "refs/rss.xml", SOURCEHUT "log/rss.xml"}},

	/* Apple's Search API, look-up by id: the answer names the feed */
	{"podcasts.apple.com", "/%/podcast/%/id%", .feeds = {LOOKUP "$3"}},
	{"podcasts.apple.com", "/%/podcast/id%", .feeds = {LOOKUP "$2"}},
	{"podcasts.apple.com", "/podcast/%/id%", .feeds = {LOOKUP "$2"}},
	{"podcasts.apple.com", "/podcast/id%", .feeds = {LOOKUP "$1"}},
	{"itunes.apple.com", "/%/podcast/%/id%", .feeds = {LOOKUP "$3"}},
	{"itunes.apple.com", "/%/podcast/id%", .feeds = {LOOKUP "$2"}},
	{"itunes.apple.com", "/podcast/id%", .feeds = {LOOKUP "$1"}},

	/* the routes of Mastodon, which runs on many hosts */
	{"*", "/@%@%", .sign = "mastodon", .feeds = {"https://$2/@$1.rss"}},
	{"*", "/@%", .sign = "mastodon", .feeds = {"$o/@$1.rss"}},
	{"*", "/@%/with_replies", .sign = "mastodon", .feeds = {"$o/@$1.rss"}},
	{"*", "/@%/media", .sign = "mastodon", .feeds = {"$o/@$1.rss"}},
	{"*", "/@%/tagged/%", .sign = "mastodon", .feeds = {"$o/@$1/tagged/$2.rss"}},
	{"*", "/web/@%", .sign = "mastodon", .feeds = {"$o/@$1.rss"}},
	{"*", "/users/%", .sign = "mastodon", .feeds = {"$o/@$1.rss"}},
	{"*", "/tags/%", .sign = "mastodon", .feeds = {"$o/tags/$1.rss"}},
};

/* What the marks of a pattern stand for: [0] in the host, [1] and on in the path. */
struct found {
	struct span parts[PARTS_MAX], rest, origin;
};

/* A host without parts that only choose how the page is shown. */
static struct span
bare_host(struct span host)
{
	static const char *const starts[] = {
		"www.", "m.", "old.", "new.", "np.", "sh.", "i.", "amp.", "music."};
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		size_t n = strlen(starts[i]);
		if (host.n > n && str_ieqn(host.p, starts[i], n))
			return (struct span){host.p + n, host.n - n};
	}
	return host;
}

static bool
match_host(const char *pattern, struct span host, struct found *found)
{
	size_t n = strlen(pattern);
	if (*pattern != '*')
		return span_ieq(bare_host(host), pattern);
	if (host.n <= n - 1 || !str_ieqn(host.p + host.n - (n - 1), pattern + 1, n - 1))
		return false;
	found->parts[0] = (struct span){host.p, host.n - (n - 1)};
	return !span_ieq(found->parts[0], "www");
}

static bool
match_path(const char *pattern, struct span path, struct found *found)
{
	size_t parts = 0;
	while (*pattern) {
		if (str_eq(pattern, "/...")) {
			bool ends = !path.n || *path.p == '/';
			while (path.n && path.p[path.n - 1] == '/')
				path.n--;
			found->rest = path;
			return ends;
		}
		if (*pattern != '%') {
			if (!path.n || *path.p != *pattern)
				return false;
			pattern++;
			path.p++;
			path.n--;
			continue;
		}
		struct span part = {path.p, 0};
		while (part.n < path.n && part.p[part.n] != '/' &&
			part.p[part.n] != pattern[1])
			part.n++;
		if (!part.n || ++parts == PARTS_MAX)
			return false;
		found->parts[parts] = part;
		path.p += part.n;
		path.n -= part.n;
		pattern++;
	}
	return !path.n || span_eq(path, "/");
}

static bool
match_query(const char *name, struct span query, struct found *found)
{
	struct span pair;
	if (!name)
		return true;
	while (span_split(&query, '&', &pair)) {
		struct span value = pair, key;
		if (span_split(&value, '=', &key) && span_eq(key, name) && value.n) {
			found->parts[1] = value;
			return true;
		}
	}
	return false;
}

static char *
fill_in(struct arena *arena, const char *feed, const struct found *found)
{
	struct buf out = BUF_INIT(0);
	for (; *feed; feed++) {
		if (*feed != '$') {
			buf_addc(&out, *feed);
			continue;
		}
		feed++;
		struct span part = *feed == 'o'   ? found->origin
				   : *feed == 'r' ? found->rest
						  : found->parts[*feed - '0'];
		buf_add(&out, part.p, part.n);
	}
	char *url = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return url;
}

size_t
feed_site_feeds(
	struct arena *arena, const char *url, struct span page, char *out[FEED_SITE_MAX])
{
	struct url u = url_split(span_of(url));
	if (!url_is_web(url))
		return 0;
	const char *end = u.port.n ? u.port.p + u.port.n : u.host.p + u.host.n;
	struct span origin = {url, (size_t)(end - url)};
	for (size_t i = 0; i < COUNT_OF(sites); i++) {
		const struct site *site = &sites[i];
		struct found found = {.origin = origin};
		struct span path = u.path.n ? u.path : SPAN_LIT("/");
		if (!match_host(site->host, u.host, &found) ||
			!match_path(site->path, path, &found) ||
			!match_query(site->query, u.query, &found) ||
			(site->sign && !str_ifind(page.p, page.n, site->sign)))
			continue;
		size_t n = 0;
		for (; n < FEED_SITE_MAX && site->feeds[n]; n++)
			out[n] = fill_in(arena, site->feeds[n], &found);
		return n;
	}
	return 0;
}
