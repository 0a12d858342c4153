#include "config.h"

#include "base/url.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"

static bool
scheme_char(int c)
{
	return str_alpha(c) || str_digit(c) || c == '+' || c == '-' || c == '.';
}

/* Takes the part before the first of the stops off s. */
static struct span
take_until(struct span *s, const char stops[static 3])
{
	size_t n = 0;
	if (!s->n)
		return *s;
	while (n < s->n && s->p[n] != stops[0] && s->p[n] != stops[1] &&
		s->p[n] != stops[2])
		n++;
	struct span part = {s->p, n};
	s->p += n;
	s->n -= n;
	return part;
}

static void
split_authority(struct span s, struct url *url)
{
	const char *at = NULL;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '@')
			at = s.p + i;
	if (at) {
		url->userinfo = (struct span){s.p, (size_t)(at - s.p)};
		s.n -= url->userinfo.n + 1;
		s.p = at + 1;
	}
	url->host = s;
	const char *colon = s.n && s.p[0] == '[' ? memchr(s.p, ']', s.n) : s.p;
	colon = colon ? memchr(colon, ':', s.n - (size_t)(colon - s.p)) : NULL;
	if (colon) {
		url->host.n = (size_t)(colon - s.p);
		url->port = (struct span){colon + 1, s.n - url->host.n - 1};
	}
}

/* What the regular expression of RFC 3986, appendix B, does. */
struct url
url_split(struct span s)
{
	struct url url = {0};
	size_t n = 0;
	while (n < s.n && scheme_char((unsigned char)s.p[n]))
		n++;
	if (n > 0 && n < s.n && s.p[n] == ':' && str_alpha((unsigned char)s.p[0])) {
		url.scheme = (struct span){s.p, n};
		s.p += n + 1;
		s.n -= n + 1;
	}
	if (s.n >= 2 && s.p[0] == '/' && s.p[1] == '/') {
		s.p += 2;
		s.n -= 2;
		split_authority(take_until(&s, "/?#"), &url);
	}
	url.path = take_until(&s, "?##");
	if (s.n && s.p[0] == '?') {
		s.p++, s.n--;
		url.query = take_until(&s, "###");
	}
	if (s.n && s.p[0] == '#')
		url.fragment = (struct span){s.p + 1, s.n - 1};
	return url;
}

static void
put(struct buf *out, struct span s)
{
	buf_add(out, s.p, s.n);
}

static void
put_authority(struct buf *out, const struct url *url)
{
	if (!url->host.p)
		return;
	buf_adds(out, "//");
	if (url->userinfo.p) {
		put(out, url->userinfo);
		buf_addc(out, '@');
	}
	put(out, url->host);
	if (url->port.p) {
		buf_addc(out, ':');
		put(out, url->port);
	}
}

/* RFC 3986, section 5.2.4, for the bytes of out from start on. */
static void
remove_dot_segments(struct buf *out, size_t start)
{
	char *base = out->data + start;
	size_t n = out->len - start, to = 0;
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;
		while (end < n && base[end] != '/')
			end++;
		size_t len = end - i; /* a segment with its leading slash */
		bool last = end == n;
		if (len == 2 && memcmp(base + i, "/.", 2) == 0) {
			if (last)
				base[to++] = '/';
		} else if (len == 3 && memcmp(base + i, "/..", 3) == 0) {
			while (to > 0 && base[--to] != '/')
				;
			if (last)
				base[to++] = '/';
		} else {
			memmove(base + to, base + i, len);
			to += len;
		}
		i = end;
	}
	buf_cut(out, start + to);
}

/* Puts the path of base up to its last slash, followed by path (section 5.2.3). */
static void
put_merged_path(struct buf *out, const struct url *base, struct span path)
{
	size_t keep = base->path.n;
	while (keep > 0 && base->path.p[keep - 1] != '/')
		keep--;
	if (keep == 0 && base->host.p)
		buf_addc(out, '/');
	buf_add(out, base->path.p, keep);
	put(out, path);
}

static void
put_path_of(struct buf *out, const struct url *base, const struct url *ref)
{
	size_t start = out->len;
	if (!ref->path.n && !ref->host.p) {
		put(out, base->path);
		return;
	}
	if (ref->host.p || (ref->path.n && ref->path.p[0] == '/'))
		put(out, ref->path);
	else
		put_merged_path(out, base, ref->path);
	if (out->len > start && out->data[start] == '/')
		remove_dot_segments(out, start);
}

static void
put_tail(struct buf *out, const struct url *base, const struct url *ref)
{
	struct span query = ref->query;
	if (!query.p && !ref->path.n && !ref->host.p)
		query = base->query;
	if (query.p) {
		buf_addc(out, '?');
		put(out, query);
	}
	if (ref->fragment.p) {
		buf_addc(out, '#');
		put(out, ref->fragment);
	}
}

