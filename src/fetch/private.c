#include "config.h"

#include "fetch/private.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "base/attr.h"
#include "base/err.h"

/* Blocks that do not belong to the public Internet (RFC 6890; 100.64: RFC 6598). */
static const struct {
	uint32_t first;
	int bits;
} blocks4[] = {
	{0x00000000, 8},  /* this network */
	{0x0a000000, 8},  /* private */
	{0x64400000, 10}, /* shared by a provider's customers */
	{0x7f000000, 8},  /* loopback */
	{0xa9fe0000, 16}, /* link-local, and the clouds' metadata */
	{0xac100000, 12}, /* private */
	{0xc0000000, 24}, /* protocol assignments */
	{0xc0a80000, 16}, /* private */
	{0xe0000000, 3},  /* multicast, reserved, broadcast */
};

static const struct {
	uint8_t bytes[16];
	int bits;
} blocks6[] = {
	{{0}, 127},                                 /* unspecified, loopback */
	{{0xfc}, 7},                                /* unique local */
	{{0xfe, 0x80}, 10},                         /* link-local */
	{{0xfe, 0xc0}, 10},                         /* site-local (RFC 3879) */
	{{0xff}, 8},                                /* multicast */
	{{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48}, /* NAT64 of a network (RFC 8215) */
};

/* IPv4 addresses in IPv6: the block, and the byte at which they begin. */
static const struct {
	uint8_t bytes[16];
	int bits, at;
} embedded[] = {
	{{[10] = 0xff, [11] = 0xff}, 96, 12}, /* mapped (RFC 4291) */
	{{0}, 96, 12},                        /* compatible (same) */
	{{0x00, 0x64, 0xff, 0x9b}, 96, 12},   /* NAT64 (RFC 6052) */
	{{[8] = 0xff, [9] = 0xff}, 96, 12},   /* SIIT (RFC 2765) */
	{{0x20, 0x02}, 16, 2},                /* 6to4 (RFC 3056) */
	{{0x20, 0x01}, 32, 4},                /* Teredo's server (RFC 4380) */
};

static bool
private4(uint32_t address)
{
	for (size_t i = 0; i < COUNT_OF(blocks4); i++)
		if ((address ^ blocks4[i].first) >> (32 - blocks4[i].bits) == 0)
			return true;
	return false;
}

static uint32_t
tail4(const uint8_t *b)
{
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static bool
same_bits(const uint8_t *a, const uint8_t *b, int bits)
{
	int whole = bits / 8, rest = bits % 8;
	if (memcmp(a, b, (size_t)whole) != 0)
		return false;
	return rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
}

static bool
private6(const uint8_t *bytes)
{
	for (size_t i = 0; i < COUNT_OF(embedded); i++)
		if (same_bits(bytes, embedded[i].bytes, embedded[i].bits) &&
			private4(tail4(bytes + embedded[i].at)))
			return true;
	for (size_t i = 0; i < COUNT_OF(blocks6); i++)
		if (same_bits(bytes, blocks6[i].bytes, blocks6[i].bits))
			return true;
	return false;
}

bool
fetch_private_address(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET) {
		struct sockaddr_in in;
		memcpy(&in, address, sizeof in);
		return private4(ntohl(in.sin_addr.s_addr));
	}
	if (address->sa_family == AF_INET6) {
		struct sockaddr_in6 in6;
		memcpy(&in6, address, sizeof in6);
		return private6(in6.sin6_addr.s6_addr);
	}
	return true; /* not a network address */
}

/* Parses an IP address, without brackets and zone. */
static bool
parse(struct span text, struct in_addr *in, struct in6_addr *in6, bool *is6)
{
	char copy[64];
	if (text.n >= 2 && text.p[0] == '[')
		text = (struct span){text.p + 1, text.n - 2};
	if (text.n == 0 || text.n >= sizeof copy)
		return false;
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	copy[strcspn(copy, "%")] = '\0';
	*is6 = inet_pton(AF_INET6, copy, in6) == 1;
	/* inet_aton, as resolvers do: 127.1 and 0x7f000001 are addresses, too. */
	return *is6 || inet_aton(copy, in) != 0;
}

bool
fetch_private_number(struct span host)
{
	struct in_addr in;
	struct in6_addr in6;
	bool is6;
	return parse(host, &in, &in6, &is6);
}

bool
fetch_private_within(struct span host, struct span block)
{
	struct in_addr in, in_block;
	struct in6_addr in6, in6_block;
	bool is6, block_is6;
	struct span address;
	span_split(&block, '/', &address);
	if (!parse(host, &in, &in6, &is6) ||
		!parse(address, &in_block, &in6_block, &block_is6) || is6 != block_is6)
		return false;
	const uint8_t *a = is6 ? in6.s6_addr : (const uint8_t *)&in.s_addr;
	const uint8_t *b = is6 ? in6_block.s6_addr : (const uint8_t *)&in_block.s_addr;
	int64_t all = is6 ? 128 : 32, bits = all;
	if (block.p && (str_int(block, &bits) != OK || bits < 0 || bits > all))
		return false;
	return same_bits(a, b, (int)bits);
}

static bool
ends_with(struct span s, const char *end)
{
	size_t n = strlen(end);
	return s.n >= n && str_ieqn(s.p + s.n - n, end, n);
}

static bool
is_localhost(struct span host)
{
	return (host.n == 9 && str_ieqn(host.p, "localhost", 9)) ||
	       ends_with(host, ".localhost");
}

bool
fetch_private_host(struct span host)
{
	struct in_addr in;
	struct in6_addr in6;
	bool is6;
	if (host.n && host.p[host.n - 1] == '.')
		host.n--;
	if (is_localhost(host) || ends_with(host, ".local"))
		return true;
	if (!parse(host, &in, &in6, &is6))
		return false;
	return is6 ? private6(in6.s6_addr) : private4(ntohl(in.s_addr));
}

bool
fetch_private_text(const char *ip)
{
	return fetch_private_host(span_of(ip));
}

bool
fetch_private_loopback(struct span host)
{
	static const uint8_t one[16] = {[15] = 1};
	struct in_addr in;
	struct in6_addr in6;
	bool is6;
	if (is_localhost(host))
		return true;
	if (!parse(host, &in, &in6, &is6))
		return false;
	return is6 ? memcmp(in6.s6_addr, one, 16) == 0 : ntohl(in.s_addr) >> 24 == 127;
}
