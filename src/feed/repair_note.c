#include "config.h"

#include "feed/repair_note.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/utf8.h"
#include "model/feed.h"

/* What was wrong, and what the publisher should do about it. */
static const char *const sentences[NOTE_MAX] = {
	[NOTE_EMPTY_START] = N_("the document starts with white space"),
	[NOTE_CHARSET_UNKNOWN] =
		N_("the declared character set is unknown; declare UTF-8"),
	[NOTE_CHARSET_CONFLICT] = N_("the declared character set does not match the "
				     "bytes; declare the one that they are in"),
	[NOTE_CHARSET_BYTES] =
		N_("bytes that do not exist in the character set were replaced"),
	[NOTE_CONTROL] = N_("control characters were dropped; XML allows only tabs and "
			    "line ends"),
	[NOTE_LEADING] = N_("text before the first tag was dropped"),
	[NOTE_TRAILING] = N_("text after the last tag was dropped"),
	[NOTE_AMPERSAND] = N_("a bare \"&\" was kept as text; write &amp;"),
	[NOTE_ENTITY] =
		N_("an unknown entity was kept as text; write &amp; for the \"&\""),
	[NOTE_REFERENCE] =
		N_("a reference to a character that does not exist was replaced"),
	[NOTE_EXPANSION] =
		N_("declared entities were dropped because they grow too large"),
	[NOTE_LESS_THAN] = N_("a bare \"<\" was kept as text; write &lt;"),
	[NOTE_UNCLOSED] = N_("an element without an end tag was closed"),
	[NOTE_UNMATCHED] = N_("an end tag without a start tag was dropped"),
	[NOTE_TAG] = N_("a malformed tag was repaired"),
	[NOTE_ATTR_QUOTE] = N_("an attribute without quotes was repaired"),
	[NOTE_ATTR_TWICE] = N_("an attribute given twice was dropped"),
	[NOTE_ATTR_MANY] = N_("an element has too many attributes; the rest was dropped"),
	[NOTE_DEPTH] = N_("elements are nested too deep; the deepest were dropped"),
	[NOTE_COMMENT] = N_("a comment without an end was dropped"),
	[NOTE_CDATA] = N_("a CDATA section without an end was closed"),
	[NOTE_PREFIX] =
		N_("a namespace prefix was not declared; add its xmlns attribute"),
	[NOTE_NAMESPACE] = N_("a well-known prefix is bound to an unknown address; "
			      "bind it to the namespace that it stands for"),
	[NOTE_JSON] = N_("malformed JSON was repaired"),
	[NOTE_DATE] =
		N_("a date could not be read; write \"Sat, 28 Nov 2026 07:30:00 GMT\" "
		   "in RSS, \"2026-11-28T07:30:00Z\" elsewhere"),
	[NOTE_CUT] = N_("a text was longer than allowed and was cut"),
	[NOTE_ITEMS] = N_("there are too many items; the rest was dropped"),
	[NOTE_LIST] = N_("an item has too many tags, people or files; the rest was "
			 "dropped"),
	[NOTE_ADDRESS] = N_("an address was longer than allowed and was dropped"),
	[NOTE_UNFINISHED] = N_("an unfinished item was dropped"),
	[NOTE_OUTLINES] = N_("there are too many outlines; the rest was dropped"),
	[NOTE_TRUNCATED] = N_("the document ends early"),
	[NOTE_HOLLOW] = N_("the feed has neither a title nor items"),
};

static size_t
line_of(const char *text, size_t at)
{
	size_t line = 1;
	const char *p = text, *end = text + at;
	while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		line++;
		p++;
	}
	return line;
}

void
feed_note(struct notes *notes, enum note what, const char *text, size_t at)
{
	if (notes->of[what].count++ == 0 && text)
		notes->of[what].line = line_of(text, at);
}

void
feed_note_line(struct notes *notes, enum note what, size_t line)
{
	if (notes->of[what].count++ == 0)
		notes->of[what].line = line;
}

void
feed_note_detail(struct notes *notes, enum note what, struct span detail)
{
	char *to = notes->of[what].detail;
	struct buf line = BUF_INIT(0);
	if (notes->of[what].count != 1 || *to)
		return;
	utf8_keep_line(&line, detail.p, detail.n, NOTE_DETAIL_MAX);
	memcpy(to, buf_str(&line), line.len);
	to[line.len] = '\0';
	buf_done(&line);
}

static char *
sentence(struct arena *arena, const struct notes *notes, int what)
{
	const char *detail = notes->of[what].detail;
	unsigned count = notes->of[what].count;
	size_t line = notes->of[what].line;
	char *s = arena_strdup(arena, _(sentences[what]));
	if (line && *detail)
		s = arena_printf(arena, _("line %zu, \"%s\": %s"), line, detail, s);
	else if (line)
		s = arena_printf(arena, _("line %zu: %s"), line, s);
	else if (*detail)
		s = arena_printf(arena, _("\"%s\": %s"), detail, s);
	if (count > 1)
		s = arena_printf(
			arena, P_("%s (%u time)", "%s (%u times)", count), s, count);
	return s;
}

void
feed_notes_put(const struct notes *notes, struct feed *feed)
{
	int order[NOTE_MAX] = {0};
	size_t len = 0;
	for (int i = 0; i < NOTE_MAX; i++) {
		if (!notes->of[i].count)
			continue;
		size_t at = len++;
		while (at && notes->of[order[at - 1]].line > notes->of[i].line) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
	for (size_t i = 0; i < len; i++) {
		feed->repairs = arena_push(&feed->arena, feed->repairs, feed->repairs_len,
			sizeof *feed->repairs);
		feed->repairs[feed->repairs_len++] =
			sentence(&feed->arena, notes, order[i]);
	}
}
