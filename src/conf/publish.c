#include "config.h"

#include "conf/publish.h"

#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/words.h"

#define NAME_MAX_BYTES 100

static const struct {
	const char *ending;
	enum feed_format format;
} endings[] = {
	{".atom", FEED_ATOM10},
	{".rss", FEED_RSS20},
	{".json", FEED_JSON},
	{".opml", FEED_OPML},
};

/* What a web server, a shell and a file system all take for a plain name. */
static bool
is_stem(const char *name, size_t n)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	return n > 0 && n <= NAME_MAX_BYTES && name[0] != '-' &&
	       strspn(name, letters) == n;
}

static bool
read_name(const char *name, struct conf_publish *out)
{
	size_t n = strcspn(name, ".");
	for (size_t i = 0; i < COUNT_OF(endings); i++) {
		if (!str_eq(name + n, endings[i].ending) || !is_stem(name, n))
			continue;
		out->format = endings[i].format;
		return true;
	}
	return false;
}

int
conf_publish_read(struct arena *arena, const struct conf_word *words, size_t len,
	struct conf_publish *out, struct err *err)
{
	if (len < 3 || len > 4)
		return err_set(err, ERR_SYNTAX,
			_("write what is published as: publish FILE \"QUERY\" "
			  "[\"TITLE\"]"));
	if (!read_name(words[1].text, out))
		return err_set(err, ERR_SYNTAX,
			_("\"%s\" cannot be the name of a published file: it consists of "
			  "letters, digits, - and _, and ends in .atom, .rss, .json or "
			  ".opml"),
			words[1].text);
	if (!span_trim(span_of(words[2].text)).n)
		return err_set(err, ERR_SYNTAX,
			_("an empty query matches every item; write \"id > 0\" if you "
			  "mean that"));
	out->name = arena_strdup(arena, words[1].text);
	out->query = arena_strdup(arena, words[2].text);
	out->title = len > 3 ? arena_strdup(arena, words[3].text) : NULL;
	return OK;
}

char *
conf_publish_stem(struct arena *arena, const struct conf_publish *publish)
{
	return arena_strndup(arena, publish->name, strcspn(publish->name, "."));
}
