/*
 * What was packed for the way is unpacked once, to the limit and no further (cases 66,
 * 84, 85).
 */
#include "config.h"

#include "unit.h"

#include <libdeflate.h>

#include "base/gunzip.h"
#include "base/mem.h"
#include "fetch/fetch.h"
#include "model/http.h"

#define MAX 1000

/* Packs what is in buf, layers times. */
static void
pack(struct buf *buf, int layers)
{
	for (; layers > 0; layers--) {
		struct libdeflate_compressor *packer = libdeflate_alloc_compressor(9);
		struct buf out = BUF_INIT(0);
		size_t room = libdeflate_gzip_compress_bound(packer, buf->len);
		char *to = buf_reserve(&out, room);
		size_t made = libdeflate_gzip_compress(
			packer, buf_str(buf), buf->len, to, room);
		assert_true(made > 0);
		buf_end(&out, made);
		libdeflate_free_compressor(packer);
		buf_done(buf);
		*buf = out;
	}
}

static void
fill(struct buf *buf, size_t n)
{
	static const char text[] = "a feed, more or less ";
	for (size_t i = 0; i < n; i++)
		buf_addc(buf, text[i % (sizeof text - 1)]);
}

static struct fetch_result *
make(const char *encoding, const struct buf *body)
{
	struct fetch_result *result = mem_zalloc(sizeof *result);
	result->url = mem_strdup("http://a.example/feed");
	result->etag = mem_strdup("\"1\"");
	result->encoding = mem_strdup(encoding);
	buf_init(&result->body, MAX);
	assert_int_equal(buf_add(&result->body, body->data, body->len), OK);
	return result;
}

