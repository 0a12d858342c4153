#include "config.h"

#include "fetch/proxy.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"
#include "fetch/private.h"

/* curl(1), section ENVIRONMENT: HTTP_PROXY in capitals is ignored, since clients of a CGI
 * program could set it. */
static const char *
environment(const char *url)
{
	static const char *const plain[] = {"http_proxy", "all_proxy", "ALL_PROXY", NULL};
	static const char *const tls[] = {
		"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", NULL};
	const char *const *names = str_istarts(url, "https:") ? tls : plain;
	for (; *names; names++) {
		const char *value = getenv(*names);
		if (!str_empty(value))
			return value;
	}
	return NULL;
}

static struct span
trim_dots(struct span s)
{
	while (s.n && s.p[0] == '.') {
		s.p++;
		s.n--;
	}
	while (s.n && s.p[s.n - 1] == '.')
		s.n--;
	return s;
}

/* Matches a domain with its subdomains, an IP address, or a block of addresses. */
static bool
covers(struct span entry, struct span host)
{
	if (fetch_private_number(host))
		return fetch_private_within(host, entry);
	entry = trim_dots(entry);
	host = trim_dots(host);
	if (!entry.n || entry.n > host.n)
		return false;
	size_t before = host.n - entry.n;
	return str_ieqn(host.p + before, entry.p, entry.n) &&
	       (before == 0 || host.p[before - 1] == '.');
}

/* Whether host is in no_proxy, a list separated by commas or blanks; "*": all. */
static bool
excepted(struct span host)
{
	const char *list = getenv("no_proxy");
	if (!list)
		list = getenv("NO_PROXY");
	if (!list)
		return false;
	if (str_eq(list, "*"))
		return true;
	for (size_t n; *list; list += n + (list[n] != '\0')) {
		n = strcspn(list, ", \t");
		if (n && covers((struct span){list, n}, host))
			return true;
	}
	return false;
}

const char *
fetch_proxy_of(const char *configured, const char *url)
{
	const char *proxy = configured ? configured : environment(url);
	if (str_empty(proxy) || excepted(url_split(span_of(url)).host))
		return NULL;
	return proxy;
}

static struct url
split(const char *proxy, struct buf *whole)
{
	/* Without a scheme, it is an http proxy (CURLOPT_PROXY(3)). */
	if (!strstr(proxy, "://"))
		buf_adds(whole, "http://");
	buf_adds(whole, proxy);
	return url_split(span_of(buf_str(whole)));
}

char *
fetch_proxy_show(const char *proxy)
{
	struct buf whole = BUF_INIT(0), text = BUF_INIT(0), clean = BUF_INIT(0);
	struct url url = split(proxy, &whole);
	buf_addf(&text, "%.*s://%.*s", SPAN_FMT(url.scheme), SPAN_FMT(url.host));
	if (url.port.n)
		buf_addf(&text, ":%.*s", SPAN_FMT(url.port));
	utf8_clean_line(&clean, buf_str(&text), text.len, 0);
	buf_done(&text);
	buf_done(&whole);
	return buf_take(&clean);
}

bool
fetch_proxy_named(const char *proxy, const char *words)
{
	struct buf whole = BUF_INIT(0), name = BUF_INIT(0);
	struct span host = split(proxy, &whole).host;
	if (host.n >= 2 && host.p[0] == '[')
		host = (struct span){host.p + 1, host.n - 2};
	buf_add(&name, host.p, host.n);
	bool found = name.len > 0 && str_ifind(words, strlen(words), buf_str(&name));
	buf_done(&name);
	buf_done(&whole);
	return found;
}

static bool
is_port(struct span port)
{
	int64_t number;
	return !port.n || (str_int(port, &number) == OK && number > 0 && number < 65536);
}

bool
fetch_proxy_sound(const char *proxy)
{
	static const char *const schemes[] = {
		"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
	struct buf whole = BUF_INIT(0);
	const struct url url = split(proxy, &whole);
	bool sound = false;
	for (size_t i = 0; i < COUNT_OF(schemes); i++)
		sound |= span_ieq(url.scheme, schemes[i]);
	sound = sound && url.host.n && !strchr(proxy, ' ') && is_port(url.port);
	buf_done(&whole);
	return sound;
}
