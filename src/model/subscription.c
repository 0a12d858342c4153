#include "config.h"

#include "model/subscription.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"

static const struct {
	const char *prefix;
	enum source source;
} prefixes[] = {
	{"exec:", SOURCE_EXEC},
	{"filter:", SOURCE_FILTER},
	{"html:", SOURCE_HTML},
	{"watch:", SOURCE_WATCH},
	{"opml:", SOURCE_OPML},
	{"file:", SOURCE_FILE},
	{"query:", SOURCE_QUERY},
	{"account:", SOURCE_ACCOUNT},
};

enum source
subscription_source(const char *url)
{
	for (size_t i = 0; i < COUNT_OF(prefixes); i++)
		if (str_istarts(url, prefixes[i].prefix)) /* as in the feeds file */
			return prefixes[i].source;
	return SOURCE_HTTP;
}

bool
subscription_is_web(enum source source)
{
	return source == SOURCE_HTTP || source == SOURCE_FILTER ||
	       source == SOURCE_HTML || source == SOURCE_WATCH || source == SOURCE_OPML;
}

/* The address begins where the selector can't continue: at "http://" or "https://", in
 * front or after a colon, but not in brackets or quotes. */
static const char *
behind_selector(const char *s)
{
	int depth = 0;
	char quote = '\0';
	for (const char *p = s; *p; p++) {
		bool starts = p == s || p[-1] == ':';
		if (quote ? *p == quote : *p == '"' || *p == '\'')
			quote = quote ? '\0' : *p;
		else if (!quote && (*p == '[' || *p == '('))
			depth++;
		else if (!quote && (*p == ']' || *p == ')'))
			depth -= depth > 0;
		else if (!quote && !depth && starts &&
			 (str_istarts(p, "http://") || str_istarts(p, "https://")))
			return p;
	}
	return "";
}

const char *
subscription_address(const char *url)
{
	const char *rest = strchr(url, ':');
	enum source source = subscription_source(url);
	if (source == SOURCE_HTML || source == SOURCE_WATCH || source == SOURCE_OPML)
		return behind_selector(rest + 1);
	if (source != SOURCE_FILTER)
		return url;
	const char *colon = strchr(rest + 1, ':');
	return colon ? colon + 1 : "";
}

struct span
subscription_selector(const char *url)
{
	const char *from = strchr(url, ':') + 1, *address = subscription_address(url);
	size_t n = *address ? (size_t)(address - from) : 0;
	return (struct span){from, n ? n - 1 : 0};
}

char *
subscription_at(struct arena *arena, const char *url, const char *address)
{
	enum source source = subscription_source(url);
	const char *old = subscription_address(url);
	if (source == SOURCE_HTTP)
		return arena_strdup(arena, address);
	if (!subscription_is_web(source) || str_empty(old))
		return NULL;
	return arena_printf(arena, "%.*s%s", (int)(old - url), url, address);
}

bool
subscription_tag_within(struct span tag, struct span above)
{
	return tag.n >= above.n && memcmp(tag.p, above.p, above.n) == 0 &&
	       (tag.n == above.n || tag.p[above.n] == '/');
}

bool
subscription_tags_within(char *const *tags, size_t len, const char *above)
{
	for (size_t i = 0; i < len; i++)
		if (subscription_tag_within(span_of(tags[i]), span_of(above)))
			return true;
	return false;
}

struct subscriptions *
subscription_list_new(void)
{
	return mem_zalloc(sizeof(struct subscriptions));
}

void
subscription_list_free(struct subscriptions *subs)
{
	if (!subs)
		return;
	arena_done(&subs->arena);
	free(subs);
}

struct subscription *
subscription_list_add(struct subscriptions *subs)
{
	subs->list = arena_push(&subs->arena, subs->list, subs->len, sizeof *subs->list);
	return &subs->list[subs->len++];
}

struct subscription *
subscription_list_find(const struct subscriptions *subs, const char *url)
{
	for (size_t i = 0; i < subs->len; i++)
		if (str_eq(subs->list[i].url, url))
			return &subs->list[i];
	return NULL;
}

const char *
subscription_list_query(const struct subscriptions *subs, const char *name)
{
	size_t n = strlen(name);
	for (size_t i = 0; i < subs->len; i++) {
		const char *line = subs->list[i].url + strlen("query:");
		if (subs->list[i].source == SOURCE_QUERY && strncmp(line, name, n) == 0 &&
			line[n] == ':')
			return line + n + 1;
	}
	return NULL;
}
