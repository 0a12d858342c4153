/*
 * A tag is a header of ten bytes and frames: a name, a size, two bytes of flags, data.
 * CHAP frames have frames of their own in them, with a title and an address. Writers
 * disagree about sizes in version 2.4, so the one that leads to another frame counts.
 * Pictures are passed over. Nothing is looked at twice, so the time is linear.
 */
#include "config.h"

#include "episode/chapter.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"
#include "episode/text.h"

#define HEAD 10 /* bytes before a frame's data */
#define NEVER UINT32_MAX
#define TABLES_MAX 1000
#define NAMED_MAX 20000 /* names in all tables */

enum {
	UNSYNC = 0x80,
	EXTENDED = 0x40
}; /* flags of the header */

struct frame {
	char id[5];
	struct span data;
};

/* A table of contents. */
struct table {
	struct span children; /* names, each with a NUL */
	bool top, done;
};

struct reader {
	struct arena *arena; /* of the result */
	struct arena own;
	int version; /* 3 or 4 */
	bool unsync; /* of version 4: in all frames */
	struct chapters *out;
	struct map chapters; /* element id → 1 + index */
	struct map tables;   /* element id → struct table */
	bool *named;         /* by chapter */
};

static uint32_t
plain(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Seven bits a byte; NEVER: it is not such a number. */
static uint32_t
synchsafe(const unsigned char *p)
{
	if ((p[0] | p[1] | p[2] | p[3]) & 0x80)
		return NEVER;
	return (uint32_t)p[0] << 21 | (uint32_t)p[1] << 14 | (uint32_t)p[2] << 7 | p[3];
}

static const unsigned char *
bytes(struct span s)
{
	return (const unsigned char *)s.p;
}

size_t
episode_id3_size(struct span head)
{
	if (head.n < HEAD || memcmp(head.p, "ID3", 3) != 0)
		return 0;
	uint32_t size = synchsafe(bytes(head) + 6);
	return size == NEVER ? 0 : (size_t)size + HEAD;
}

/* Without the zeros that were put after 0xFF. */
static struct span
resync(struct reader *r, struct span s)
{
	char *out = arena_alloc(&r->own, s.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++) {
		out[n++] = s.p[i];
		if ((unsigned char)s.p[i] == 0xff && i + 1 < s.n && s.p[i + 1] == 0)
			i++;
	}
	return (struct span){out, n};
}

/* ---- frames */

static bool
is_id(const unsigned char *p)
{
	for (int i = 0; i < 4; i++)
		if (!str_digit(p[i]) && (p[i] < 'A' || p[i] > 'Z'))
			return false;
	return true;
}

/* Whether a frame of this size ends where another one begins, or the padding, or s. */
static bool
lands(struct span s, uint32_t size)
{
	if (size > s.n - HEAD)
		return false;
	size_t left = s.n - HEAD - size;
	const unsigned char *next = bytes(s) + HEAD + size;
	return !left || !next[0] || (left >= 4 && is_id(next));
}

static uint32_t
size_of(const struct reader *r, struct span s)
{
	uint32_t simple = plain(bytes(s) + 4), safe = synchsafe(bytes(s) + 4);
	if (r->version < 4 || safe == NEVER)
		return simple;
	return !lands(s, safe) && lands(s, simple) ? simple : safe;
}

/* Takes what stands before the data, and undoes what can be undone; false: packed or
 * encrypted. */
static bool
open_frame(struct reader *r, unsigned char flags, struct span *data)
{
	bool v4 = r->version == 4;
	size_t before = flags & (v4 ? 0x40 : 0x20) ? 1 : 0; /* a group */
	if (flags & (v4 ? 0x0c : 0xc0))
		return false;
	if (v4 && flags & 0x01)
		before += 4; /* its length once more */
	if (before > data->n)
		return false;
	*data = (struct span){data->p + before, data->n - before};
	if (v4 && (r->unsync || flags & 0x02))
		*data = resync(r, *data);
	return true;
}

/* The next frame of s that can be read. */
static bool
next_frame(struct reader *r, struct span *s, struct frame *out)
{
	while (s->n > HEAD && is_id(bytes(*s))) {
		uint32_t size = size_of(r, *s);
		size_t n = size < s->n - HEAD ? size : s->n - HEAD;
		unsigned char flags = bytes(*s)[9];
		memcpy(out->id, s->p, 4);
		out->id[4] = '\0';
		out->data = (struct span){s->p + HEAD, n};
		*s = (struct span){s->p + HEAD + n, s->n - HEAD - n};
		bool wanted = strcmp(out->id, "CHAP") == 0 ||
			      strcmp(out->id, "CTOC") == 0 || out->id[0] == 'T' ||
			      out->id[0] == 'W';
		if (wanted && open_frame(r, flags, &out->data))
			return true;
	}
	return false;
}

/* ---- texts */

static void
put_utf16(struct buf *out, struct span s, bool big)
{
	char text[4];
	for (size_t i = 0; i + 1 < s.n; i += 2) {
		uint32_t c = (uint32_t)bytes(s)[i + !big] << 8 | bytes(s)[i + big];
		if (c >= 0xd800 && c < 0xdc00 && i + 3 < s.n) {
			uint32_t low = (uint32_t)bytes(s)[i + 2 + !big] << 8 |
				       bytes(s)[i + 2 + big];
			if (low >= 0xdc00 && low < 0xe000) {
				c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
				i += 2;
			}
		}
		buf_add(out, text, utf8_encode(c, text));
	}
}

/* Up to the end of a text, whose zeros have one byte or two. *n: how long it is with
 * them. */
static struct span
text_end(struct span s, bool wide, size_t *n)
{
	size_t step = wide ? 2 : 1, i = 0;
	while (i + step <= s.n && (s.p[i] || (wide && s.p[i + 1])))
		i += step;
	*n = i + step <= s.n ? i + step : s.n;
	return (struct span){s.p, i < s.n ? i : s.n};
}

/* A text in an encoding (0 to 3), as a clean line; NULL: none. */
static char *
line_of(struct reader *r, unsigned char encoding, struct span s)
{
	struct buf text = BUF_INIT(0);
	char latin[4];
	bool wide = encoding == 1 || encoding == 2, big = encoding == 2;
	size_t n;
	if (encoding == 1 && s.n >= 2) {
		big = bytes(s)[0] == 0xfe;
		s = (struct span){s.p + 2, s.n - 2};
	}
	s = text_end(s, wide, &n);
	if (wide)
		put_utf16(&text, s, big);
	else if (encoding == 0)
		for (size_t i = 0; i < s.n; i++)
			buf_add(&text, latin, utf8_encode(bytes(s)[i], latin));
	else
		buf_add(&text, s.p, s.n);
	char *line = episode_line(r->arena, (struct span){buf_str(&text), text.len});
	buf_done(&text);
	return line;
}

/* WXXX: encoding, a description, then the address in Latin-1. */
static char *
address_of(struct reader *r, struct span s)
{
	size_t n;
	if (s.n < 2)
		return NULL;
	unsigned char encoding = bytes(s)[0];
	s = (struct span){s.p + 1, s.n - 1};
	text_end(s, encoding == 1 || encoding == 2, &n);
	char *url = line_of(r, 0, (struct span){s.p + n, s.n - n});
	return url && url_is_web(url) ? url : NULL;
}

/* ---- chapters and tables */

static void
take_chapter(struct reader *r, struct span s)
{
	size_t n;
	struct frame sub;
	struct span id = text_end(s, false, &n);
	s = (struct span){s.p + n, s.n - n};
	if (s.n < 16 || r->out->len == EPISODE_CHAPTERS_MAX)
		return;
	uint32_t start = plain(bytes(s)), end = plain(bytes(s) + 4);
	char *second = NULL;
	bool unsync = r->unsync;
	struct chapter chapter = {.start = start, .end = end == NEVER ? 0 : end};
	s = (struct span){s.p + 16, s.n - 16};
	r->unsync = false; /* the zeros have already been removed */
	while (start != NEVER && next_frame(r, &s, &sub)) {
		if (!sub.data.n)
			continue;
		struct span text = {sub.data.p + 1, sub.data.n - 1};
		unsigned char encoding = bytes(sub.data)[0];
		if (strcmp(sub.id, "TIT2") == 0 && !chapter.title)
			chapter.title = line_of(r, encoding, text);
		else if (strcmp(sub.id, "TIT3") == 0 && !second)
			second = line_of(r, encoding, text);
		else if (strcmp(sub.id, "WXXX") == 0 && !chapter.url)
			chapter.url = address_of(r, sub.data);
	}
	r->unsync = unsync;
	if (start == NEVER)
		return;
	chapter.title = chapter.title ? chapter.title : second;
	struct chapters *c = r->out;
	c->list = arena_push(r->arena, c->list, c->len, sizeof *c->list);
	c->list[c->len++] = chapter;
	void **at = map_put(&r->chapters, id.p, id.n);
	if (!*at)
		*at = (void *)(uintptr_t)c->len;
}

static void
take_table(struct reader *r, struct span s)
{
	size_t n;
	struct span id = text_end(s, false, &n);
	s = (struct span){s.p + n, s.n - n};
	if (s.n < 2 || r->tables.count == TABLES_MAX)
		return;
	struct table *table = arena_zalloc(&r->own, sizeof *table);
	unsigned count = bytes(s)[1];
	table->top = bytes(s)[0] & 0x02;
	struct span names = {s.p + 2, s.n - 2};
	size_t used = 0;
	for (unsigned i = 0; i < count && used < names.n; i++) {
		text_end((struct span){names.p + used, names.n - used}, false, &n);
		used += n;
	}
	table->children = (struct span){names.p, used};
	void **at = map_put(&r->tables, id.p, id.n);
	if (!*at)
		*at = table;
}

/* Marks what the tables name, from the top-level one down (from all, if none says that it
 * is top-level). */
static void
follow_tables(struct reader *r)
{
	struct table **wait = arena_alloc(&r->own, r->tables.count * sizeof(void *));
	size_t len = 0, left = NAMED_MAX, n;
	for (size_t i = 0; i < r->tables.count; i++) {
		struct table *t = r->tables.entries[i].value;
		if (t->top)
			wait[len++] = t;
	}
	for (size_t i = 0; !len && i < r->tables.count; i++)
		wait[i] = r->tables.entries[i].value;
	len = len ? len : r->tables.count;
	for (size_t i = 0; i < len; i++)
		wait[i]->done = true;
	while (len > 0) {
		struct span names = wait[--len]->children;
		for (; names.n && left; left--) {
			struct span id = text_end(names, false, &n);
			names = (struct span){names.p + n, names.n - n};
			size_t at = (uintptr_t)map_get(&r->chapters, id.p, id.n);
			struct table *t = map_get(&r->tables, id.p, id.n);
			if (at)
				r->named[at - 1] = true;
			if (t && !t->done) {
				t->done = true;
				wait[len++] = t;
			}
		}
	}
}

static void
read_tag(struct reader *r, struct span s)
{
	struct frame frame;
	while (next_frame(r, &s, &frame)) {
		if (strcmp(frame.id, "CHAP") == 0)
			take_chapter(r, frame.data);
		else if (strcmp(frame.id, "CTOC") == 0)
			take_table(r, frame.data);
	}
	if (!r->tables.count || !r->out->len)
		return;
	r->named = arena_zalloc(&r->own, r->out->len * sizeof *r->named);
	follow_tables(r);
	bool any = false;
	for (size_t i = 0; i < r->out->len; i++)
		any |= r->named[i];
	for (size_t i = 0; any && i < r->out->len; i++)
		r->out->list[i].silent = !r->named[i];
}

/* Passes over the extended header. */
static struct span
behind_extended(const struct reader *r, struct span s)
{
	if (s.n < 4)
		return s;
	uint32_t size = r->version == 4 ? synchsafe(bytes(s)) : plain(bytes(s)) + 4;
	return size <= s.n ? (struct span){s.p + size, s.n - size}
			   : (struct span){s.p, 0};
}

void
episode_chapters_id3(struct span tag, struct arena *arena, struct chapters *out)
{
	struct reader r = {
		.arena = arena, .own = ARENA_INIT, .out = out, .chapters = MAP_INIT};
	size_t size = episode_id3_size(tag);
	*out = (struct chapters){NULL, 0};
	if (!size || (tag.p[3] != 3 && tag.p[3] != 4))
		return;
	unsigned char flags = bytes(tag)[5];
	size = size < tag.n ? size : tag.n;
	struct span s = {tag.p + HEAD, size - HEAD};
	r.version = tag.p[3];
	r.unsync = r.version == 4 && flags & UNSYNC;
	if (r.version == 3 && flags & UNSYNC)
		s = resync(&r, s);
	if (flags & EXTENDED)
		s = behind_extended(&r, s);
	read_tag(&r, s);
	episode_chapters_settle(out, 0);
	map_done(&r.chapters);
	map_done(&r.tables);
	arena_done(&r.own);
}
