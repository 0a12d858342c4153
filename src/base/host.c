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
	uint32_t basic = 0;
	for (uint32_t i = 0; i < n; i++)
		basic += cps[i] < PUNY_FIRST;
	if (basic < n)
		buf_adds(out, "xn--");
	for (uint32_t i = 0; i < n; i++)
		if (cps[i] < PUNY_FIRST)
			buf_addc(out, (char)str_lower((int)cps[i]));
	if (basic && basic < n)
		buf_addc(out, '-');
	uint32_t done = basic, delta = 0, at = PUNY_FIRST, bias = PUNY_BIAS;
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

/* Gets the label's characters, in lower case and with marks joined to their letters, and
 * their number. False if there are too many. */
static bool
decode_label(struct span label, uint32_t cps[LABEL_CHARS_MAX], uint32_t *len)
{
	uint32_t n = 0, cp;
	for (size_t i = 0; i < label.n;) {
		if (n == LABEL_CHARS_MAX)
			return false;
		i += utf8_decode(label.p + i, label.n - i, &cp);
		/* In names, the two sigmas are two letters (RFC 5894, section 7.2). */
		if (cp != LETTER_FINAL_SIGMA)
			cp = letter_of(cp)->lower;
		uint32_t whole =
			n > 0 && letter_mark(cp) ? letter_compose(cps[n - 1], cp) : 0;
		if (whole)
			cps[n - 1] = whole;
		else
			cps[n++] = cp;
	}
	*len = n;
	return true;
}

static bool
is_ascii(struct span label)
{
	for (size_t i = 0; i < label.n; i++)
		if ((unsigned char)label.p[i] >= PUNY_FIRST)
			return false;
	return true;
}

/* A label as it is. One that is not ASCII is too long for any host; its other bytes are
 * escaped, so that it can be told apart from others. */
static void
plain_label(struct buf *out, struct span label)
{
	for (size_t i = 0; i < label.n; i++) {
		unsigned char c = (unsigned char)label.p[i];
		if (c < PUNY_FIRST)
			buf_addc(out, (char)str_lower(c));
		else
			buf_addf(out, "%%%02x", c);
	}
}

void
host_ascii(struct buf *out, struct span host)
{
	struct span label;
	bool first = true;
	while (span_split(&host, '.', &label)) {
		uint32_t cps[LABEL_CHARS_MAX], n;
		if (!first)
			buf_addc(out, '.');
		first = false;
		if (!is_ascii(label) && decode_label(label, cps, &n))
			puny_label(out, cps, n);
		else
			plain_label(out, label);
	}
}
