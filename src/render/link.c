#include "config.h"

#include "render/link.h"

#include <string.h>

#include "base/buf.h"
#include "base/host.h"
#include "base/map.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/doc.h"

static bool
is_ascii(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

char *
render_link_show(struct arena *arena, const char *url)
{
	struct buf out = BUF_INIT(0);
	utf8_clean_line(&out, url, strlen(url), 0);
	struct span host = url_split(span_of(url)).host;
	if (host.n && !is_ascii(host)) {
		buf_adds(&out, " (");
		host_ascii(&out, host);
		buf_adds(&out, ")");
	}
	char *shown = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return shown;
}

bool
render_link_scripted(struct span href)
{
	static const char *const schemes[] = {
		"javascript", "vbscript", "data", "blob", "about", "livescript", "jar"};
	/* Browsers skip control characters and blanks before and inside a scheme. */
	char scheme[16];
	size_t n = 0;
	for (size_t i = 0; i < href.n && href.p[i] != ':'; i++) {
		if ((unsigned char)href.p[i] <= 0x20)
			continue;
		if (n == sizeof scheme - 1)
			return false;
		scheme[n++] = href.p[i];
	}
	scheme[n] = '\0';
	if (!memchr(href.p, ':', href.n))
		return false;
	for (size_t i = 0; i < COUNT_OF(schemes); i++)
		if (str_ieq(scheme, schemes[i]))
			return true;
	return false;
}

const char *
render_link_address(struct render_doc *doc, const char *base, struct span href)
{
	struct arena *arena = &doc->arena;
	if (doc->addresses > RENDER_ADDRESSES_MAX)
		return NULL;
	struct buf clean = BUF_INIT(0);
	const char *url = url_resolve(arena, base, href);
	utf8_clean_line(&clean, url, strlen(url), 0);
	url = arena_strndup(arena, buf_str(&clean), clean.len);
	doc->addresses += clean.len + 1;
	buf_done(&clean);
	return url;
}

uint16_t
render_link_number(struct render_doc *doc, const char *url, const char *kind)
{
	size_t n = strlen(url);
	uintptr_t known = (uintptr_t)map_get(&doc->numbers, url, n);
	if (known || doc->links_len == RENDER_LINKS_MAX)
		return (uint16_t)known;
	*VEC_PUSH(doc->links, doc->links_len, doc->links_cap) =
		(struct render_link){url, kind};
	/* The map holds numbers, not addresses. */
	*map_put(&doc->numbers, url, n) = (void *)(uintptr_t)doc->links_len;
	return (uint16_t)doc->links_len;
}

/* The host, if the text looks like an address: with a scheme, or at least a dot. */
static struct span
shown_host(struct span s)
{
	s = span_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= 0x20)
			return (struct span){NULL, 0};
	struct url url = url_split(s);
	if (url.scheme.p)
		return url.host;
	struct span host = {s.p, 0};
	while (host.n < s.n && !strchr("/?#:", s.p[host.n]))
		host.n++;
	bool www = host.n > 4 && str_ieqn(host.p, "www.", 4);
	return www || (host.n < s.n && memchr(host.p, '.', host.n))
		       ? host
		       : (struct span){NULL, 0};
}

static void
put_bare_host(struct buf *out, struct span host)
{
	if (host.n > 4 && str_ieqn(host.p, "www.", 4)) {
		host.p += 4;
		host.n -= 4;
	}
	host_ascii(out, host);
}

bool
render_link_misleads(struct span shown, const char *url)
{
	struct span there = url_split(span_of(url)).host, here = shown_host(shown);
	if (!here.n || !there.n)
		return false;
	struct buf a = BUF_INIT(0), b = BUF_INIT(0);
	put_bare_host(&a, here);
	put_bare_host(&b, there);
	bool differ = !str_eq(buf_str(&a), buf_str(&b));
	buf_done(&a);
	buf_done(&b);
	return differ;
}

void
render_link_host(const char *url, char *out, size_t size)
{
	struct buf host = BUF_INIT(0);
	put_bare_host(&host, url_split(span_of(url)).host);
	size_t n = host.len;
	/* The end of a name says who owns it, so a long one is cut at the start. */
	size_t from = n < size ? 0 : n - (size - 1);
	memcpy(out, buf_str(&host) + from, n - from + 1);
	buf_done(&host);
}
