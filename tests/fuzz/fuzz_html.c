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
#include "render/flow.h"

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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n < 3)
		return 0;
	enum text_type type = data[0] & 1 ? TEXT_PLAIN : TEXT_HTML;
	size_t width = 10 + data[1] % 120, part = 1 + data[2] % 64;
	const char *source = (const char *)data + 3;
	struct render_doc *doc = doc_of(source, n - 3, type);
	lay_out(doc, width);
	if (doc_fault(doc, width))
		abort();
	render_doc_free(doc);
	if (type == TEXT_HTML)
		free(read_in_parts(source, n - 3, part, width));
	return 0;
}
