/*
 * A page to its article: what comes out is rendered as any text is, and is not much
 * larger than the page.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "extract/clean_html.h"
#include "extract/extract.h"
#include "model/item.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	struct extract_about about;
	struct err err;
	const struct extract_page page = {
		.html = {(const char *)data, n}, .title = "A light goes out"};
	int status = extract_article(&page, &arena, &out, &about, &err);
	if (status != OK && (out.len || !*err.text))
		abort();
	if (out.len > 64 * n + 4096)
		abort();
	buf_clear(&out);
	struct text text = {
		.type = TEXT_HTML, .text = mem_strndup((const char *)data, n)};
	extract_clean(&text, strlen(text.text), &out);
	if (!utf8_valid(buf_str(&out), out.len) || out.len > 64 * n + 4096)
		abort();
	free(text.text);
	buf_done(&out);
	arena_done(&arena);
	return 0;
}
