#include "config.h"

#include "render/wrap.h"

#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/doc.h"

#define JOINER_BYTES 3   /* of ZWNJ and ZWJ */
#define PROSE_SAMPLE 160 /* bytes of a line that say what it is */
#define PROSE_BLANKS 8   /* that it has at least */
#define PROSE_WORD 10    /* bytes of its words at most, on average */
#define PROSE_SIGN 60    /* bytes for each sign that sentences do not have */

/* Characters that must not start a line: closing punctuation and small kana (JIS X 4051).
 * Sorted. */
static const uint32_t no_start[] = {0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d,
	0x300f, 0x3011, 0x3015, 0x3017, 0x3019, 0x301b, 0x301f, 0x303b, 0x3041, 0x3043,
	0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e, 0x309b, 0x309c,
	0x309d, 0x309e, 0x30a0, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3,
	0x30e5, 0x30e7, 0x30ee, 0x30f5, 0x30f6, 0x30fb, 0x30fc, 0x30fd, 0x30fe, 0xff01,
	0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff60};
/* Characters that must not end a line: opening brackets. Sorted. */
static const uint32_t no_end[] = {0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016,
	0x3018, 0x301a, 0x301d, 0xff08, 0xff3b, 0xff5b, 0xff5f};

static bool
contains(const uint32_t *list, size_t n, uint32_t cp)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (list[mid] < cp)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && list[low] == cp;
}

/* May a line break between these two characters, although there is no blank? */
static bool
between(uint32_t before, int before_width, uint32_t after, int after_width)
{
	if (before < ' ' || after < ' ')
		return false;
	/* Punctuation after a wide character or a dash stays with it. */
	bool letter = after < 0x80 ? str_alpha((int)after) || str_digit((int)after)
				   : after < 0x2010 || after > 0x206f;
	if ((before == 0x2013 || before == 0x2014) && letter)
		return true;
	if (before_width < 2 && after_width < 2)
		return false;
	if (!letter && after != '(' && after != '[')
		return false;
	return !contains(no_start, COUNT_OF(no_start), after) &&
	       !contains(no_end, COUNT_OF(no_end), before) && before != '(' &&
	       before != '[';
}

/* After these characters a long address is broken, rather than just anywhere. */
static bool
soft(uint32_t cp)
{
	return cp == '/' || cp == '-' || cp == '?' || cp == '&' || cp == '=' ||
	       cp == '_' || cp == '.' || cp == ',' || cp == ';' || cp == '%';
}

/* A possible place for a break. */
struct place {
	uint32_t end, next;
	size_t cells;
	bool hyphen;
};

size_t
render_wrap_cells(const struct wrap *w, uint32_t cp, size_t column)
{
	if (cp >= ' ' && cp < 0x7f)
		return 1;
	if (cp == DOC_BREAK || cp == DOC_HYPHEN)
		return 0;
	if (cp == '\t')
		return w->tab - column % w->tab;
	int cells = utf8_width(cp);
	return cells < 0 ? 1 : (size_t)cells;
}

static bool
blank(uint32_t c)
{
	return c == ' ' || c == DOC_NBSP || c == DOC_BREAK || c == '\t';
}

/* The line up to a place, without the blanks around the break. */
static struct piece
cut(const struct wrap *w, uint32_t start, struct place place)
{
	struct piece piece = {start, place.end, place.next, place.cells, true, false};
	piece.hyphen = place.hyphen;
	while (piece.end > start && blank((unsigned char)w->text[piece.end - 1])) {
		piece.end--;
		piece.cells -= w->text[piece.end] != DOC_BREAK;
	}
	while (piece.next < w->end && blank((unsigned char)w->text[piece.next]))
		piece.next++;
	return piece;
}

/* The line up to a place within a word. A joiner in front of it has nothing to join. */
static struct piece
cut_word(const struct wrap *w, uint32_t start, uint32_t i, size_t cells)
{
	uint32_t end = i, cp;
	if (end - start > JOINER_BYTES &&
		utf8_decode(w->text + end - JOINER_BYTES, JOINER_BYTES, &cp) ==
			JOINER_BYTES &&
		utf8_joiner(cp))
		end -= JOINER_BYTES;
	return (struct piece){start, end, i, cells, true, false};
}

/* Where a line of text can be broken, from the best kind of place to the worst. */
enum quality {
	GOOD,
	GLUED, /* at a blank that should not break */
	POOR,  /* within an address or a long name */
	QUALITIES,
};

static struct piece
break_text(const struct wrap *w, uint32_t at, uint32_t i, size_t cells,
	const struct place *places)
{
	/* Blanks in front of the first word hold no place for a break. */
	uint32_t word = at;
	while (word < i && blank((unsigned char)w->text[word]))
		word++;
	for (int q = GOOD; q < QUALITIES; q++)
		if (places[q].next > at && places[q].end > word &&
			(q != POOR || places[q].cells > w->width / 2))
			return cut(w, at, places[q]);
	return cut_word(w, at, i, cells);
}

