#include "config.h"

#include "fetch/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/host.h"
#include "base/i18n.h"
#include "base/span.h"
#include "base/url.h"
#include "base/utf8.h"
#include "fetch/private.h"

static void
put_escaped(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c <= ' ' || c >= 0x7f)
			buf_addf(out, "%%%02X", c);
		else
			buf_addc(out, (char)c);
	}
}

/* Joins the parts of an address, in the form that a request needs. */
static char *
compose(const struct url *url, struct span userinfo)
{
	struct buf out = BUF_INIT(0);
	url_put_lower(&out, url->scheme);
	buf_adds(&out, "://");
	if (userinfo.p) {
		put_escaped(&out, userinfo);
		buf_addc(&out, '@');
	}
	host_ascii(&out, url->host);
	if (url->port.n) {
		buf_addc(&out, ':');
		buf_add(&out, url->port.p, url->port.n);
	}
	if (url->path.n)
		put_escaped(&out, url->path);
	else
		buf_addc(&out, '/');
	if (url->query.p) {
		buf_addc(&out, '?');
		put_escaped(&out, url->query);
	}
	return buf_take(&out);
}

/* Cleans an address for the screen, and returns it as a string of its own. */
static char *
clean(const char *text, size_t n)
{
	struct buf out = BUF_INIT(0);
	utf8_clean_line(&out, text, n, 0);
	return buf_take(&out);
}

char *
fetch_address_show(const char *url)
{
	struct arena arena = ARENA_INIT;
	struct span masked = span_of(url_mask(&arena, url));
	char *shown = clean(masked.p, masked.n);
	arena_done(&arena);
	return shown;
}

char *
fetch_address_host(const char *url)
{
	struct span host = url_split(span_of(url)).host;
	return host.n ? clean(host.p, host.n) : fetch_address_show(url);
}

struct span
fetch_address_server(const char *url)
{
	struct url parts = url_split(span_of(url));
	struct span host = parts.host;
	bool own = host.n && (fetch_private_host(host) || !memchr(host.p, '.', host.n));
	if (own && parts.port.n)
		host.n = (size_t)(parts.port.p + parts.port.n - host.p);
	return host;
}

int
fetch_address_prepare(const char *url, char **out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	char *whole = url_resolve(&arena, NULL, span_of(url));
	int status = OK;
	if (url_is_web(whole)) {
		struct url parts = url_split(span_of(whole));
		*out = compose(&parts, parts.userinfo);
	} else {
		char *shown = fetch_address_show(whole);
		status = err_set(err, ERR_DENIED,
			_("%s: only http and https addresses can be fetched"), shown);
		free(shown);
	}
	arena_done(&arena);
	return status;
}

static struct span
port_of(const struct url *url)
{
	if (url->port.n)
		return url->port;
	return span_of(url->scheme.n == 5 ? "443" : "80");
}

static bool
same_origin(const struct url *a, const struct url *b)
{
	return span_isame(a->scheme, b->scheme) && span_isame(a->host, b->host) &&
	       span_isame(port_of(a), port_of(b));
}

/* Why a redirect from `from` to the resolved target is refused; NULL: it is not. */
static const char *
refusal(const struct url *from, const char *target, bool plain)
{
	if (!url_is_web(target))
		return N_("%s redirects to %s, which is neither http nor https: refused");
	if (!plain && from->scheme.n == 5 && url_split(span_of(target)).scheme.n == 4)
		return N_("%s redirects from https to %s, which is not encrypted: "
			  "refused");
	return NULL;
}

int
fetch_address_redirect(
	const char *from, const char *location, bool plain, char **out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct span text = span_trim(span_of(location));
	char *shown = fetch_address_show(from);
	int status = OK;
	if (!text.n) {
		status = err_set(err, ERR_NETWORK,
			_("%s: the server redirects, but does not say where to"), shown);
		goto out;
	}
	struct url base = url_split(span_of(from));
	char *target = url_resolve(&arena, from, text);
	const char *why = refusal(&base, target, plain);
	if (why) {
		char *there = fetch_address_show(target);
		status = err_set(err, ERR_DENIED, _(why), shown, there);
		free(there);
		goto out;
	}
	struct url parts = url_split(span_of(target));
	bool same = same_origin(&base, &parts);
	*out = compose(&parts, same ? base.userinfo : (struct span){NULL, 0});
out:
	free(shown);
	arena_done(&arena);
	return status;
}

char *
fetch_address_origin(const char *url)
{
	struct url parts = url_split(span_of(url));
	struct buf out = BUF_INIT(0);
	url_put_lower(&out, parts.scheme);
	buf_adds(&out, "://");
	url_put_lower(&out, parts.host);
	buf_addf(&out, ":%.*s", SPAN_FMT(port_of(&parts)));
	return buf_take(&out);
}

int
fetch_address_refuse_private(const char *from, const char *url, struct err *err)
{
	char *shown = fetch_address_show(from), *there = fetch_address_show(url);
	err_set(err, ERR_DENIED,
		_("%s leads to %s, which is on a private network: refused; subscribe to "
		  "that address itself if it is right"),
		shown, there);
	free(shown);
	free(there);
	return ERR_DENIED;
}

int
fetch_address_login(const char *url, bool login, bool plain, struct err *err)
{
	struct url parts = url_split(span_of(url));
	if ((!parts.userinfo.p && !login) || plain || parts.scheme.n == 5 ||
		fetch_private_loopback(parts.host))
		return OK;
	char *shown = fetch_address_show(url);
	err_set(err, ERR_DENIED,
		_("%s: without https the password would be readable on its way; use "
		  "https, or set plain-login"),
		shown);
	free(shown);
	return ERR_DENIED;
}

char *
fetch_address_public(const char *url)
{
	struct url parts = url_split(span_of(url));
	return compose(&parts, (struct span){NULL, 0});
}
