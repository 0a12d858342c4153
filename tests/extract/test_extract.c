/*
 * The article in 73 layouts of pages. The file pages has them, a paragraph of the file
 * prose standing as @N@. What is the article is between comments, which the extraction
 * never sees ([[ and ]] in the data for search engines); its words must come out, and no
 * others.
 *
 *	test_extract              TAP, a case a page
 *	test_extract --write DIR  pages, what is wanted and what comes out, to compare
 *	                          with others (compare.mjs)
 *	test_extract --time       speed and memory
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "extract/extract.h"

#define PROSE_MAX 64
#define F1_MIN 0.995

struct words {
	char **word;
	size_t len, cap;
};

struct page {
	char *name, *title;
	struct buf html, want, have;
	char why[ERR_TEXT_MAX];
};

static char *prose[PROSE_MAX];
static size_t prose_len;

static char *
read_file(const char *name)
{
	struct buf buf = BUF_INIT(0);
	struct err err;
	const char *source = getenv("srcdir");
	struct arena arena = ARENA_INIT;
	char *path =
		arena_printf(&arena, "%s/tests/extract/%s", source ? source : ".", name);
	if (file_read(path, &buf, &err) != OK) {
		printf("Bail out! %s\n", err.text);
		exit(1);
	}
	arena_done(&arena);
	return buf_take(&buf);
}

/* ---- words */

static bool
is_inline(const char *tag)
{
	static const char *const names[] = {"a", "span", "em", "strong", "b", "i", "sup",
		"code", "font", "!--", "input"};
	tag += *tag == '/';
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t n = strlen(names[i]);
		if (strncmp(tag, names[i], n) == 0 &&
			(names[i][0] == '!' || strchr(" >/", tag[n])))
			return true;
	}
	return false;
}