static struct piece
wrap_text(const struct wrap *w, uint32_t at)
{
	struct place places[QUALITIES] = {{0}};
	uint32_t i = at, before = ' ';
	int before_width = 1;
	size_t cells = 0;
	bool joined = false;
	while (i < w->end) {
		uint32_t cp;
		uint32_t len = (uint32_t)utf8_decode(w->text + i, w->end - i, &cp);
		if (cp == '\n')
			return (struct piece){at, i, i + 1, cells, false, false};
		size_t n = render_wrap_cells(w, cp, cells);
		if (cp == ' ' || cp == DOC_BREAK)
			places[GOOD] = (struct place){i, i + 1, cells, false};
		else if (cp == DOC_NBSP)
			places[GLUED] = (struct place){i, i + 1, cells, false};
		else if (cp == DOC_HYPHEN && cells < w->width)
			places[GOOD] = (struct place){i, i + 1, cells, true};
		else if (i > at && n > 0 && !joined &&
			 between(before, before_width, cp, (int)n))
			places[GOOD] = (struct place){i, i, cells, false};
		if (cells + n > w->width && i > at)
			return break_text(w, at, i, cells, places);
		cells += n;
		i += len;
		if (soft(cp) && cells <= w->width)
			places[POOR] = (struct place){i, i, cells, false};
		joined = utf8_joiner(cp);
		if (n > 0) {
			before = cp;
			before_width = (int)n;
		}
	}
	return (struct piece){at, w->end, w->end, cells, false, false};
}

/* Does what follows a place fit in the line after it? */
static bool
rest_fits(const struct wrap *w, uint32_t i)
{
	size_t cells = 0;
	while (i < w->end && blank((unsigned char)w->text[i]))
		i++;
	while (i < w->end && w->text[i] != '\n') {
		uint32_t cp;
		i += (uint32_t)utf8_decode(w->text + i, w->end - i, &cp);
		cells += render_wrap_cells(w, cp, cells);
		if (cells > w->rest)
			return false;
	}
	return true;
}

static bool
ends_part(uint32_t cp)
{
	return cp == ',' || cp == ';' || cp == '(' || cp == ')' || cp == '{' ||
	       cp == '}' || cp == '/' || cp == '=';
}

/* Such signs stay with what is before them. */
static bool
closes_part(uint32_t cp)
{
	return cp == ',' || cp == ';' || cp == ')' || cp == ']' || cp == '}';
}

/* Does the next line take the word from a place up to i and the signs there that close
 * it? */
static bool
closed_word_fits(const struct wrap *w, uint32_t i, size_t cells, struct place from)
{
	size_t n = 0, before = from.cells + blank((unsigned char)w->text[from.end]);
	while (n < w->rest && i + n < w->end &&
		closes_part((unsigned char)w->text[i + n]))
		n++;
	return n > 0 && cells + n <= before + w->rest;
}

/* Code is read in parts of a statement, so the first comma or semicolon in the last half
 * is the best place, if the next line takes all the rest. A place in the first half will
 * do if only the closing sign of a word does not fit. */
static struct piece
wrap_code(const struct wrap *w, uint32_t at)
{
	struct place part = {0}, good = {0}, poor = {0}, early = {0};
	uint32_t i = at, before = 0;
	size_t cells = 0;
	bool words = false;
	while (i < w->end) {
		uint32_t cp;
		uint32_t len = (uint32_t)utf8_decode(w->text + i, w->end - i, &cp);
		if (cp == '\n')
			return (struct piece){at, i, i + 1, cells, false, false};
		size_t n = render_wrap_cells(w, cp, cells);
		struct place here = {i, i, cells, false};
		bool half = cells > w->width / 2 && cells <= w->width;
		if (half && blank(cp))
			good = here;
		else if (half && ends_part(before) && cp != before && !closes_part(cp))
			poor = here;
		words |= !blank(cp);
		if (words && (blank(cp) || (before == ',' && !closes_part(cp))))
			early = here;
		if (half && cp == ' ' && (before == ',' || before == ';') && !part.next)
			part = here;
		if (cells + n > w->width && i > at) {
			if (part.next && rest_fits(w, part.next))
				good = part;
			good = good.next ? good : poor;
			if (!good.next && closed_word_fits(w, i, cells, early))
				good = early;
			return good.next ? cut(w, at, good) : cut_word(w, at, i, cells);
		}
		cells += n;
		i += len;
		before = cp;
	}
	return (struct piece){at, w->end, w->end, cells, false, false};
}

/* Is the line rather prose, with words in a row and few signs but those of sentences? */
static bool
is_prose(const struct wrap *w, uint32_t at)
{
	uint32_t i = at, signs = 0, blanks = 0;
	for (; i < w->end && i - at < PROSE_SAMPLE && w->text[i] != '\n'; i++) {
		unsigned char c = (unsigned char)w->text[i];
		bool letter = c >= 0x80 || str_alpha(c) || str_digit(c);
		if (c == '\t' || (c == ' ' && (i == at || w->text[i - 1] == ' ')))
			return false;
		blanks += c == ' ';
		signs += !letter && c != ' ' && !strchr(",.;:!?'\"-()", c);
	}
	return blanks >= PROSE_BLANKS && blanks > (i - at) / PROSE_WORD &&
	       signs <= (i - at) / PROSE_SIGN;
}

struct piece
render_wrap(const struct wrap *w, uint32_t at)
{
	return w->pre && !is_prose(w, at) ? wrap_code(w, at) : wrap_text(w, at);
}
