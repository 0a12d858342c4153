/*
 * Text to lines: whatever comes in, lines are clean and fit. The first bytes choose the
 * type, the width and the size of the parts.
 */
#include "config.h"

#include <locale.h>
#include <stdint.h>
#include <stdlib.h>

#include "../unit/render_text.h"
#include "base/mem.h"
#include "render/element.h"
#include "render/find_words.h"
#include "render/flow.h"
#include "render/markdown.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

/* The text of html read in parts of a size, laid out at width. */
static char *
read_in_parts(const char *html, size_t n, size_t part, size_t width)
{
	struct render_doc *doc = mem_zalloc(sizeof *doc);
	doc->flow = mem_zalloc(sizeof *doc->flow);
	doc->flow->doc = doc;
	doc->html = render_element_new(doc->flow, html, n, part);
	while (!render_element_step(doc->html))
		;
	doc->parsed = true;
	doc->ready = doc->blocks_len;
	lay_out(doc, width);
	if (doc_fault(doc, width))
		abort();
	char *text = doc_text(doc, true);
	render_doc_free(doc);
	return text;
}

/* What readers do with a document: Markdown, which must be UTF-8, and a search for its
 * own beginning, whose hits must be in it. */
static void
use(const struct render_doc *doc, const char *source, size_t n)
{
	struct buf out = BUF_INIT(0);
	struct render_words words;
	struct render_hit hit;
	uint32_t at = 0;
	char start[9] = "";
	size_t len;
	render_markdown(doc, &out);
	if (!utf8_valid(buf_str(&out), out.len))
		abort();
	buf_done(&out);
	memcpy(start, source, n < 8 ? n : 8);
	render_text(doc, &len);
	render_find_words(&words, start, true);
	for (bool more = true; more;) {
		more = render_find_next(doc, &words, &at, 50, &hit);
		if (hit.end > len || hit.at > hit.end)
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n < 3)
		return 0;
	enum text_type type = data[0] & 1 ? TEXT_PLAIN : TEXT_HTML;
	size_t width = 10 + data[1] % 120, part = 1 + data[2] % 64;
	const char *source = (const char *)data + 3;
	struct text text = {.type = type, .text = (char *)(uintptr_t)source};
	const struct render_about about = {.folds = data[0] & 2};
	struct render_doc *doc = render_doc_new(&text, n - 3, &about);
	lay_out(doc, width);
	if (doc_fault(doc, width))
		abort();
	use(doc, source, n - 3);
	render_doc_free(doc);
	if (type == TEXT_HTML)
		free(read_in_parts(source, n - 3, part, width));
	return 0;
}
