/*
 * The first word of a line of the feeds file: a web address, or another source, which is
 * recognised by its scheme.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "model/subscription.h"
#include "select/recipe.h"

/* "|COMMAND" is how other readers write exec:; refused in imports (case 22). */
static enum source
source_of(const char *word)
{
	return word[0] == '|' ? SOURCE_EXEC : subscription_source(word);
}

/* Lines that say how an address is read; they run nothing and may come from anywhere. */
static bool
is_page(enum source source)
{
	return source == SOURCE_HTML || source == SOURCE_WATCH || source == SOURCE_OPML;
}

/* Could it be an address? Without a scheme, a dot in the host is what distinguishes one
 * from a stray word. */
static bool
may_be_address(const char *word)
{
	struct span host = {word, strcspn(word, "/?#")}, rest = host, name;
	const char *dot = memchr(host.p, '.', host.n);
	span_split(&rest, ':', &name);
	bool port = name.n && rest.n && strspn(rest.p, "0123456789") == rest.n;
	return strstr(word, "://") || str_istarts(word, "feed:") || word[0] == '[' ||
	       port || span_ieq(name, "localhost") ||
	       (dot && dot != host.p && dot + 1 < host.p + host.n);
}

/* Reads file:/x, file:///x or file://localhost/x, which all mean the same. */
static int
read_file_url(struct arena *arena, const char *word, char **url, struct err *err)
{
	struct url parts = url_split(span_of(word));
	bool local = !parts.host.n ||
		     (parts.host.n == 9 && str_ieqn(parts.host.p, "localhost", 9));
	if (!local || !parts.path.n || parts.path.p[0] != '/')
		return err_set(err, ERR_INVALID,
			_("%s: write file:// and an absolute path, as in "
			  "file:///home/me/feed.xml"),
			word);
	*url = arena_printf(arena, "file://%.*s", SPAN_FMT(parts.path));
	return OK;
}

/* The empty expression would find every item. */
static int
check_query(const char *word, const char *name, struct err *err)
{
	const char *colon = strchr(name, ':');
	if (!colon || !span_trim(span_of(colon + 1)).n)
		return err_set(err, ERR_INVALID,
			_("\"%s\" lacks an expression; write query:NAME:EXPRESSION, all "
			  "in double quotes if it contains spaces"),
			word);
	if (!span_trim((struct span){name, (size_t)(colon - name)}).n)
		return err_set(err, ERR_INVALID,
			_("\"%s\" lacks a name; write query:NAME:EXPRESSION, all in "
			  "double quotes if it contains spaces"),
			word);
	return OK;
}

static int
check_filter(const char *word, struct err *err)
{
	if (*subscription_address(word))
		return OK;
	return err_set(err, ERR_INVALID,
		_("\"%s\" lacks the page's address; write %s, all in double quotes if it "
		  "contains spaces"),
		word, "filter:COMMAND:https://…");
}

static int
read_command(struct arena *arena, enum source source, const char *word, char **url,
	struct err *err)
{
	const char *colon = word[0] == '|' ? NULL : strchr(word, ':');
	if (!colon || str_empty(colon + 1))
		return err_set(err, ERR_INVALID,
			_("\"%s\" lacks a command; write exec:COMMAND, "
			  "filter:COMMAND:URL or query:NAME:EXPRESSION"),
			word);
	int status = source == SOURCE_QUERY    ? check_query(word, colon + 1, err)
		     : source == SOURCE_FILTER ? check_filter(word, err)
					       : OK;
	if (status != OK)
		return status;
	*url = arena_strdup(arena, word);
	return OK;
}

/* account:KEY/ID, KEY being 16 hexadecimal digits. */
static int
read_account(struct arena *arena, const char *word, char **url, struct err *err)
{
	const char *key = word + strlen("account:");
	if (strspn(key, "0123456789abcdef") != 16 || key[16] != '/' || !key[17])
		return err_set(err, ERR_INVALID,
			_("\"%s\" is not a feed of an account; such lines are written "
			  "by courant"),
			word);
	*url = arena_strdup(arena, word);
	return OK;
}

static int
check_selector(
	struct arena *arena, enum source source, struct span selector, struct err *err)
{
	struct select_recipe recipe;
	return source == SOURCE_HTML
		       ? select_recipe_read(selector, arena, &recipe, err)
		       : select_recipe_plain(selector, arena, &recipe.item, err);
}

/* form: how it should be. A bracket or quote that is not closed hides the address. */
static int
lacks_address(struct arena *arena, enum source source, const char *word, const char *form,
	struct err *err)
{
	const char *rest = strchr(word, ':') + 1, *hidden = strstr(rest, ":http");
	struct span selector = {rest, hidden ? (size_t)(hidden - rest) : 0};
	if (hidden && check_selector(arena, source, selector, err) != OK)
		return err->status;
	return err_set(err, ERR_INVALID,
		_("\"%s\" lacks the page's address; write %s, all in double quotes if it "
		  "contains spaces"),
		word, form);
}

/* html:SELECTOR:URL, watch:URL, watch:SELECTOR:URL or opml:URL. */
static int
read_page(struct arena *arena, enum source source, const char *word, char **url,
	struct err *err)
{
	static const char *const forms[] = {[SOURCE_HTML] = "html:SELECTOR:https://…",
		[SOURCE_WATCH] = "watch:https://…",
		[SOURCE_OPML] = "opml:https://…"};
	const char *form = forms[source], *rest = strchr(word, ':') + 1, *address;
	struct span selector = span_trim(subscription_selector(word));
	char *page;
	address = subscription_address(word);
	if (!*address && source != SOURCE_HTML && may_be_address(rest) &&
		!strstr(rest, ":http"))
		address = rest;
	if (!*address)
		return lacks_address(arena, source, word, form, err);
	if (source == SOURCE_OPML ? selector.n > 0 : !selector.n && source == SOURCE_HTML)
		return err_set(err, ERR_INVALID, _("\"%s\" should read %s"), word, form);
	int status = url_normalize(arena, span_of(address), &page, err);
	if (status == OK && selector.n)
		status = check_selector(arena, source, selector, err);
	if (status == OK)
		*url = arena_printf(arena, "%.*s%.*s%s%s", (int)(rest - word), form,
			SPAN_FMT(selector), selector.n ? ":" : "", page);
	return status;
}

static bool
has_control(const char *word)
{
	for (const char *s = word; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			return true;
	return false;
}

int
conf_feeds_url(struct arena *arena, const char *word, bool trusted, enum source *source,
	char **url, struct err *err)
{
	*source = source_of(word);
	if (*source != SOURCE_HTTP && !trusted && !is_page(*source))
		return err_set(err, ERR_DENIED,
			_("\"%.*s…\" is skipped: commands, queries and local files are "
			  "allowed only in your own feeds file"),
			(int)strcspn(word, ": "), word);
	if (*source != SOURCE_HTTP && has_control(word))
		return err_set(err, ERR_INVALID,
			_("the command or address contains a control character; remove "
			  "it"));
	if (*source == SOURCE_FILE)
		return read_file_url(arena, word, url, err);
	if (*source == SOURCE_ACCOUNT)
		return read_account(arena, word, url, err);
	if (is_page(*source))
		return read_page(arena, *source, word, url, err);
	if (*source != SOURCE_HTTP)
		return read_command(arena, *source, word, url, err);
	if (!may_be_address(word))
		return err_set(err, ERR_INVALID,
			_("\"%s\" is not an address; write one such as "
			  "https://example.org/feed.xml"),
			url_mask(arena, word));
	return url_normalize(arena, span_of(word), url, err);
}