/* Puts s without surrounding white space and control characters; blanks become %20. */
static void
put_tidy(struct buf *out, struct span s)
{
	s = span_trim(s);
	size_t done = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c > 0x20 && c != 0x7f)
			continue;
		buf_add(out, s.p + done, i - done);
		if (c == ' ')
			buf_adds(out, "%20");
		done = i + 1;
	}
	buf_add(out, s.p + done, s.n - done);
}

char *
url_resolve(struct arena *arena, const char *base, struct span ref)
{
	struct buf tidy = BUF_INIT(0), out = BUF_INIT(0);
	put_tidy(&tidy, ref);
	struct url r = url_split((struct span){buf_str(&tidy), tidy.len});
	struct url b = url_split(span_of(base));
	char *result;
	if (r.scheme.p || !b.scheme.p) {
		result = arena_strndup(arena, buf_str(&tidy), tidy.len);
	} else {
		put(&out, b.scheme);
		buf_addc(&out, ':');
		put_authority(&out, r.host.p ? &r : &b);
		put_path_of(&out, &b, &r);
		put_tail(&out, &b, &r);
		result = arena_strndup(arena, buf_str(&out), out.len);
	}
	buf_done(&tidy);
	buf_done(&out);
	return result;
}

/* Strips feed: in its various forms; *scheme is set if the address needs one. */
static struct span
mend_scheme(struct span s, const char **scheme)
{
	*scheme = NULL;
	if (s.n >= 5 && str_ieqn(s.p, "feed:", 5)) {
		s.p += 5;
		s.n -= 5;
		if (s.n >= 2 && s.p[0] == '/' && s.p[1] == '/')
			s.p += 2, s.n -= 2;
	}
	struct url url = url_split(s);
	bool is_port = url.scheme.p && !url.host.p && url.path.n &&
		       str_digit((unsigned char)url.path.p[0]);
	if (!url.scheme.p || is_port) {
		*scheme = "https";
		if (s.n >= 2 && s.p[0] == '/' && s.p[1] == '/')
			s.p += 2, s.n -= 2;
	}
	return s;
}

bool
url_lacks_scheme(struct span s)
{
	const char *scheme;
	mend_scheme(span_trim(s), &scheme);
	return scheme != NULL;
}

static bool
has_control(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return true;
	return false;
}

/* Is it a name, an IPv4 or a bracketed IPv6 address? Unicode names are allowed. */
static bool
good_host(struct span host)
{
	for (size_t i = 0; i < host.n; i++) {
		unsigned char c = (unsigned char)host.p[i];
		if (!str_alpha(c) && !str_digit(c) && c < 0x80 && !strchr("-._[]:%", c))
			return false;
	}
	return host.n > 0;
}

static bool
good_port(struct span port)
{
	int64_t n;
	return !port.n || (str_digit((unsigned char)port.p[0]) &&
				  str_int(port, &n) == OK && n > 0 && n <= 65535);
}

void
url_put_lower(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		buf_addc(out, (char)str_lower((unsigned char)s.p[i]));
}

static void
put_normal(struct buf *out, const struct url *url)
{
	url_put_lower(out, url->scheme);
	buf_adds(out, "://");
	if (url->userinfo.p) {
		put_tidy(out, url->userinfo);
		buf_addc(out, '@');
	}
	url_put_lower(out, url->host);
	bool tls = url->scheme.n == 5;
	if (url->port.n && !span_eq(url->port, tls ? "443" : "80")) {
		buf_addc(out, ':');
		put(out, url->port);
	}
	if (url->path.n)
		put_tidy(out, url->path);
	else
		buf_addc(out, '/');
	if (url->query.p) {
		buf_addc(out, '?');
		put_tidy(out, url->query);
	}
}

int
url_normalize(struct arena *arena, struct span s, char **out, struct err *err)
{
	s = span_trim(s);
	if (!s.n)
		return err_set(err, ERR_INVALID, _("the address is empty"));
	if (has_control(s))
		return err_set(
			err, ERR_INVALID, _("the address contains control characters"));
	const char *scheme;
	s = mend_scheme(s, &scheme);
	struct buf whole = BUF_INIT(0), normal = BUF_INIT(0);
	if (scheme) {
		buf_adds(&whole, scheme);
		buf_adds(&whole, "://");
	}
	put(&whole, s);
	struct url url = url_split((struct span){buf_str(&whole), whole.len});
	int status = OK;
	if (!(url.scheme.n == 4 && str_ieqn(url.scheme.p, "http", 4)) &&
		!(url.scheme.n == 5 && str_ieqn(url.scheme.p, "https", 5)))
		status = err_set(err, ERR_INVALID,
			_("%s: only http and https addresses can be fetched"),
			url_mask(arena, buf_str(&whole)));
	else if (!good_host(url.host))
		status = err_set(err, ERR_INVALID, _("%s: the address has no valid host"),
			url_mask(arena, buf_str(&whole)));
	else if (!good_port(url.port))
		status = err_set(err, ERR_INVALID,
			_("%s: the port in the address is not a number up to 65535"),
			url_mask(arena, buf_str(&whole)));
	if (status == OK) {
		put_normal(&normal, &url);
		*out = arena_strndup(arena, buf_str(&normal), normal.len);
	}
	buf_done(&whole);
	buf_done(&normal);
	return status;
}

