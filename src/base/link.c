#include "config.h"

#include "base/link.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "base/url.h"

/* Parameters that begin with one of these. */
static const char *const prefixes[] = {
	"utm_", "mtm_", "pk_", "piwik_", "hsa_", "at_campaign", "at_medium", "at_custom"};

/* Parameters of campaigns, mail and advertisement services, and shares. */
static const char *const names[] = {"fbclid", "gclid", "dclid", "gbraid", "wbraid",
	"msclkid", "yclid", "twclid", "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok",
	"_hsenc", "_hsmi", "vero_id", "ref_src", "ncid", "ocid", "spm", "wt_mc", "xtor",
	"guccounter", "guce_referrer", "cmp", "cmpid", "smid", "sr_share", "ftag",
	"s_cid"};

/* An AMP edition's. */
static const char *const amp_names[] = {"amp", "outputtype"};

static bool
tracks(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		size_t n = strlen(prefixes[i]);
		if (name.n >= n && str_ieqn(name.p, prefixes[i], n))
			return true;
	}
	return span_is_any(name, names, COUNT_OF(names));
}

static struct span
name_of(struct span parameter)
{
	const char *equals = parameter.n ? memchr(parameter.p, '=', parameter.n) : NULL;
	return equals ? (struct span){parameter.p, (size_t)(equals - parameter.p)}
		      : parameter;
}

/* Appends the query, with its question mark, if something is left of it. */
static void
put_query(struct buf *out, struct span query, bool page)
{
	struct span one;
	char mark = '?';
	while (span_split(&query, '&', &one)) {
		struct span name = name_of(one);
		if (!one.n || tracks(name) ||
			(page && span_is_any(name, amp_names, COUNT_OF(amp_names))))
			continue;
		buf_addc(out, mark);
		buf_add(out, one.p, one.n);
		mark = '&';
	}
}

static bool
is_web(const struct url *url)
{
	return url->host.n &&
	       ((url->scheme.n == 4 && str_ieqn(url->scheme.p, "http", 4)) ||
		       (url->scheme.n == 5 && str_ieqn(url->scheme.p, "https", 5)));
}

void
link_untrack(struct buf *out, const char *link)
{
	struct url url = url_split(span_of(link));
	if (!is_web(&url) || !url.query.p) {
		buf_adds(out, link);
		return;
	}
	buf_add(out, link, (size_t)(url.query.p - 1 - link));
	put_query(out, url.query, false);
	if (url.fragment.p)
		buf_addf(out, "#%.*s", SPAN_FMT(url.fragment));
}

char *
link_untracked(struct arena *arena, const char *link)
{
	struct buf out = BUF_INIT(0);
	if (link)
		link_untrack(&out, link);
	char *copy = link ? arena_strdup(arena, buf_str(&out)) : NULL;
	buf_done(&out);
	return copy;
}

/* Appends the host without the parts that name an edition. */
static void
put_host(struct buf *out, struct span host)
{
	static const char *const editions[] = {"www.", "m.", "mobile.", "amp."};
	for (size_t i = 0; i < COUNT_OF(editions); i++) {
		size_t n = strlen(editions[i]);
		if (host.n > n && str_ieqn(host.p, editions[i], n) &&
			memchr(host.p + n, '.', host.n - n)) {
			host.p += n;
			host.n -= n;
		}
	}
	for (size_t i = 0; i < host.n; i++) {
		/* en.m.wikipedia.org */
		if (host.n - i > 3 && memcmp(host.p + i, ".m.", 3) == 0)
			i += 2;
		char c = host.p[i];
		buf_addc(out, c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c);
	}
}

static bool
take_end(struct span *path, const char *end)
{
	size_t n = strlen(end);
	if (path->n < n || memcmp(path->p + path->n - n, end, n) != 0)
		return false;
	path->n -= n;
	return true;
}

bool
link_page(struct buf *out, const char *link)
{
	struct url url = url_split(span_of(link));
	struct span path = url.path;
	if (!is_web(&url))
		return false;
	take_end(&path, "/");
	if (take_end(&path, "/amp") || take_end(&path, ".amp"))
		take_end(&path, "/");
	if (path.n > 5 && memcmp(path.p, "/amp/", 5) == 0) {
		path.p += 4;
		path.n -= 4;
	}
	put_host(out, url.host);
	size_t host = out->len;
	buf_add(out, path.p, path.n);
	put_query(out, url.query, true);
	/* Pages of one site that differ in the fragment only: #!/page */
	if (url.fragment.n && url.fragment.p[0] == '!')
		buf_addf(out, "#%.*s", SPAN_FMT(url.fragment));
	return out->len > host;
}
