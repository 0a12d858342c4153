/*
 * A flat tokeniser with a stack of open names. It never recurses, and looks at each byte
 * a bounded number of times.
 *
 * The XML library copies text byte by byte and has its own ideas of entities and
 * encodings, so neither texts nor names nor attributes pass through it. They go,
 * finished, into a pool, in the order of the document; the skeleton that the library
 * parses has no text at all, and one letter for each name. Nor does it have the leaves,
 * which are nine of ten elements in a feed, since the library allocates memory for each
 * element. That makes the whole several times as fast, and whatever the document held,
 * the library sees nothing but tags in ASCII.
 *
 * It mends text before the root, DOCTYPEs with an internal subset, comments and CDATA
 * sections without an end, bare "&" and "<", entities of HTML, attributes without quotes
 * or values or given twice, end tags that are missing, crossed, of the wrong case or too
 * many, and endless depth (cases 37-40, 47-54).
 */
#include "config.h"

#include "feed/repair_xml.h"

#include <string.h>

#include "base/entity.h"
#include "base/simd.h"
#include "feed/repair_xml_inside.h"

void
feed_repair_note(struct repair *r, enum note what, const char *at)
{
	feed_note(r->notes, what, r->start, (size_t)(at - r->start));
}

void
feed_repair_note_name(struct repair *r, enum note what, const char *at, struct span name)
{
	feed_repair_note(r, what, at);
	feed_note_detail(r->notes, what, name);
}

/* ---- writing */

void
feed_repair_name(struct repair *r, struct span name)
{
	char *to = buf_reserve(r->text, name.n + 1);
	for (size_t i = 0; i < name.n; i++)
		to[i] = repair_name_ascii(name.p[i]);
	to[name.n] = '\0';
	buf_end(r->text, name.n + 1);
}

void
feed_repair_flush(struct repair *r)
{
	buf_addc(r->text, '\0');
}

void
feed_repair_close(struct repair *r)
{
	feed_repair_flush(r);
	r->depth--;
	if (!r->leaf)
		buf_add(r->xml, "</a>", 4);
	r->leaf = false; /* its parent has a child */
}

/* ---- text and references */

static const struct declared_entity *
declared(const struct repair *r, const char *s, size_t n)
{
	for (size_t i = 0; i < r->entities_len; i++) {
		struct span name = r->entities[i].name;
		if (name.n < n && s[name.n] == ';' && memcmp(s, name.p, name.n) == 0)
			return &r->entities[i];
	}
	return NULL;
}

static void
add_declared(struct repair *r, const struct declared_entity *entity, const char *at)
{
	r->expanded += entity->text.n;
	if (r->expanded > REPAIR_EXPANSION_MAX)
		feed_repair_note(r, NOTE_EXPANSION, at);
	else
		feed_repair_text(r, entity->text.p, entity->text.n, true);
}

/* Adds what the reference at s ("&") stands for, and returns how many bytes it takes. A
 * declared entity within the text of another is not expanded (case 47). */
static size_t
add_reference(struct repair *r, const char *s, size_t n, bool nested)
{
	const struct declared_entity *own =
		r->entities_len && !nested ? declared(r, s + 1, n - 1) : NULL;
	if (own) {
		add_declared(r, own, s);
		return own->name.n + 2;
	}
	struct entity_text decoded;
	switch (entity_decode(s + 1, n - 1, &decoded)) {
	case ENTITY_BAD:
		feed_repair_note(r, NOTE_REFERENCE, s);
		/* fall through */
	case ENTITY_OK:
		buf_add(r->text, decoded.text, decoded.len);
		return decoded.used + 1;
	case ENTITY_UNKNOWN:
		feed_repair_note_name(
			r, NOTE_ENTITY, s, (struct span){s, decoded.used + 1});
		break;
	case ENTITY_NONE:
		feed_repair_note(r, NOTE_AMPERSAND, s);
		break;
	}
	buf_addc(r->text, '&');
	return 1;
}

