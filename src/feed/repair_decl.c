#include "config.h"

#include "feed/repair_xml_inside.h"

static const char *const marks[MARK_MAX] = {"-->", "]]>", "?>", ">"};

/* First place of the needle from p on, or NULL. */
static const char *
find(const char *p, const char *end, const char *needle)
{
	size_t n = strlen(needle);
	while ((size_t)(end - p) >= n) {
		p = memchr(p, needle[0], (size_t)(end - p) - n + 1);
		if (!p || memcmp(p, needle, n) == 0)
			return p;
		p++;
	}
	return NULL;
}

/* The end of a construct, or NULL. If there is none it is never looked for again, so that
 * the time stays linear. */
static const char *
find_end(struct repair *r, const char *p, enum mark mark)
{
	if (r->missing[mark] || p > r->end)
		return NULL;
	const char *end = find(p, r->end, marks[mark]);
	r->missing[mark] = !end;
	return end;
}

/* Whether the document ends with its root's end tag. Then an open comment or CDATA
 * section is a slip, and the document was not cut off. */
static bool
ends_well(const struct repair *r)
{
	const char *tail = r->end - r->start > 256 ? r->end - 256 : r->start;
	for (const char *p = tail; (p = find(p, r->end, "</")) != NULL; p += 2)
		if ((size_t)(r->end - p) > r->root.n + 2 &&
			span_isame((struct span){p + 2, r->root.n}, r->root))
			return true;
	return false;
}

static void
skip_comment(struct repair *r)
{
	const char *stop = find_end(r, r->p + 4, MARK_COMMENT);
	if (stop) {
		r->p = stop + 3;
		return;
	}
	feed_repair_note(r, NOTE_COMMENT, r->p);
	stop = ends_well(r) ? memchr(r->p, '>', (size_t)(r->end - r->p)) : NULL;
	r->p = stop ? stop + 1 : r->end;
}

static void
add_cdata(struct repair *r)
{
	const char *start = r->p + 9, *stop = find_end(r, start, MARK_CDATA);
	const char *next = stop ? stop + 3 : r->end;
	if (!stop) {
		feed_repair_note(r, NOTE_CDATA, r->p);
		stop = r->end;
		/* Ends where its element does, when the document continues after it. */
		if (r->depth && ends_well(r)) {
			struct span name = r->stack[r->depth - 1];
			for (const char *p = start; (p = find(p, r->end, "</")) != NULL;
				p += 2)
				if ((size_t)(r->end - p) > name.n + 2 &&
					span_isame((struct span){p + 2, name.n}, name)) {
					stop = p;
					break;
				}
		}
		next = stop;
	}
	if (r->depth)
		buf_add(r->text, start, (size_t)(stop - start));
	r->p = next;
}

static const char *
after_space(const char *p, const char *end)
{
	while (p < end && str_space((unsigned char)*p))
		p++;
	return p;
}

/* Takes <!ENTITY name "text"> of an internal subset (case 49), with s after the keyword.
 * Parameter entities and external ones are not texts and are left out (case 48). */
static void
declare_entity(struct repair *r, const char *s)
{
	struct span name = {after_space(s, r->end), 0};
	while (name.p + name.n < r->end &&
		repair_name_char((unsigned char)name.p[name.n]))
		name.n++;
	const char *quote = after_space(name.p + name.n, r->end);
	if (!name.n || quote == r->end || (*quote != '"' && *quote != '\''))
		return;
	const char *stop = memchr(quote + 1, *quote, (size_t)(r->end - quote - 1));
	if (!stop || r->entities_len == REPAIR_ENTITIES_MAX)
		return;
	struct span text = {quote + 1, (size_t)(stop - quote - 1)};
	if (text.n <= REPAIR_ENTITY_MAX)
		r->entities[r->entities_len++] = (struct declared_entity){name, text};
}

/* Skips one quoted string, comment or plain byte of a declaration. */
static const char *
declaration_step(struct repair *r, const char *p)
{
	const char *stop = NULL;
	if (*p == '"' || *p == '\'') {
		stop = memchr(p + 1, *p, (size_t)(r->end - p - 1));
	} else if (r->end - p > 4 && memcmp(p, "<!--", 4) == 0) {
		stop = find_end(r, p + 4, MARK_COMMENT);
		stop = stop ? stop + 2 : NULL;
	}
	return stop ? stop + 1 : p + 1;
}

static void
skip_until(struct repair *r, enum mark mark)
{
	const char *stop = find_end(r, r->p, mark);
	size_t n = strlen(marks[mark]);
	if (!stop) {
		feed_repair_note(r, NOTE_TAG, r->p);
		stop = find_end(r, r->p, MARK_DECLARATION);
		n = 1;
	}
	r->p = stop ? stop + n : r->end;
}

/* Skips a DOCTYPE with the brackets and quotes in it. A second one, or one without an
 * end, stops at its ">". */
static void
skip_doctype(struct repair *r)
{
	const char *p = r->had_doctype ? r->end : r->p + 2;
	r->had_doctype = true;
	bool inside = false;
	while (p < r->end) {
		if (*p == '[')
			inside = true;
		else if (*p == ']')
			inside = false;
		if (*p == '>' && !inside) {
			r->p = p + 1;
			return;
		}
		if (inside && r->end - p > 9 && memcmp(p, "<!ENTITY", 8) == 0)
			declare_entity(r, p + 8);
		p = declaration_step(r, p);
	}
	feed_repair_note(r, NOTE_TAG, r->p);
	skip_until(r, MARK_DECLARATION);
}

static bool
at_mark(const struct repair *r, const char *mark)
{
	size_t n = strlen(mark);
	return (size_t)(r->end - r->p) >= n && str_ieqn(r->p, mark, n);
}

void
feed_repair_declaration(struct repair *r)
{
	if (at_mark(r, "<!--"))
		skip_comment(r);
	else if (at_mark(r, "<![CDATA["))
		add_cdata(r);
	else if (at_mark(r, "<!DOCTYPE"))
		skip_doctype(r);
	else if (at_mark(r, "<?"))
		skip_until(r, MARK_INSTRUCTION);
	else
		skip_until(r, MARK_DECLARATION);
}
