#include "config.h"

#include "render/shift.h"

#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/letter.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/edit.h"

#define SHIFTED_MAX 32 /* bytes; longer text is small print */

/* Sorted; 0: there is no such form. */
static const struct form {
	uint32_t plain, raised, lowered;
} forms[] = {{' ', ' ', ' '}, {'(', 0x207d, 0x208d}, {')', 0x207e, 0x208e},
	{'*', '*', '*'}, {'+', 0x207a, 0x208a}, {',', ',', ','}, {'-', 0x207b, 0x208b},
	{'0', 0x2070, 0x2080}, {'1', 0xb9, 0x2081}, {'2', 0xb2, 0x2082},
	{'3', 0xb3, 0x2083}, {'4', 0x2074, 0x2084}, {'5', 0x2075, 0x2085},
	{'6', 0x2076, 0x2086}, {'7', 0x2077, 0x2087}, {'8', 0x2078, 0x2088},
	{'9', 0x2079, 0x2089}, {'=', 0x207c, 0x208c}, {'a', 0x1d43, 0x2090},
	{'b', 0x1d47, 0}, {'c', 0x1d9c, 0}, {'d', 0x1d48, 0}, {'e', 0x1d49, 0x2091},
	{'f', 0x1da0, 0}, {'g', 0x1d4d, 0}, {'h', 0x2b0, 0x2095}, {'i', 0x2071, 0x1d62},
	{'j', 0x2b2, 0x2c7c}, {'k', 0x1d4f, 0x2096}, {'l', 0x2e1, 0x2097},
	{'m', 0x1d50, 0x2098}, {'n', 0x207f, 0x2099}, {'o', 0x1d52, 0x2092},
	{'p', 0x1d56, 0x209a}, {'r', 0x2b3, 0x1d63}, {'s', 0x2e2, 0x209b},
	{'t', 0x1d57, 0x209c}, {'u', 0x1d58, 0x1d64}, {'v', 0x1d5b, 0x1d65},
	{'w', 0x2b7, 0}, {'x', 0x2e3, 0x2093}, {'y', 0x2b8, 0}, {'z', 0x1dbb, 0},
	{0xa7, 0xa7, 0xa7}, {0xa9, 0xa9, 0}, {0xaa, 0xaa, 0}, {0xae, 0xae, 0},
	{0xb0, 0xb0, 0}, {0xb9, 0xb9, 0}, {0xba, 0xba, 0}, {0x3b2, 0x1d5d, 0x1d66},
	{0x3b3, 0x1d5e, 0x1d67}, {0x3b4, 0x1d5f, 0}, {0x3b8, 0x1dbf, 0},
	{0x3c1, 0, 0x1d68}, {0x3c6, 0x1d60, 0x1d69}, {0x3c7, 0x1d61, 0x1d6a},
	{0x2013, 0x207b, 0x208b}, {0x2020, 0x2020, 0}, {0x2021, 0x2021, 0},
	{0x2032, 0x2032, 0}, {0x2033, 0x2033, 0}, {0x2122, 0x2122, 0},
	{0x2212, 0x207b, 0x208b}};

static uint32_t
form_of(uint32_t cp, int shift)
{
	size_t low = 0, high = COUNT_OF(forms);
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (forms[mid].plain < cp)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == COUNT_OF(forms) || forms[low].plain != cp)
		return 0;
	return shift > 0 ? forms[low].raised : forms[low].lowered;
}

bool
render_shift(struct buf *out, const char *s, size_t n, int shift)
{
	size_t len = out->len;
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		char bytes[4];
		i += utf8_decode(s + i, n - i, &cp);
		cp = cp == DOC_NBSP ? ' ' : form_of(cp, shift);
		if (!cp) {
			buf_cut(out, len);
			return false;
		}
		buf_add(out, bytes, utf8_encode(cp, bytes));
	}
	return true;
}

static bool
is_ordinal(const char *s, size_t n)
{
	static const char *const endings[] = {"st", "nd", "rd", "th", "er", "re", "e",
		"o", "a", "ère", "ème", "nde", "de", "ste", "os", "as"};
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (n == strlen(endings[i]) && str_ieqn(s, endings[i], n))
			return true;
	return false;
}

/* What text becomes that has no shifted form. False: it stays as it is. */
static bool
spell_out(struct buf *out, const char *s, size_t n, int shift)
{
	uint32_t cp;
	if (n == 2 && shift > 0 && (str_ieqn(s, "tm", 2) || str_ieqn(s, "sm", 2))) {
		buf_adds(out, str_lower((unsigned char)s[0]) == 't' ? "™" : "℠");
		return true;
	}
	/* Small print, and what stands apart by itself, needs no sign. */
	if (s[0] == '[' || s[0] == '(' || n > SHIFTED_MAX)
		return false;
	bool single = utf8_decode(s, n, &cp) == n;
	if (single && letter_of(cp)->kind == LETTER_APART)
		return false;
	buf_adds(out, shift > 0 ? "^" : "_");
	if (!single)
		buf_addc(out, '(');
	buf_add(out, s, n);
	if (!single)
		buf_addc(out, ')');
	return true;
}

/* Notes and numbers of ours at the end are not shifted. */
static size_t
without_marks(const struct render_doc *doc, size_t from)
{
	size_t end = doc->text.len;
	for (size_t i = render_edit_run(doc, (uint32_t)from); i < doc->runs_len; i++)
		if (doc->runs[i].style & RENDER_MARK && doc->runs[i].start < end)
			end = doc->runs[i].start;
	return end;
}

/* Replaces characters one by one, so that links and styles among them stay. */
static void
replace_each(struct flow *flow, size_t from, size_t n, const struct buf *by)
{
	struct edit edits[SHIFTED_MAX];
	size_t len = 0, i = 0, k = 0;
	while (i < n && len < SHIFTED_MAX) {
		uint32_t cp;
		size_t old = utf8_decode(flow->doc->text.data + from + i, n - i, &cp);
		size_t new = utf8_decode(by->data + k, by->len - k, &cp);
		uint32_t at = (uint32_t)(from + i);
		edits[len++] = (struct edit){at, at + (uint32_t)old, by->data + k, new};
		i += old;
		k += new;
	}
	render_edit(flow, edits, len);
}

/* Where the shifted text starts, without blanks before it. */
static size_t
start_of(const struct flow *flow)
{
	const struct buf *text = &flow->doc->text;
	size_t from = flow->now.from;
	while (from < text->len && strchr(" \n\x01", text->data[from]))
		from++;
	return from;
}

void
render_shift_end(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *block =
		doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	if (!flow->open || !block || block->start > flow->now.from ||
		flow->now.from >= doc->text.len)
		return;
	size_t from = start_of(flow), n = without_marks(doc, from) - from;
	const char *s = doc->text.data + from;
	if (n == 0 || n > 4 * (size_t)SHIFTED_MAX)
		return;
	bool apart = from == block->start || from > flow->now.from;
	bool digit = str_digit((unsigned char)s[0]), words = memchr(s, ' ', n) && !digit;
	if (words || (apart && !digit))
		return;
	if (!apart && str_digit((unsigned char)s[-1]) && is_ordinal(s, n))
		return;
	struct buf by = BUF_INIT(0);
	if (n <= SHIFTED_MAX && render_shift(&by, s, n, flow->now.shift)) {
		replace_each(flow, from, n, &by);
	} else if (!apart && spell_out(&by, s, n, flow->now.shift)) {
		struct edit edit = {
			(uint32_t)from, (uint32_t)(from + n), buf_str(&by), by.len};
		render_edit(flow, &edit, 1);
	}
	buf_done(&by);
}
