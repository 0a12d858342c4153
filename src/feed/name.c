#include "config.h"

#include "feed/name.h"

#include "base/attr.h"

/* Without "http://" or "https://", "www.", and a slash or hash at the end, and compared
 * without case, since documents differ in all of these. */
static const struct {
	const char *uri;
	enum ns ns;
} uris[] = {
	{"w3.org/2005/Atom", NS_ATOM},
	{"purl.org/atom/ns", NS_ATOM},
	{"purl.org/atom", NS_ATOM},
	{"w3.org/XML/1998/namespace", NS_XML},
	{"w3.org/1999/xhtml", NS_XHTML},
	{"w3.org/1999/02/22-rdf-syntax-ns", NS_RDF},
	{"purl.org/rss/1.0", NS_RSS},
	{"my.netscape.com/rdf/simple/0.9", NS_RSS},
	{"channel.netscape.com/rdf/simple/0.9", NS_RSS},
	{"backend.userland.com/rss", NS_RSS},
	{"backend.userland.com/rss2", NS_RSS},
	{"backend.userland.com/rss091", NS_RSS},
	{"backend.userland.com/rss092", NS_RSS},
	{"blogs.law.harvard.edu/tech/rss", NS_RSS},
	{"cyber.law.harvard.edu/rss", NS_RSS},
	{"cyber.law.harvard.edu/rss/rss.html", NS_RSS},
	{"my.netscape.com/publish/formats/rss-0.91.dtd", NS_RSS},
	{"purl.org/net/rss1.1", NS_RSS},
	{"opml.org/spec2", NS_OPML},
	{"purl.org/dc/elements/1.1", NS_DC},
	{"purl.org/dc/elements/1.0", NS_DC},
	{"purl.org/dc/terms", NS_DCTERMS},
	{"purl.org/rss/1.0/modules/content", NS_CONTENT},
	{"search.yahoo.com/mrss", NS_MEDIA},
	{"video.search.yahoo.com/mrss", NS_MEDIA},
	{"itunes.com/dtds/podcast-1.0.dtd", NS_ITUNES},
	{"itunes.com/DTDs/PodCast-1.0.dtd", NS_ITUNES},
	{"example.com/dtds/podcast-1.0.dtd", NS_ITUNES},
	{"podcastindex.org/namespace/1.0", NS_PODCAST},
	{"podlove.org/simple-chapters", NS_CHAPTERS},
	{"github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
		NS_PODCAST},
	{"purl.org/rss/1.0/modules/syndication", NS_SYNDICATION},
	{"purl.org/rss/1.0/modules/slash", NS_SLASH},
	{"purl.org/syndication/thread/1.0", NS_THREADING},
	{"wellformedweb.org/CommentAPI", NS_WFW},
	{"backend.userland.com/creativeCommonsRssModule", NS_CC},
	{"cyber.law.harvard.edu/rss/creativeCommonsRssModule.html", NS_CC},
	{"web.resource.org/cc", NS_CC},
	{"creativecommons.org/ns", NS_CC},
	{"google.com/schemas/play-podcasts/1.0", NS_GPLAY},
	{"google.com/schemas/play-podcasts/1.0/play-podcasts.xsd", NS_GPLAY},
	{"rssnamespace.org/feedburner/ext/1.0", NS_FEEDBURNER},
	{"purl.org/syndication/history/1.0", NS_HISTORY},
};

static const struct {
	const char *prefix;
	enum ns ns;
} prefixes[] = {
	{"atom", NS_ATOM},
	{"atom10", NS_ATOM},
	{"cc", NS_CC},
	{"content", NS_CONTENT},
	{"creativeCommons", NS_CC},
	{"dc", NS_DC},
	{"dct", NS_DCTERMS},
	{"dcterms", NS_DCTERMS},
	{"feedburner", NS_FEEDBURNER},
	{"fh", NS_HISTORY},
	{"googleplay", NS_GPLAY},
	{"itunes", NS_ITUNES},
	{"media", NS_MEDIA},
	{"podcast", NS_PODCAST},
	{"psc", NS_CHAPTERS},
	{"rdf", NS_RDF},
	{"slash", NS_SLASH},
	{"sy", NS_SYNDICATION},
	{"thr", NS_THREADING},
	{"wfw", NS_WFW},
	{"xhtml", NS_XHTML},
	{"xml", NS_XML},
};

static struct span
bare_uri(struct span uri)
{
	static const char *const starts[] = {"http://", "https://", "//", "www."};
	uri = span_trim(uri);
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		size_t n = span_of(starts[i]).n;
		if (uri.n > n && str_ieqn(uri.p, starts[i], n)) {
			uri.p += n;
			uri.n -= n;
		}
	}
	while (uri.n && (uri.p[uri.n - 1] == '/' || uri.p[uri.n - 1] == '#'))
		uri.n--;
	return uri;
}

enum ns
feed_ns_of_uri(struct span uri)
{
	uri = bare_uri(uri);
	for (size_t i = 0; i < COUNT_OF(uris); i++)
		if (span_of(uris[i].uri).n == uri.n &&
			str_ieqn(uris[i].uri, uri.p, uri.n))
			return uris[i].ns;
	return uri.n ? NS_OTHER : NS_NONE;
}

enum ns
feed_ns_of_prefix(struct span prefix)
{
	for (size_t i = 0; i < COUNT_OF(prefixes); i++)
		if (span_ieq(prefix, prefixes[i].prefix))
			return prefixes[i].ns;
	return NS_OTHER;
}
