/*
 * Addresses: the first line is a base, the second a reference. A normalised address is a
 * web address, and normalising it again changes nothing; likewise for a resolved one.
 * Secrets are masked, and host names become ASCII.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/host.h"
#include "base/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static bool
within(struct span part, struct span whole)
{
	return !part.p || (part.p >= whole.p && part.p + part.n <= whole.p + whole.n);
}

static void
check_parts(struct span whole)
{
	const struct url url = url_split(whole);
	const struct span parts[] = {url.scheme, url.userinfo, url.host, url.port,
		url.path, url.query, url.fragment};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (!within(parts[i], whole))
			abort();
}

static void
check_host(struct span host)
{
	struct buf out = BUF_INIT(0);
	host_ascii(&out, host);
	for (size_t i = 0; i < out.len; i++)
		if ((unsigned char)out.data[i] >= 0x80 ||
			str_lower((unsigned char)out.data[i]) !=
				(unsigned char)out.data[i])
			abort();
	buf_done(&out);
}

static void
check_normal(struct arena *arena, struct span typed)
{
	struct err err = {0};
	char *url, *again;
	if (url_normalize(arena, typed, &url, &err) != OK) {
		if (!err.text[0])
			abort();
		return;
	}
	if (!url_is_web(url) || url_normalize(arena, span_of(url), &again, &err) != OK ||
		!str_eq(url, again))
		abort();
	check_host(url_split(span_of(url)).host);
}

/* The masked address has neither user information nor values of the query. */
static void
check_mask(struct arena *arena, const char *url)
{
	const struct url parts = url_split(span_of(url_mask(arena, url)));
	struct span rest = parts.query, pair, name;
	if (parts.userinfo.p && !span_eq(parts.userinfo, "…"))
		abort();
	while (rest.p && span_split(&rest, '&', &pair))
		if (span_split(&pair, '=', &name) && pair.p && !span_eq(pair, "…"))
			abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct span rest = {(const char *)data, n}, line, ref = {"", 0};
	struct arena arena = ARENA_INIT;
	span_split(&rest, '\n', &line);
	if (rest.p)
		span_split(&rest, '\n', &ref);
	const char *base = url_resolve(&arena, NULL, line);
	check_parts(line);
	check_host(line);
	check_normal(&arena, line);
	check_mask(&arena, arena_strndup(&arena, line.p, line.n));
	const char *url = url_resolve(&arena, base, ref);
	for (const char *p = url; *p; p++)
		if ((unsigned char)*p <= 0x20 || *p == 0x7f)
			abort();
	if (url_split(span_of(url)).scheme.p &&
		!str_eq(url, url_resolve(&arena, base, span_of(url))))
		abort();
	arena_done(&arena);
	return 0;
}