/* Blocks end words, other tags do not. */
static void
add_words(struct words *words, const char *html)
{
	struct buf text = BUF_INIT(0);
	while (*html) {
		const char *close = *html == '<' ? strchr(html, '>') : NULL;
		if (close) {
			if (!is_inline(html + 1))
				buf_addc(&text, ' ');
			html = close + 1;
		} else {
			buf_addc(&text, *html++);
		}
	}
	buf_addc(&text, ' ');
	char *start = NULL;
	for (char *p = text.data; *p; p++) {
		bool blank = str_space((unsigned char)*p);
		if (!blank && !start)
			start = p;
		if (!blank || !start)
			continue;
		*VEC_PUSH(words->word, words->len, words->cap) =
			mem_strndup(start, (size_t)(p - start));
		start = NULL;
	}
	buf_done(&text);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static double
f1(const char *want, const char *have)
{
	struct words w = {0}, h = {0};
	size_t common = 0, i = 0, k = 0;
	add_words(&w, want);
	add_words(&h, have);
	if (w.len)
		qsort(w.word, w.len, sizeof *w.word, by_text);
	if (h.len)
		qsort(h.word, h.len, sizeof *h.word, by_text);
	while (i < w.len && k < h.len) {
		int order = strcmp(w.word[i], h.word[k]);
		common += order == 0;
		i += order <= 0;
		k += order >= 0;
	}
	double score = w.len + h.len ? 2.0 * (double)common / (double)(w.len + h.len) : 0;
	for (i = 0; i < w.len; i++)
		free(w.word[i]);
	for (k = 0; k < h.len; k++)
		free(h.word[k]);
	free(w.word);
	free(h.word);
	return score;
}

/* ---- pages */

static void
expand(struct buf *out, const char *s)
{
	while (*s) {
		char *end;
		size_t n = *s == '@' ? strtoul(s + 1, &end, 10) : 0;
		if (*s == '@' && end > s + 1 && *end == '@' && n < prose_len) {
			buf_adds(out, prose[n]);
			s = end + 1;
		} else {
			buf_addc(out, *s++);
		}
	}
}

/* Moves what is between the marks to want as well; marks that are no comments go. */
static void
take_wanted(struct page *page, const char *open, const char *close, bool visible)
{
	struct buf html = BUF_INIT(0);
	const char *s = buf_str(&page->html), *from, *to;
	while ((from = strstr(s, open)) != NULL && (to = strstr(from, close)) != NULL) {
		const char *inside = from + strlen(open);
		buf_add(&html, s, (size_t)((visible ? from : inside) - s));
		buf_add(&html, inside, (size_t)(to - inside));
		buf_add(&page->want, inside, (size_t)(to - inside));
		buf_addc(&page->want, visible ? ' ' : '\n');
		s = visible ? to + strlen(close) : to;
	}
	buf_adds(&html, s);
	buf_done(&page->html);
	page->html = html;
}

static void
newlines(struct buf *text)
{
	for (char *p; text->data && (p = strstr(text->data, "\\n")) != NULL;)
		p[0] = p[1] = ' ';
}

static void
extract(struct page *page)
{
	struct arena arena = ARENA_INIT;
	struct extract_about about;
	struct err err;
	const struct extract_page source = {
		.html = {page->html.data, page->html.len}, .title = page->title};
	if (extract_article(&source, &arena, &page->have, &about, &err) != OK)
		snprintf(page->why, sizeof page->why, "%s", err.text);
	arena_done(&arena);
}

static void
read_page(char *text, struct page *page)
{
	*page = (struct page){.name = text};
	char *line = strchr(text, '\n');
	*line++ = '\0';
	page->title = strstr(text, " | ");
	*page->title = '\0';
	page->title += 3;
	expand(&page->html, line);
	take_wanted(page, "[[", "]]", true);
	newlines(&page->want);
	take_wanted(page, "<!--[-->", "<!--]-->", false);
	extract(page);
}

/* Splits text at lines that begin with a mark; the parts begin after it. */
static size_t
split(char *text, const char *mark, char **parts, size_t max)
{
	size_t len = 0;
	for (char *p = text; p && len < max; p = p ? p + 1 : NULL) {
		if (strncmp(p, mark, strlen(mark)) == 0) {
			parts[len++] = p + strlen(mark);
			if (p > text)
				p[-1] = '\0';
		}
		p = strchr(p, '\n');
	}
	return len;
}

/* ---- what is done with them */

static bool
judge(size_t number, const struct page *page)
{
	double score = f1(buf_str(&page->want), buf_str(&page->have));
	bool good = score >= F1_MIN;
	printf("%sok %zu - %s (%.3f)\n", good ? "" : "not ", number, page->name, score);
	if (!good)
		printf("# wanted: %s\n# came: %s%s\n", buf_str(&page->want),
			buf_str(&page->have), page->why);
	return good;
}

static void
write_one(const char *dir, const char *name, const char *kind, const struct buf *text)
{
	struct arena arena = ARENA_INIT;
	FILE *f = fopen(arena_printf(&arena, "%s/%s.%s", dir, name, kind), "w");
	if (f) {
		fwrite(buf_str(text), 1, text->len, f);
		fclose(f);
	}
	arena_done(&arena);
}

/* Microseconds of CPU. */
static int64_t
cpu_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Speed and memory of a page of a megabyte, for which nothing was allocated before. */
static void
measure_big(void)
{
	struct page big = {0};
	struct rusage before, after;
	for (size_t i = 0; big.html.len < 1000000; i++)
		buf_addf(&big.html,
			"<h2 id=\"s%zu\">A part</h2><p class=\"p\">%s "
			"<a href=\"https://e.example/%zu\">more</a></p>\n",
			i, prose[i % prose_len], i);
	getrusage(RUSAGE_SELF, &before);
	int64_t start = cpu_us();
	extract(&big);
	int64_t took = cpu_us() - start;
	getrusage(RUSAGE_SELF, &after);
	printf("a page of 1 MB: %.1f MB/s, %.1f times its size of memory\n",
		(double)big.html.len / (double)took,
		(double)(after.ru_maxrss - before.ru_maxrss) * 1024 /
			(double)big.html.len);
	buf_done(&big.html);
	buf_done(&big.have);
}

static void
measure(const struct page *pages, size_t len)
{
	size_t bytes = 0;
	int64_t start = cpu_us();
	for (size_t i = 0; i < 200 * len; i++) {
		struct page page = pages[i % len];
		page.have = (struct buf)BUF_INIT(0);
		extract(&page);
		bytes += page.html.len;
		buf_done(&page.have);
	}
	printf("these pages: %.1f MB/s\n", (double)bytes / (double)(cpu_us() - start));
}

int
main(int argc, char **argv)
{
	enum {
		PAGES_MAX = 100
	};
	char *texts[PAGES_MAX], *lines = read_file("prose"), *all = read_file("pages");
	struct page pages[PAGES_MAX];
	bool good = true;
	prose_len = split(lines, "", prose, PROSE_MAX);
	size_t len = split(all, "=== ", texts, PAGES_MAX);
	if (argc == 2)
		measure_big();
	for (size_t i = 0; i < len; i++)
		read_page(texts[i], &pages[i]);
	if (argc < 2)
		printf("1..%zu\n", len);
	for (size_t i = 0; i < len; i++) {
		if (argc < 2)
			good &= judge(i + 1, &pages[i]);
		if (argc == 3) {
			write_one(argv[2], pages[i].name, "html", &pages[i].html);
			write_one(argv[2], pages[i].name, "want", &pages[i].want);
			write_one(argv[2], pages[i].name, "have", &pages[i].have);
		}
	}
	if (argc == 2)
		measure(pages, len);
	for (size_t i = 0; i < len; i++) {
		buf_done(&pages[i].html);
		buf_done(&pages[i].want);
		buf_done(&pages[i].have);
	}
	free(lines);
	free(all);
	return !good;
}
