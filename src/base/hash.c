#include "config.h"

#include "base/hash.h"

#include <string.h>

#include <xxhash.h>

uint64_t
hash64(const void *bytes, size_t n)
{
	return XXH3_64bits(bytes, n);
}

struct hash128
hash128(const void *bytes, size_t n)
{
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes, n));
	struct hash128 out;
	memcpy(out.bytes, canonical.digest, sizeof out.bytes);
	return out;
}
