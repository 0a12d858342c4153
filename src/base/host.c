#include "config.h"

#include "base/host.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/letter.h"
#include "base/utf8.h"

#define LABEL_CHARS_MAX 63 /* of a host name, RFC 1035 */

/* RFC 3492, section 5: the parameters of Punycode for host names. */
enum {
	PUNY_BASE = 36,
	PUNY_TMIN = 1,
	PUNY_TMAX = 26,
	PUNY_SKEW = 38,
	PUNY_DAMP = 700,
	PUNY_BIAS = 72,
	PUNY_FIRST = 128,
};

/* Section 6.1. */
static uint32_t
puny_adapt(uint32_t delta, uint32_t count, bool first)
{
	delta = first ? delta / PUNY_DAMP : delta / 2;
	delta += delta / count;
	uint32_t k = 0;
	for (; delta > ((PUNY_BASE - PUNY_TMIN) * PUNY_TMAX) / 2; k += PUNY_BASE)
		delta /= PUNY_BASE - PUNY_TMIN;
	return k + (PUNY_BASE - PUNY_TMIN + 1) * delta / (delta + PUNY_SKEW);
}

/* One delta as a variable-length integer (section 3.3). */
static void
puny_put(struct buf *out, uint32_t delta, uint32_t bias)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	for (uint32_t k = PUNY_BASE;; k += PUNY_BASE) {
		uint32_t t = k <= bias               ? PUNY_TMIN
			     : k >= bias + PUNY_TMAX ? PUNY_TMAX
						     : k - bias;
		if (delta < t)
			break;
		buf_addc(out, digits[t + (delta - t) % (PUNY_BASE - t)]);
		delta = (delta - t) / (PUNY_BASE - t);
	}
	buf_addc(out, digits[delta]);
}

/* One label (section 6.3). At most 63 characters, so that nothing can overflow. */
static void
puny_label(struct buf *out, const uint32_t *cps, uint32_t n)
{
	uint32_t done = 0;
	buf_adds(out, "xn--");
	for (uint32_t i = 0; i < n; i++)
		if (cps[i] < PUNY_FIRST) {
			buf_addc(out, (char)str_lower((int)cps[i]));
			done++;
		}
	uint32_t basic = done, delta = 0, at = PUNY_FIRST, bias = PUNY_BIAS;
	if (basic)
		buf_addc(out, '-');
	while (done < n) {
		uint32_t next = UINT32_MAX;
		for (uint32_t i = 0; i < n; i++)
			if (cps[i] >= at && cps[i] < next)
				next = cps[i];
		delta += (next - at) * (done + 1);
		at = next;
		for (uint32_t i = 0; i < n; i++) {
			delta += cps[i] < at;
			if (cps[i] != at)
				continue;
			puny_put(out, delta, bias);
			bias = puny_adapt(delta, done + 1, done == basic);
			delta = 0;
			done++;
		}
		delta++;
		at++;
	}
}

/* The label's characters, small ones, marks joined to their letters. Returns how many. */
static uint32_t
decode_label(struct span label, uint32_t cps[LABEL_CHARS_MAX], bool *ascii)
{
	uint32_t n = 0, cp;
	*ascii = true;
	for (size_t i = 0; i < label.n && n < LABEL_CHARS_MAX;) {
		i += utf8_decode(label.p + i, label.n - i, &cp);
		*ascii = *ascii && cp < PUNY_FIRST;
		cp = letter_of(cp)->lower;
		uint32_t whole =
			n > 0 && letter_mark(cp) ? letter_compose(cps[n - 1], cp) : 0;
		if (whole)
			cps[n - 1] = whole;
		else
			cps[n++] = cp;
	}
	return n;
}

void
host_ascii(struct buf *out, struct span host)
{
	struct span label;
	bool first = true;
	while (span_split(&host, '.', &label)) {
		uint32_t cps[LABEL_CHARS_MAX];
		bool ascii;
		uint32_t n = decode_label(label, cps, &ascii);
		if (!first)
			buf_addc(out, '.');
		first = false;
		if (!ascii)
			puny_label(out, cps, n);
		else
			for (size_t i = 0; i < label.n; i++)
				buf_addc(out, (char)str_lower((unsigned char)label.p[i]));
	}
}
