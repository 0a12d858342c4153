#include "config.h"

#include "model/state.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/utf8.h"

/* 2100-01-01. A clock beyond it is wrong, and its stamps would win over all others for
 * ever. */
#define TIME_END_MS INT64_C(4102444800000)
/* The longest episode, in milliseconds: a hundred days. */
#define PLACE_MAX INT64_C(8640000000)
#define PLACE_PARTS 4
#define COUNT_BITS 16
#define COUNT_MAX 65535

static const struct word {
	const char *text;
	enum state_kind kind;
	bool on;
} words[] = {
	{"read", STATE_READ, true},
	{"unread", STATE_READ, false},
	{"star", STATE_STARRED, true},
	{"unstar", STATE_STARRED, false},
	{"tag=", STATE_TAGGED, true},
	{"untag=", STATE_TAGGED, false},
	{"same", STATE_SAME, true},
	{"apart", STATE_SAME, false},
	{"at=", STATE_LISTENED, false},
	{"played=", STATE_LISTENED, true},
};

bool
state_later(
	const struct state_stamp *a, bool a_on, const struct state_stamp *b, bool b_on)
{
	if (a->time != b->time)
		return a->time > b->time;
	if (a->machine != b->machine)
		return a->machine > b->machine;
	return a_on && !b_on;
}

uint64_t
state_tick(uint64_t last, int64_t now_ms, bool alone)
{
	if (now_ms < 0 || now_ms >= TIME_END_MS)
		now_ms = 0;
	uint64_t next = (uint64_t)now_ms << COUNT_BITS;
	if (next <= last)
		next = last + 1;
	bool first = (next & COUNT_MAX) == 0;
	if (alone && !first)
		next = ((next >> COUNT_BITS) + 1) << COUNT_BITS;
	return !alone && first ? next + 1 : next;
}

bool
state_has_tag(enum state_kind kind)
{
	return kind == STATE_TAGGED || kind == STATE_LISTENED;
}

bool
state_alone(const struct state_stamp *stamp)
{
	return (stamp->time & COUNT_MAX) == 0;
}

/* ---- writing */

static void
put_hex(struct buf *out, const uint8_t *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, digits[bytes[i] >> 4]);
		buf_addc(out, digits[bytes[i] & 15]);
	}
}

static void
put_tag(struct buf *out, const char *tag)
{
	for (const char *p = tag; *p; p++) {
		unsigned char c = (unsigned char)*p;
		if (c <= ' ' || c == '%' || c == 0x7f)
			buf_addf(out, "%%%02x", c);
		else
			buf_addc(out, *p);
	}
}

void
state_put(struct buf *out, const struct state *s)
{
	size_t i = 0;
	while (i < COUNT_OF(words) && (words[i].kind != s->kind || words[i].on != s->on))
		i++;
	if (i == COUNT_OF(words))
		return;
	buf_addf(out, "%" PRIu64 ".%u %016" PRIx64 " %s", s->stamp.time >> COUNT_BITS,
		(unsigned)(s->stamp.time & COUNT_MAX), s->stamp.machine, words[i].text);
	if (state_has_tag(s->kind))
		put_tag(out, s->tag);
	buf_addc(out, ' ');
	put_hex(out, s->feed, sizeof s->feed);
	buf_addc(out, ' ');
	put_hex(out, s->item, sizeof s->item);
	buf_addc(out, '\n');
}

/* ---- reading */