/* Puts a path, which may contain whole addresses: that of filter:COMMAND:URL, or
 * arguments of exec:. Their user information is masked too. */
static void
put_masked_path(struct buf *out, struct span path)
{
	while (path.n) {
		struct span part = path, user;
		const char *mark = memmem(path.p, path.n, "://", 3);
		if (mark)
			part.n = (size_t)(mark + 3 - path.p);
		put(out, part);
		path.p += part.n;
		path.n -= part.n;
		user = path;
		user.n = 0;
		for (size_t i = 0; i < path.n && !strchr("/ \"'", path.p[i]); i++)
			if (path.p[i] == '@')
				user.n = i;
		if (!mark || !user.n)
			continue;
		buf_adds(out, "…");
		path.p += user.n;
		path.n -= user.n;
	}
}

/* Puts one part of an address, up to its "#". */
static void
put_masked(struct buf *out, struct url *url)
{
	if (url->scheme.p) {
		put(out, url->scheme);
		buf_addc(out, ':');
	}
	if (url->userinfo.p)
		url->userinfo = span_of("…");
	put_authority(out, url);
	put_masked_path(out, url->path);
	struct span rest = url->query, pair;
	for (char mark = '?'; rest.p && span_split(&rest, '&', &pair); mark = '&') {
		struct span value = pair, name;
		span_split(&value, '=', &name);
		buf_addc(out, mark);
		put_masked_path(out, name);
		if (value.p)
			buf_adds(out, "=…");
	}
}

char *
url_mask(struct arena *arena, const char *s)
{
	struct url url = url_split(span_of(s));
	struct buf out = BUF_INIT(0);
	put_masked(&out, &url);
	/* In html:#id:URL and exec:COMMAND, a "#" does not begin a fragment. */
	while (!url.host.p && url.fragment.p) {
		buf_addc(&out, '#');
		url = url_split(url.fragment);
		put_masked(&out, &url);
	}
	char *masked = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return masked;
}

char *
url_public(struct arena *arena, const char *s, bool mark)
{
	struct url url = url_split(span_of(s));
	if (!url.userinfo.p)
		return arena_strdup(arena, s);
	return arena_printf(arena, "%.*s://%s%s", SPAN_FMT(url.scheme), mark ? "…@" : "",
		url.userinfo.p + url.userinfo.n + 1);
}

bool
url_has_secret(const char *s)
{
	static const char *const names[] = {"token", "key", "apikey", "secret", "auth",
		"password", "passwd", "pass", "pwd", "sig", "signature", "session",
		"sid"};
	struct url url = url_split(span_of(s));
	struct span rest = url.query, pair, name;
	while (rest.p && span_split(&rest, '&', &pair)) {
		if (!span_split(&pair, '=', &name) || !pair.n)
			continue;
		/* private_token, feed-key */
		for (size_t i = name.n; i-- > 0;)
			if (name.p[i] == '_' || name.p[i] == '-') {
				name.n -= i + 1, name.p += i + 1;
				break;
			}
		for (size_t i = 0; i < COUNT_OF(names); i++)
			if (span_ieq(name, names[i]))
				return true;
	}
	return false;
}

bool
url_is_web(const char *s)
{
	if (!s || (!str_istarts(s, "http://") && !str_istarts(s, "https://")))
		return false;
	for (const char *p = s; *p; p++)
		if ((unsigned char)*p <= 0x20 || *p == 0x7f)
			return false;
	return url_split(span_of(s)).host.n > 0;
}

char *
url_escape(struct arena *arena, const char *s)
{
	struct buf out = BUF_INIT(0);
	struct span host = url_split(span_of(s)).host;
	for (const char *p = s; *p; p++) {
		unsigned char c = (unsigned char)*p;
		bool named = host.p && p >= host.p && p < host.p + host.n;
		if (!named && (c <= ' ' || c >= 0x7f || strchr("\"'`\\$()|<>^{}", c)))
			buf_addf(&out, "%%%02X", c);
		else
			buf_addc(&out, (char)c);
	}
	char *escaped = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return escaped;
}

void
url_decode(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		int high = i + 2 < s.n && s.p[i] == '%' ? str_hex(s.p[i + 1]) : -1;
		int low = high >= 0 ? str_hex(s.p[i + 2]) : -1;
		if (low >= 0 && high + low > 0) {
			buf_addc(out, (char)(high << 4 | low));
			i += 2;
		} else {
			buf_addc(out, s.p[i]);
		}
	}
}
