/*
 * JSON without faults, against what jansson makes of the same text.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/mem.h"
#include "feed/json_strict.h"

#define FLAGS (JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK)

/* True if it was read; then jansson reads the same. */
static bool
reads_the_same(const char *text, size_t n)
{
	/* A copy without anything behind it, so that reading too far is noticed. */
	char *copy = mem_dup(text, n);
	json_t *mine = feed_json_strict((struct span){copy, n});
	free(copy);
	if (!mine)
		return false;
	json_t *wanted = json_loadb(text, n, FLAGS, NULL);
	if (!json_equal(mine, wanted))
		fail_msg("not what jansson reads: %.*s", (int)n, text);
	json_decref(mine);
	json_decref(wanted);
	return true;
}

static const char *const sound[] = {
	"{}",
	" \r\n\t[ ] ",
	"[[],{},[[{}]]]",
	"{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":\"e\"}}",
	"{\"a\":1,\"a\":{\"b\":2},\"a\":[3]}",
	"[0,-0,12,-7,9007199254740993,1.5,-2.5e3,1E+2,1e-2]",
	"[\"\",\"a\",\"fifteen bytes..\",\"sixteen bytes...\",\"more than sixteen "
	"bytes\"]",
	"[\"\\\"\\\\\\/"
	"\\b\\f\\n\\r\\t\",\"a\\nb\",\"0123456789abcdef\\n0123456789abcdef\"]",
	"[\"\\u0041\\u00e9\\u6771\\uD83D\\ude00\\u0000x\"]",
	"[\"caf\303\251 \346\235\261\344\272\254 \360\237\230\200 \177\"]",
	"{\"a\\u0062\\n\":1,\"\":2,\"caf\303\251\":3}",
	"[1] and what follows it",
	"{ \"a\" : [ 1 , 2 ] , \"b\" : \"c\" }",
};

static void
sound_json_is_read_as_jansson_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sound); i++)
		if (!reads_the_same(sound[i], strlen(sound[i])))
			fail_msg("not read: %s", sound[i]);
}

static const char *const faulty[] = {
	"",
	"1",
	"\"a\"",
	"null",
	"[",
	"{",
	"[1,]",
	"[,1]",
	"[1 2]",
	"[1}",
	"{]",
	"{\"a\"}",
	"{\"a\":}",
	"{\"a\":1,}",
	"{\"a\" 1}",
	"{a:1}",
	"{1:1}",
	"['a']",
	"[\"a]",
	"[\"a\nb\"]",
	"[\"\001\"]",
	"[\"\\x\"]",
	"[\"\\\"]",
	"[\"\\u12\"]",
	"[\"\\u12g4\"]",
	"[\"\\ud83d\"]",
	"[\"\\ud83d\\n\"]",
	"[\"\\ud83d\\u0041\"]",
	"[\"\\ude00\"]",
	"[\"\303\"]",
	"[\"\300\200\"]",
	"{\"a\\u0000\":1}",
	"[01]",
	"[1.]",
	"[.5]",
	"[+1]",
	"[--1]",
	"[1e]",
	"[12345678901234567890123]",
	"[1e999]",
	"[True]",
	"[truex]",
	"[true false]",
};

static void
faulty_json_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(faulty); i++)
		if (reads_the_same(faulty[i], strlen(faulty[i])))
			fail_msg("read: %s", faulty[i]);
}

/* Whatever becomes of sound texts: cut anywhere, or with any byte in any place. */
static void
damaged_json_is_refused_or_read_as_jansson_does(void **state)
{
	static const char bytes[] = "\"\\{}[]:,0-.eEtu \n\001\303\251";
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sound); i++) {
		char text[128];
		size_t n = strlen(sound[i]);
		assert_true(n < sizeof text);
		for (size_t at = 0; at < n; at++) {
			reads_the_same(sound[i], at);
			memcpy(text, sound[i], n);
			for (size_t k = 0; k < sizeof bytes; k++) {
				text[at] = bytes[k];
				reads_the_same(text, n);
			}
		}
	}
}

static void
depth_has_an_end(void **state)
{
	struct buf text = BUF_INIT(0);
	(void)state;
	for (size_t i = 0; i < 100000; i++)
		buf_addc(&text, '[');
	assert_false(reads_the_same(text.data, text.len));
	buf_cut(&text, 500);
	for (size_t i = 0; i < 500; i++)
		buf_addc(&text, ']');
	assert_true(reads_the_same(text.data, text.len));
	buf_done(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sound_json_is_read_as_jansson_does),
		cmocka_unit_test(faulty_json_is_refused),
		cmocka_unit_test(damaged_json_is_refused_or_read_as_jansson_does),
		cmocka_unit_test(depth_has_an_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
