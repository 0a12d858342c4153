/* The sums of FIPS 180-4: messages of the examples that NIST publishes with it. */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>

#include "base/sha2.h"

static const char longer[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
			     "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

static const struct {
	int bits;
	const char *message;
	int times;
	const char *sum;
} cases[] = {
	{256, "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	{256, "abc", 1,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	{256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
	{256, "a", 1000000,
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
	{384, "abc", 1,
		"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
		"8086072ba1e7cc2358baeca134c825a7"},
	{384, longer, 1,
		"09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
		"fcc7c71a557e2db966c3e9fa91746039"},
	{512, "abc", 1,
		"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
		"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
	{512, longer, 1,
		"8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
		"501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
	{512, "a", 1000000,
		"e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
		"de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"},
};

static void
published_sums(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sha2 sum;
		uint8_t bytes[SHA2_MAX];
		char hex[2 * SHA2_MAX + 1];
		sha2_init(&sum, cases[i].bits);
		for (int k = 0; k < cases[i].times; k++)
			sha2_add(&sum, cases[i].message, strlen(cases[i].message));
		sha2_end(&sum, bytes);
		for (int k = 0; k < cases[i].bits / 8; k++)
			snprintf(hex + (size_t)k * 2, 3, "%02x", bytes[k]);
		assert_string_equal(hex, cases[i].sum);
	}
}

/* However it comes in parts, around the ends of blocks as well. */
static void
any_parts(void **state)
{
	(void)state;
	char bytes[300];
	memset(bytes, 'x', sizeof bytes);
	for (int bits = 256; bits <= 512; bits += 128)
		for (size_t n = 0; n < sizeof bytes; n++) {
			struct sha2 whole, parts;
			uint8_t a[SHA2_MAX], b[SHA2_MAX];
			sha2_init(&whole, bits);
			sha2_add(&whole, bytes, sizeof bytes);
			sha2_end(&whole, a);
			sha2_init(&parts, bits);
			sha2_add(&parts, bytes, n);
			sha2_add(&parts, bytes, sizeof bytes - n);
			sha2_end(&parts, b);
			assert_memory_equal(a, b, (size_t)bits / 8);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(published_sums),
		cmocka_unit_test(any_parts),
	};
	return UNIT_RUN(tests);
}