static void
codings_are_undone(void **state)
{
	(void)state;
	static const struct {
		const char *encoding;
		int layers;
		size_t len;
		const char *error; /* NULL: all is well */
	} cases[] = {
		{NULL, 0, 100, NULL},
		{"identity", 0, 100, NULL},
		{"UTF-8", 0, 100, NULL},
		{"none,gzip", 1, 100, NULL},
		{"gzip", 1, 0, NULL},
		{"gzip", 1, 100, NULL},
		{"gzip", 1, MAX, NULL},
		{"gzip", 1, MAX + 1, "longer than 1000 bytes"},
		{"gzip", 1, 100000, "longer than 1000 bytes"},
		{"x-GZip", 1, 100, NULL},
		{" gzip , identity,gzip", 2, 100, NULL},
		{"gzip, gzip", 2, 100000, "longer than 1000 bytes"},
		{"gzip,gzip,gzip,gzip", 4, 100, NULL},
		{"gzip,gzip,gzip,gzip,gzip", 5, 100, "cannot decode"},
		{"br", 0, 100, "cannot decode"},
		{"gzip, br", 1, 100, "cannot decode"},
		{"gzip", 0, 100, "answer is damaged"},
		{"gzip, gzip", 1, 100, "answer is damaged"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf body = BUF_INIT(0), want = BUF_INIT(0);
		fill(&want, cases[i].len);
		fill(&body, cases[i].len);
		pack(&body, cases[i].layers);
		struct fetch_result *result = make(cases[i].encoding, &body);
		for (int twice = 0; twice < 2; twice++) {
			fetch_result_unpack(result);
			assert_null(result->encoding);
			if (!cases[i].error) {
				assert_int_equal(result->status, OK);
				assert_int_equal(result->body.len, want.len);
				assert_memory_equal(
					buf_str(&result->body), buf_str(&want), want.len);
				assert_non_null(result->etag);
				continue;
			}
			assert_non_null(strstr(result->err.text, cases[i].error));
			assert_non_null(strstr(result->err.text, "a.example/feed"));
			assert_int_equal(result->status, result->err.status);
			assert_true(result->trouble != TROUBLE_NONE);
			assert_int_equal(result->body.len, 0);
			assert_null(result->etag);
		}
		fetch_result_free(result);
		buf_done(&body);
		buf_done(&want);
	}
}

/* The page of an error that can't be unpacked hides no status. */
static void
errors_stay_what_they_are(void **state)
{
	(void)state;
	struct buf body = BUF_INIT(0);
	fill(&body, 100);
	struct fetch_result *result = make("br", &body);
	result->http_status = 503;
	fetch_result_unpack(result);
	assert_int_equal(result->status, OK);
	assert_int_equal(result->body.len, 0);
	assert_null(result->encoding);
	fetch_result_free(result);
	buf_done(&body);
}

/* RFC 1952: several members are one text, what else follows is padding. */
static void
members_and_what_is_left(void **state)
{
	(void)state;
	struct buf one = BUF_INIT(0), all = BUF_INIT(0), out = BUF_INIT(0);
	fill(&one, 3);
	pack(&one, 1);
	buf_add(&all, one.data, one.len);
	buf_add(&all, one.data, one.len);
	buf_add(&all, "\0\0\0\0\0", 5);
	assert_true(gunzip_is_gzip((struct span){all.data, all.len}));
	assert_int_equal(gunzip((struct span){all.data, all.len}, &out), OK);
	assert_string_equal(buf_str(&out), "a fa f");
	/* Whatever is cut off is missed. */
	for (size_t n = 0; n < one.len; n++) {
		buf_clear(&out);
		assert_int_equal(gunzip((struct span){one.data, n}, &out), ERR_SYNTAX);
	}
	buf_done(&one);
	buf_done(&all);
	buf_done(&out);
}

/* Deflate comes with the frame of zlib, or with none. */
static void
both_forms_of_deflate(void **state)
{
	(void)state;
	struct libdeflate_compressor *packer = libdeflate_alloc_compressor(6);
	struct buf body = BUF_INIT(0), packed = BUF_INIT(0);
	fill(&body, 900);
	for (int raw = 0; raw < 2; raw++) {
		buf_clear(&packed);
		char *to = buf_reserve(&packed, 2000);
		buf_end(&packed,
			(raw ? libdeflate_deflate_compress : libdeflate_zlib_compress)(
				packer, body.data, body.len, to, 2000));
		for (int cut = 0; cut < 2; cut++) {
			struct fetch_result *result = make("Deflate", &packed);
			result->body.len -= cut ? packed.len / 2 : 0;
			fetch_result_unpack(result);
			assert_int_equal(result->status, cut ? ERR_SYNTAX : OK);
			assert_int_equal(result->body.len, cut ? 0 : body.len);
			fetch_result_free(result);
		}
	}
	struct fetch_result *result = make("deflate", &body);
	fetch_result_unpack(result);
	assert_int_equal(result->status, ERR_SYNTAX);
	fetch_result_free(result);
	libdeflate_free_compressor(packer);
	buf_done(&body);
	buf_done(&packed);
}

/* More than is claimed by the last member, or made room for at once, is all there. */
static void
large_members(void **state)
{
	(void)state;
	struct buf want = BUF_INIT(0), all = BUF_INIT(0), out = BUF_INIT(0);
	fill(&want, ((size_t)9 << 20) + 1);
	struct buf member = BUF_INIT(0);
	buf_add(&member, want.data, want.len);
	pack(&member, 1);
	buf_add(&all, member.data, member.len);
	buf_done(&member);
	fill(&member, 3);
	pack(&member, 1);
	buf_add(&all, member.data, member.len);
	assert_int_equal(gunzip((struct span){all.data, all.len}, &out), OK);
	assert_int_equal(out.len, want.len + 3);
	assert_memory_equal(out.data, want.data, want.len);
	assert_string_equal(out.data + want.len, "a f");
	/* The first fits, the second does not: what is told is the limit. */
	buf_done(&out);
	out.max = want.len + 2;
	assert_int_equal(gunzip((struct span){all.data, all.len}, &out), ERR_LIMIT);
	assert_int_equal(out.len, want.len);
	buf_done(&want);
	buf_done(&all);
	buf_done(&member);
	buf_done(&out);
}

/* The size that is claimed is for reckoning: it is believed only as far as it can be. */
static void
claimed_sizes(void **state)
{
	(void)state;
	struct buf body = BUF_INIT(0), out = BUF_INIT(0);
	fill(&body, 5000);
	pack(&body, 1);
	struct span packed = {body.data, body.len};
	assert_int_equal(gunzip_size_hint(packed), 5000);
	memset(body.data + body.len - 4, 0xff, 4);
	assert_int_equal(gunzip_size_hint(packed), body.len);
	assert_int_equal(gunzip(packed, &out), ERR_SYNTAX);
	memset(body.data + body.len - 4, 0, 4);
	assert_int_equal(gunzip_size_hint(packed), body.len);
	assert_int_equal(gunzip_size_hint((struct span){"\x1f\x8b\x08", 3}), 3);
	buf_done(&body);
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codings_are_undone),
		cmocka_unit_test(errors_stay_what_they_are),
		cmocka_unit_test(members_and_what_is_left),
		cmocka_unit_test(both_forms_of_deflate),
		cmocka_unit_test(large_members),
		cmocka_unit_test(claimed_sizes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
