/*
 * The lists have the same elements everywhere: a heading, whose text is a state or a
 * folder, and links below it with their time and tags as attributes.
 */
#include "config.h"

#include "import/bookmarks.h"

#include <string.h>

#include "base/buf.h"
#include "feed/unpack.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/saved_pages.h"

/* Browsers keep bookmarks in many directories, so a file has to be named. */
bool
import_bookmarks_known(const struct import_probe *probe)
{
	struct span h = probe->head;
	return probe->named && str_ifind(h.p, h.n, "<a ") &&
	       (str_ifind(h.p, h.n, "netscape-bookmark") ||
		       str_ifind(h.p, h.n, " time_added=") ||
		       str_ifind(h.p, h.n, "<title>instapaper"));
}

static const char *
plain(struct import_list *list, struct span html)
{
	struct buf out = BUF_INIT(0);
	feed_text_references(&out, span_trim(html));
	const char *text = import_span(list, (struct span){out.data, out.len});
	buf_done(&out);
	return text ? text : "";
}

/* The value of an attribute in the text of a tag; NULL: there is none. */
static const char *
attribute(struct import_list *list, struct span tag, const char *name)
{
	size_t n = strlen(name);
	for (const char *s = tag.p, *end = tag.p + tag.n;
		(s = str_ifind(s, (size_t)(end - s), name)) != NULL; s += n) {
		if (s == tag.p || !str_space((unsigned char)s[-1]) ||
			end - s < (long)n + 3 || s[n] != '=' || !strchr("'\"", s[n + 1]))
			continue;
		const char *from = s + n + 2;
		const char *to = memchr(from, s[n + 1], (size_t)(end - from));
		return to ? plain(list, (struct span){from, (size_t)(to - from)}) : NULL;
	}
	return NULL;
}

static void
take_link(struct import_list *list, struct span tag, struct span text, const char *state)
{
	const char *parts[IMPORT_PAGE_PARTS] = {
		[IMPORT_PAGE_URL] = attribute(list, tag, "href"),
		[IMPORT_PAGE_TITLE] = plain(list, text),
		[IMPORT_PAGE_TIME] = attribute(list, tag, "time_added"),
		[IMPORT_PAGE_TAGS] = attribute(list, tag, "tags"),
		[IMPORT_PAGE_STATE] = state,
	};
	const char *unread = attribute(list, tag, "toread");
	if (!parts[IMPORT_PAGE_TIME])
		parts[IMPORT_PAGE_TIME] = attribute(list, tag, "add_date");
	if (unread && *unread == '0')
		parts[IMPORT_PAGE_READ] = "1";
	import_page_add(list, parts);
}

/* From "<" at *s: the tag without its brackets, and the text after it. */
static struct span
next_tag(const char **s, const char *end, struct span *text)
{
	const char *from = *s + 1;
	const char *close = memchr(from, '>', (size_t)(end - from));
	if (!close) {
		*s = end;
		return (struct span){from, 0};
	}
	const char *next = memchr(close, '<', (size_t)(end - close));
	*s = next ? next : end;
	*text = (struct span){close + 1, (size_t)(*s - close - 1)};
	return (struct span){from, (size_t)(close - from)};
}

void
import_bookmarks_read(struct import_list *list, const char *path, struct span bytes)
{
	const char *end = bytes.p + bytes.n;
	const char *s = memchr(bytes.p, '<', bytes.n), *state = NULL;
	(void)path;
	for (struct span text = {0}; s && s < end;) {
		struct span tag = next_tag(&s, end, &text);
		if (tag.n > 2 && str_ieqn("a ", tag.p, 2))
			take_link(list, tag, text, state);
		else if (tag.n >= 2 &&
			 (str_ieqn("h1", tag.p, 2) || str_ieqn("h3", tag.p, 2)))
			state = plain(list, text);
		else if (tag.n == 3 && str_ieqn("/dl", tag.p, 3))
			state = NULL;
	}
}