static int
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static bool
read_hex(struct span text, uint8_t *out, size_t n)
{
	if (text.n != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++) {
		int high = digit_of(text.p[2 * i]), low = digit_of(text.p[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		out[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool
read_number(struct span text, int64_t max, uint64_t *out)
{
	int64_t value;
	if (text.n == 0 || !str_digit(text.p[0]) || str_int(text, &value) != OK ||
		value > max)
		return false;
	*out = (uint64_t)value;
	return true;
}

static bool
read_time(struct span text, uint64_t *out)
{
	struct span ms;
	uint64_t time, count;
	if (!span_split(&text, '.', &ms) || !read_number(ms, TIME_END_MS - 1, &time) ||
		!read_number(text, COUNT_MAX, &count))
		return false;
	*out = time << COUNT_BITS | count;
	return true;
}

static bool
read_u64(struct span text, uint64_t *out)
{
	uint8_t bytes[8];
	if (!read_hex(text, bytes, sizeof bytes))
		return false;
	*out = 0;
	for (size_t i = 0; i < sizeof bytes; i++)
		*out = *out << 8 | bytes[i];
	return true;
}

static bool
read_tag(struct span text, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++) {
		uint8_t byte = (uint8_t)text.p[i];
		if (byte == '%') {
			if (text.n - i < 3 ||
				!read_hex((struct span){text.p + i + 1, 2}, &byte, 1))
				return false;
			i += 2;
		}
		if (n == STATE_TAG_MAX || byte == '\0')
			return false;
		out[n++] = (char)byte;
	}
	out[n] = '\0';
	/* The name comes from outside, so it must already be a clean line. */
	struct buf clean = BUF_INIT(0);
	utf8_clean_line(&clean, out, n, 0);
	bool good = n > 0 && str_eq(buf_str(&clean), out);
	buf_done(&clean);
	return good;
}

void
state_set_place(struct state *s, bool played, const struct state_place *p)
{
	s->kind = STATE_LISTENED;
	s->on = played;
	int n = snprintf(s->tag, sizeof s->tag, "%" PRId64 "/%" PRId64,
		p->position < 0 ? 0 : p->position, p->duration < 0 ? 0 : p->duration);
	if (p->chapter && p->offset >= 0)
		snprintf(s->tag + n, sizeof s->tag - (size_t)n,
			"/%" PRId64 "/%016" PRIx64, p->offset, p->chapter);
}

bool
state_place(const struct state *s, struct state_place *out)
{
	struct span rest = span_of(s->tag), parts[PLACE_PARTS];
	uint64_t at, of, offset = 0, chapter = 0;
	size_t n = 0;
	if (s->kind != STATE_LISTENED)
		return false;
	while (n < PLACE_PARTS && span_split(&rest, '/', &parts[n]))
		n++;
	bool good = !rest.n && (n == 2 || n == PLACE_PARTS) &&
		    read_number(parts[0], PLACE_MAX, &at) &&
		    read_number(parts[1], PLACE_MAX, &of);
	if (good && n == PLACE_PARTS)
		good = read_number(parts[2], PLACE_MAX, &offset) &&
		       read_u64(parts[3], &chapter);
	if (good)
		*out = (struct state_place){
			(int64_t)at, (int64_t)of, chapter, (int64_t)offset};
	return good;
}

static bool
good_value(const struct state *s)
{
	struct state_place place;
	return s->kind != STATE_LISTENED || state_place(s, &place);
}

static bool
read_word(struct span text, struct state *out)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		const struct word *w = &words[i];
		size_t n = strlen(w->text);
		bool tag = state_has_tag(w->kind);
		if (text.n < n || memcmp(text.p, w->text, n) != 0 || (!tag && text.n > n))
			continue;
		out->kind = w->kind;
		out->on = w->on;
		return (!tag || read_tag((struct span){text.p + n, text.n - n},
					out->tag)) &&
		       good_value(out);
	}
	return false;
}

/* Are feed and item two different feeds, as STATE_SAME needs? */
static bool
good_pair(const struct state *s)
{
	static const uint8_t zeros[STATE_OTHER];
	return memcmp(s->item, zeros, STATE_OTHER) == 0 &&
	       memcmp(s->item + STATE_OTHER, s->feed, STATE_FEED) != 0;
}

bool
state_read(struct span line, struct state *out)
{
	struct span parts[5];
	*out = (struct state){0};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (!span_split(&line, ' ', &parts[i]))
			return false;
	return !line.p && read_time(parts[0], &out->stamp.time) &&
	       read_u64(parts[1], &out->stamp.machine) && read_word(parts[2], out) &&
	       read_hex(parts[3], out->feed, sizeof out->feed) &&
	       read_hex(parts[4], out->item, sizeof out->item) &&
	       (out->kind != STATE_SAME || good_pair(out));
}
