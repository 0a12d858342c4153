/*
 * The cases of the reading view beside the source tree: NN.html or NN.txt, and NN.want:
 * a sentence with the width, and the lines that should come out. Only the words of a line
 * are compared, not its blanks beyond the first; what stands in round brackets at a
 * line's end is about its look, and "…" leaves the rest open.
 */
#include "config.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "model/item.h"
#include "render_text.h"

#define CASES "../shared/cases/reading"
#define PAGE "https://blog.example/post"

static char *
read_file(const char *dir, const char *name, const char *ending, size_t *n)
{
	char path[600];
	snprintf(path, sizeof path, "%s/%.*s%s", dir, (int)strcspn(name, "."), name,
		ending);
	FILE *file = fopen(path, "r");
	if (!file)
		return NULL;
	struct buf all = BUF_INIT(0);
	char block[4096];
	size_t got;
	while ((got = fread(block, 1, sizeof block, file)) > 0)
		buf_add(&all, block, got);
	fclose(file);
	*n = all.len;
	return buf_take(&all);
}

/* A line's words, without notes about its look. */
static char *
words_of(const char *line, size_t n)
{
	struct buf out = BUF_INIT(0);
	size_t blanks = 0;
	bool note = n && line[n - 1] == ')';
	for (size_t i = 0; i < n; i++) {
		if (note && blanks >= 2 && line[i] == '(')
			break;
		blanks = line[i] == ' ' ? blanks + 1 : 0;
		if (blanks < 2)
			buf_addc(&out, line[i]);
	}
	while (out.len && out.data[out.len - 1] == ' ')
		buf_cut(&out, out.len - 1);
	return buf_take(&out);
}

static const char *
next_line(const char *at, size_t *n)
{
	*n = strcspn(at, "\n");
	return at[*n] ? at + *n + 1 : at + *n;
}

/* Does the text have what is wanted, line by line? */
static bool
matches(const char *text, const char *want)
{
	bool same = true;
	while (same && *want) {
		size_t n, m;
		const char *line = want, *got = text;
		want = next_line(want, &n);
		text = next_line(text, &m);
		if (n >= 3 && memcmp(line, "…", 3) == 0)
			return true;
		char *a = words_of(line, n), *b = words_of(got, m);
		/* The sign for the way back from a note is left to the look. */
		size_t len = strlen(a);
		if (len > 4 && strcmp(a + len - 4, " ↩") == 0)
			a[len - 4] = '\0';
		same = strcmp(a, b) == 0;
		free(a);
		free(b);
	}
	return same;
}

static char *
text_and_links(const struct render_doc *doc, bool links)
{
	struct buf out = BUF_INIT(0);
	char *text = doc_text(doc, false);
	buf_adds(&out, text);
	free(text);
	for (size_t i = 0; links && i < render_links_len(doc); i++) {
		const struct render_link *link = render_link_at(doc, i);
		bool plain = strcmp(link->kind, "link") == 0;
		buf_addf(&out, "%s[%zu] %s%s%s", i ? "\n" : "\n\n", i + 1,
			plain ? "" : link->kind, plain ? "" : ": ", link->url);
	}
	return buf_take(&out);
}

static bool
run_case(const char *dir, const char *name)
{
	size_t n, width = 60, ignored;
	bool plain = strstr(name, ".txt") != NULL;
	char *source = read_file(dir, name, plain ? ".txt" : ".html", &n);
	char *want = read_file(dir, name, ".want", &ignored);
	if (!source || !want)
		return false;
	const char *at = strstr(want, "(width ");
	width = at ? strtoul(at + 7, NULL, 10) : width;
	const char *lines = strstr(want, "\n\n");
	struct text text = {.type = plain ? TEXT_PLAIN : TEXT_HTML,
		.base = (char[]){PAGE},
		.text = source};
	struct render_about about = {PAGE, "The item"};
	struct render_doc *doc = render_doc_new(&text, n, &about);
	lay_out(doc, width);
	char *got = text_and_links(doc, strstr(want, "\n[1] ") != NULL);
	/* A case may be about looks alone. */
	bool ok = !lines || lines[2] == '(' || matches(got, lines + 2);
	if (!ok)
		print_message("# %s\nwanted:\n%s\ngot:\n%s\n", name, lines + 2, got);
	free(got);
	render_doc_free(doc);
	free(source);
	free(want);
	return ok;
}

static void
shared_cases_come_out_as_wanted(void **state)
{
	(void)state;
	const char *srcdir = getenv("srcdir");
	char path[512];
	snprintf(path, sizeof path, "%s/%s", srcdir ? srcdir : ".", CASES);
	DIR *dir = opendir(path);
	if (!dir) {
		print_message("# %s is not there\n", path);
		skip();
	}
	size_t cases = 0, failed = 0;
	for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
		if (!strstr(e->d_name, ".html") && !strstr(e->d_name, ".txt"))
			continue;
		cases++;
		failed += !run_case(path, e->d_name);
	}
	closedir(dir);
	assert_true(cases > 0);
	assert_int_equal(failed, 0);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_cases_come_out_as_wanted),
	};
	return UNIT_RUN(tests);
}
