#include "config.h"

#include "fetch/proxy.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"

/* curl(1), section ENVIRONMENT: HTTP_PROXY in capitals does not count, since a CGI
 * program's clients could set it. */
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

const char *
fetch_proxy_of(const char *configured, const char *url)
{
	if (configured)
		return str_empty(configured) ? NULL : configured;
	return environment(url);
}

static struct url
split(const char *proxy, struct buf *whole)
{
	/* Without a scheme it is one of http (CURLOPT_PROXY(3)). */
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