/* Copies the bytes before the first "&", and returns how many. It may overwrite up to a
 * vector's length after them. Where HTML is escaped, they are too few for memchr and
 * memcpy to be worth their calls. */
static size_t
copy_plain(char *to, const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 text = simd_load(s + i), amp = (simd_u8)(text == '&');
		memcpy(to + i, &text, sizeof text);
		if (simd_any(amp))
			return i + (size_t)__builtin_ctzll(simd_bits(amp));
	}
	for (; i < n && s[i] != '&'; i++)
		to[i] = s[i];
	return i;
}

/* Adds the text up to the first reference that is not one of XML's own, which are far
 * more than all others where HTML is escaped. They shorten the text, so that its own
 * length is room enough. Returns how many bytes it took. */
static size_t
add_plain(struct repair *r, const char *s, size_t n)
{
	char *to = buf_reserve(r->text, n + sizeof(simd_u8));
	size_t done = 0, len = 0, used;
	for (;;) {
		size_t plain = copy_plain(to + len, s + done, n - done);
		done += plain;
		len += plain;
		char c = done < n ? entity_predefined(s + done + 1, n - done - 1, &used)
				  : '\0';
		if (!c)
			break;
		to[len++] = c;
		done += used + 1;
	}
	buf_end(r->text, len);
	return done;
}

void
feed_repair_text(struct repair *r, const char *s, size_t n, bool nested)
{
	while (n) {
		size_t used = add_plain(r, s, n);
		if (used < n)
			used += add_reference(r, s + used, n - used, nested);
		s += used;
		n -= used;
	}
}

static bool
blank(const char *s, const char *end)
{
	while (s < end && str_space((unsigned char)*s))
		s++;
	return s == end;
}

/* Takes the text up to stop. Outside the root there is none. */
static void
text_until(struct repair *r, const char *stop)
{
	if (r->depth)
		feed_repair_text(r, r->p, (size_t)(stop - r->p), false);
	else if (!blank(r->p, stop))
		feed_repair_note(r, r->had_root ? NOTE_TRAILING : NOTE_LEADING, r->p);
	r->p = stop;
}

static void
markup(struct repair *r)
{
	int next = r->p + 1 < r->end ? (unsigned char)r->p[1] : 0;
	if (next == '!' || next == '?') {
		feed_repair_declaration(r);
	} else if (next == '/') {
		feed_repair_end_tag(r);
	} else if (repair_name_start(next) && !feed_repair_never_ends(r)) {
		feed_repair_start_tag(r);
	} else {
		/* This is text: "a < b", "<3", "a <b". */
		feed_repair_note(r, NOTE_LESS_THAN, r->p);
		if (r->depth)
			buf_addc(r->text, '<');
		r->p++;
	}
}

void
feed_repair(struct span text, struct repaired *out, struct notes *notes)
{
	*out = (struct repaired){0};
	struct repair r = {
		.start = text.p,
		.p = text.p,
		.end = text.p + text.n,
		.xml = &out->xml,
		.text = &out->text,
		.tags = &out->tags,
		.line_at = text.p,
		.line = 1,
		.notes = notes,
	};
	buf_reserve(r.text, text.n + text.n / 8 + 64);
	buf_adds(r.xml, "<x>");
	while (r.p < r.end) {
		const char *lt = memchr(r.p, '<', (size_t)(r.end - r.p));
		text_until(&r, lt ? lt : r.end);
		if (lt)
			markup(&r);
	}
	out->elements = r.elements;
	out->open = r.depth;
	if (r.depth)
		feed_repair_note_name(&r, NOTE_TRUNCATED, r.end, r.stack[r.depth - 1]);
	while (r.depth)
		feed_repair_close(&r);
	buf_adds(r.xml, "</x>");
}

void
feed_repaired_done(struct repaired *repaired)
{
	buf_done(&repaired->xml);
	buf_done(&repaired->text);
	buf_done(&repaired->tags);
}
