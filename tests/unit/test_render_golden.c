/*
 * What 150 pieces of markup as real feeds have them look like at three widths:
 * golden/fragments.html has the pieces, each after a line "=== name", and golden/lines-N
 * what they look like. COURANT_GOLDEN=write writes these files, for a person to read the
 * differences.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
#include "base/file.h"
#include "model/item.h"
#include "render_text.h"

#define PAGE "https://blog.example/post"

static void
read_golden(struct buf *out, const char *name, char *path, size_t size)
{
	struct err err = {0};
	const char *srcdir = getenv("srcdir");
	snprintf(path, size, "%s/tests/unit/golden/%s", srcdir ? srcdir : ".", name);
	if (file_read(path, out, &err) != OK)
		print_message("# %s\n", err.text);
}

static void
put_fragment(struct buf *out, const char *html, size_t n, size_t width)
{
	char *source = strndup(html, n);
	struct text text = {.type = TEXT_HTML, .base = (char[]){PAGE}, .text = source};
	struct render_about about = {PAGE, "The item"};
	struct render_doc *doc = render_doc_new(&text, n, &about);
	lay_out(doc, width);
	const char *fault = doc_fault(doc, width);
	char *lines = doc_text(doc, false);
	buf_addf(out, "%s\n", lines);
	for (size_t i = 0; i < render_links_len(doc); i++)
		buf_addf(out, "[%zu] %s: %s\n", i + 1, render_link_at(doc, i)->kind,
			render_link_at(doc, i)->url);
	if (fault)
		fail_msg("%s", fault);
	free(lines);
	render_doc_free(doc);
	free(source);
}

/* The first line in which they differ, for the message. */
static void
tell_difference(const char *got, const char *want)
{
	const char *name = "", *a = got, *b = want;
	while (*a && *b) {
		size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
		if (strncmp(a, "=== ", 4) == 0)
			name = a;
		if (n != m || memcmp(a, b, n) != 0)
			break;
		a += n + (a[n] != '\0');
		b += m + (b[m] != '\0');
	}
	print_message("# %.*s\n# wanted %.*s\n# got    %.*s\n", (int)strcspn(name, "\n"),
		name, (int)strcspn(b, "\n"), b, (int)strcspn(a, "\n"), a);
}

static bool
check_width(const char *fragments, size_t width)
{
	struct buf got = BUF_INIT(0), want = BUF_INIT(0);
	char path[512], name[40];
	struct err err = {0};
	size_t count = 0;
	for (const char *at = fragments; *at; count++) {
		const char *html = strchr(at, '\n') + 1, *end = strstr(html, "\n=== ");
		size_t n = end ? (size_t)(end - html) : strlen(html);
		buf_add(&got, at, (size_t)(html - at));
		put_fragment(&got, html, n, width);
		at = html + n + (end != NULL);
	}
	assert_true(count >= 150);
	snprintf(name, sizeof name, "lines-%zu", width);
	read_golden(&want, name, path, sizeof path);
	bool same = strcmp(buf_str(&got), buf_str(&want)) == 0;
	if (getenv("COURANT_GOLDEN"))
		same = file_write(path, got.data, got.len, 0644, &err) == OK;
	else if (!same)
		tell_difference(buf_str(&got), buf_str(&want));
	buf_done(&got);
	buf_done(&want);
	return same;
}

static void
fragments_look_as_they_did(void **state)
{
	(void)state;
	static const size_t widths[] = {40, 80, 120};
	struct buf fragments = BUF_INIT(0);
	char path[512];
	bool same = true;
	read_golden(&fragments, "fragments.html", path, sizeof path);
	for (size_t i = 0; i < COUNT_OF(widths); i++)
		same &= check_width(buf_str(&fragments), widths[i]);
	buf_done(&fragments);
	assert_true(same);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fragments_look_as_they_did),
	};
	return UNIT_RUN(tests);
}
