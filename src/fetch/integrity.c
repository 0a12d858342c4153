#include "config.h"

#include "fetch/integrity.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/quote.h"
#include "base/str.h"

static const struct {
	const char *name;
	int bits;
} kinds[] = {
	{"sha256-", 256},
	{"sha384-", 384},
	{"sha512-", 512},
};

/* Returns the bits of a sum, and removes the prefix that names its kind; 0: the kind is
 * unknown. */
static int
kind_of(struct span *sum)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		size_t n = strlen(kinds[i].name);
		if (sum->n > n && str_ieqn(kinds[i].name, sum->p, n)) {
			*sum = (struct span){sum->p + n, sum->n - n};
			return kinds[i].bits;
		}
	}
	return 0;
}

/* The next of the sums; false: there is none. */
static bool
next_sum(const char **rest, struct span *sum)
{
	const char *p = *rest;
	while (str_space(*p))
		p++;
	*sum = (struct span){p, 0};
	while (*p && !str_space(*p))
		p++;
	sum->n = (size_t)(p - sum->p);
	*rest = p;
	return sum->n > 0;
}

static int
strongest(const char *sums)
{
	struct span sum;
	int most = 0;
	while (next_sum(&sums, &sum)) {
		int bits = kind_of(&sum);
		most = bits > most ? bits : most;
	}
	return most;
}

void
fetch_integrity_init(struct fetch_integrity *integrity, const char *sums)
{
	bool known = sums && strongest(sums);
	*integrity = (struct fetch_integrity){.sums = known ? mem_strdup(sums) : NULL};
	fetch_integrity_restart(integrity);
}

void
fetch_integrity_done(struct fetch_integrity *integrity)
{
	free(integrity->sums);
	integrity->sums = NULL;
}

void
fetch_integrity_restart(struct fetch_integrity *integrity)
{
	integrity->size = 0;
	if (integrity->sums)
		sha2_init(&integrity->sum, strongest(integrity->sums));
}

void
fetch_integrity_add(struct fetch_integrity *integrity, const void *bytes, size_t n)
{
	if (integrity->sums)
		sha2_add(&integrity->sum, bytes, n);
	integrity->size += (int64_t)n;
}

/* Whether the published sum is the same as ours, in base64. Its padding may be missing,
 * an option may follow, and some use the URL-safe letters. */
static bool
is_same(struct span published, const char *ours)
{
	size_t i = 0;
	for (; i < published.n && published.p[i] != '?' && published.p[i] != '='; i++) {
		char c = published.p[i];
		c = c == '-' ? '+' : c == '_' ? '/' : c;
		if (c != ours[i])
			return false;
	}
	return !ours[i] || ours[i] == '=';
}

bool
fetch_integrity_fits(struct fetch_integrity *integrity)
{
	uint8_t bytes[SHA2_MAX];
	struct buf ours = BUF_INIT(0);
	struct span sum;
	bool fits = false;
	if (!integrity->sums)
		return true;
	sha2_end(&integrity->sum, bytes);
	quote_base64(&ours, (const char *)bytes, (size_t)integrity->sum.bits / 8, 0);
	for (const char *rest = integrity->sums; !fits && next_sum(&rest, &sum);)
		fits = kind_of(&sum) == integrity->sum.bits &&
		       is_same(sum, buf_str(&ours));
	buf_done(&ours);
	return fits;
}
