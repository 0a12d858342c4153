/*
 * Sums of files that others publish, as in the attribute "integrity" of web pages (W3C,
 * Subresource Integrity, section 3.5): "sha256-…" in base64, separated by blanks. Of
 * several, the strongest kind counts, and one of that kind has to match.
 */
#ifndef FETCH_INTEGRITY_H
#define FETCH_INTEGRITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha2.h"

struct fetch_integrity {
	char *sums; /* NULL: nothing is to be checked */
	struct sha2 sum;
	int64_t size; /* bytes of the file that are in the sum */
};

/* Copies sums, which may be NULL. Unknown kinds are ignored. */
void fetch_integrity_init(struct fetch_integrity *integrity, const char *sums);
void fetch_integrity_done(struct fetch_integrity *integrity);
/* Starts again from the file's first byte. */
void fetch_integrity_restart(struct fetch_integrity *integrity);
/* The next bytes of the file. */
void fetch_integrity_add(struct fetch_integrity *integrity, const void *bytes, size_t n);
/* Whether the file, now that all of it has been added, is the one that was published.
 * Call fetch_integrity_restart before adding anything else. */
bool fetch_integrity_fits(struct fetch_integrity *integrity);

#endif
