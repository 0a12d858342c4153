#include "config.h"

#include "remote/title.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#define WIDE_TO_PLAIN 0xfee0u /* U+FF01 to U+FF5E are signs of ASCII, this far away */

static bool
is_sign(uint32_t cp)
{
	for (const char *p = "&<>?\\/,;"; *p; p++)
		if (cp == (uint32_t)*p + WIDE_TO_PLAIN)
			return true;
	return false;
}

/* Hangul, kana, ideographs, and what is as wide as they are. */
static bool
is_east_asian(uint32_t cp)
{
	static const struct utf8_range ranges[] = {{0x1100, 0x11ff}, {0x2e80, 0xa4cf},
		{0xac00, 0xd7ff}, {0xf900, 0xfaff}, {0xfe30, 0xfe4f}, {0xff01, 0xff9f},
		{0x20000, 0x3ffff}};
	return !is_sign(cp) && utf8_in(ranges, COUNT_OF(ranges), cp);
}

/* Blanks and signs say nothing about the writing around them. */
static bool
says_nothing(uint32_t cp)
{
	return cp == ' ' || is_sign(cp);
}

/* The first character of rest that says something; 0: none. */
static uint32_t
next_telling(struct span rest)
{
	uint32_t cp = 0;
	while (rest.n > 0) {
		size_t n = utf8_decode(rest.p, rest.n, &cp);
		if (!says_nothing(cp))
			return cp;
		rest = (struct span){rest.p + n, rest.n - n};
	}
	return 0;
}

char *
remote_title_narrow(struct arena *arena, struct span title)
{
	struct buf out = BUF_INIT(0);
	uint32_t before = 0, after = 0, cp;
	bool known = false; /* after belongs to this run of blanks and signs */
	for (size_t i = 0, n; i < title.n; i += n) {
		n = utf8_decode(title.p + i, title.n - i, &cp);
		if (!says_nothing(cp)) {
			before = cp;
			known = false;
		} else if (!known) {
			after = next_telling((struct span){title.p + i, title.n - i});
			known = true;
		}
		if (is_sign(cp) && !is_east_asian(before) && !is_east_asian(after))
			buf_addc(&out, (char)(cp - WIDE_TO_PLAIN));
		else
			buf_add(&out, title.p + i, n);
	}
	char *plain = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return plain;
}

char *
remote_title_decode(struct arena *arena, struct span title)
{
	static const struct {
		const char *name;
		char sign;
	} names[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'},
		{"&#039;", '\''}};
	char *out = arena_strndup(arena, title.n ? title.p : "", title.n);
	size_t n = 0;
	for (const char *p = out; *p; n++) {
		size_t i = 0;
		while (i < COUNT_OF(names) && !str_starts(p, names[i].name))
			i++;
		out[n] = i < COUNT_OF(names) ? names[i].sign : *p;
		p += i < COUNT_OF(names) ? strlen(names[i].name) : 1;
	}
	out[n] = '\0';
	return out;
}
