#include "config.h"

#include "feed/note.h"

#include <string.h>

#include "base/i18n.h"
#include "model/feed.h"

/* In the order in which they are shown: by stage of the pipeline. */
static const char *const sentences[NOTE_MAX] = {
	[NOTE_EMPTY_START] = N_("the document starts with blank bytes"),
	[NOTE_CHARSET_UNKNOWN] = N_("the declared character set is unknown"),
	[NOTE_CHARSET_CONFLICT] = N_(
		"the declared character set does not fit the bytes, which were followed"),
	[NOTE_CHARSET_BYTES] =
		N_("bytes that the character set does not have were replaced"),
	[NOTE_CONTROL] = N_("control characters were dropped"),
	[NOTE_LEADING] = N_("text before the first tag was dropped"),
	[NOTE_TRAILING] = N_("text after the last tag was dropped"),
	[NOTE_AMPERSAND] = N_("a bare \"&\" was kept as text; write &amp;"),
	[NOTE_ENTITY] = N_("an unknown entity was kept as text"),
	[NOTE_REFERENCE] =
		N_("a reference to a character that does not exist was replaced"),
	[NOTE_EXPANSION] = N_("declared entities that grow too large were dropped"),
	[NOTE_LESS_THAN] = N_("a bare \"<\" was kept as text; write &lt;"),
	[NOTE_UNCLOSED] = N_("an element without an end tag was closed"),
	[NOTE_UNMATCHED] = N_("an end tag without a start tag was dropped"),
	[NOTE_TAG] = N_("a malformed tag was mended"),
	[NOTE_ATTR_QUOTE] = N_("an attribute without quotes was mended"),
	[NOTE_ATTR_TWICE] = N_("an attribute given twice was dropped"),
	[NOTE_ATTR_MANY] = N_("an element has too many attributes; the rest was dropped"),
	[NOTE_DEPTH] = N_("elements are nested too deep; the deepest were dropped"),
	[NOTE_COMMENT] = N_("a comment without an end was dropped"),
	[NOTE_CDATA] = N_("a CDATA section without an end was closed"),
	[NOTE_PREFIX] = N_("a namespace prefix was not declared"),
	[NOTE_JSON] = N_("malformed JSON was mended"),
	[NOTE_DATE] = N_("a date could not be read"),
	[NOTE_CUT] = N_("a text was longer than allowed and was cut"),
	[NOTE_ITEMS] = N_("there are too many items; the rest was dropped"),
	[NOTE_OUTLINES] = N_("there are too many outlines; the rest was dropped"),
	[NOTE_TRUNCATED] = N_("the document ends early; the unfinished item was dropped"),
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
feed_notes_put(const struct notes *notes, struct feed *feed)
{
	for (int i = 0; i < NOTE_MAX; i++) {
		unsigned count = notes->of[i].count;
		size_t line = notes->of[i].line;
		if (!count)
			continue;
		char *s = arena_strdup(&feed->arena, _(sentences[i]));
		if (line)
			s = arena_printf(&feed->arena, _("line %zu: %s"), line, s);
		if (count > 1)
			s = arena_printf(&feed->arena,
				P_("%s (%u time)", "%s (%u times)", count), s, count);
		feed->repairs = arena_push(&feed->arena, feed->repairs, feed->repairs_len,
			sizeof *feed->repairs);
		feed->repairs[feed->repairs_len++] = s;
	}
}
