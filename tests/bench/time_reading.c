/*
 * How long articles take: CPU time and memory of 1 MB of HTML of several kinds, to the
 * first screen, laid out to the end, and found in a page; beside w3m, where it is
 * installed.
 *
 *	time_reading [KIND]
 *
 * Each figure is the least of a few processes. The goals: the first screen in 0.3 times
 * the CPU time of w3m -dump, all of it in 0.6 times; an article found at 20 MB a second;
 * 12 bytes of memory for one of text.
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "extract/extract.h"
#include "model/item.h"
#include "render/html.h"

#define BYTES ((size_t)1 << 20)
#define BYTES_FEW                                                                        \
	((size_t)1 << 12) /* of a text that takes little but the program's code */
#define RUNS 7
#define WIDTH 80
#define SCREEN 50 /* lines */

/* In a part of a kind, % stands for a word and # for a few sentences. */
static const struct kind {
	const char *name, *before, *part, *after;
} kinds[] = {
	{"prose", "", "<p>#</p>\n", ""},
	{"table", "",
		"<table><tr><th>%<th>%<th>%</tr><tr><td>1<td>%<td>%</tr>"
		"<tr><td>2<td>%<td>%</tr><tr><td>3<td>%<td>%</tr></table>\n",
		""},
	{"code", "",
		"<pre><code>int\n%(void)\n{\n\tif (% &amp;&amp; %)\n\t\treturn "
		"%;\n}\n</code></pre>\n<p>% % %</p>\n",
		""},
	{"spans", "",
		"<pre><span class=\"k\">int</span> <span class=\"nf\">%</span>"
		"<span class=\"p\">(</span><span class=\"kt\">void</span>"
		"<span class=\"p\">);</span>\n</pre>",
		""},
	{"lists", "", "<ul><li>% %<li>%<ul><li>% % %<li>%</ul><li>%</ul>\n", ""},
	{"dense", "",
		"<p><b>%</b> <i>%</i> <a href=\"/%\">%</a> <code>%</code> "
		"<em>%</em> <strong>%</strong></p>\n",
		""},
	{"divs", "",
		"<div class=\"row\"><div class=\"col\"><div>% %</div></div>"
		"<div class=\"col\">%</div></div>\n",
		""},
	{"styles", "",
		"<p style=\"margin: 0; color: #333\"><span style=\"font-size: "
		"12pt; font-family: serif\">% %</span> <b>%</b></p>\n",
		""},
	{"one paragraph", "<p>", "#", "</p>"},
	{"one paragraph, dense", "<p>", "<b>%</b> % <a href=\"/\">%</a>\n", "</p>"},
	{"one code", "<pre>", "if (%)\n\treturn % + %;\n", "</pre>"},
	{"one word", "<p>", "%,", "</p>"},
	{"one table", "<table>", "<tr><td>%<td>% %<td>%</tr>\n", "</table>"},
	{"one cell", "<table><tr><td>%<td>", "% ", "</table>"},
	{"one list", "<ol>", "<li>% %</li>\n", "</ol>"},
	{"one link", "<a href=\"/\">", "% ", "</a>"},
};

static const char words[][12] = {"lorem", "ipsum", "dolor", "sit", "amet", "consectetur",
	"adipiscing", "elit", "sed", "do", "eiusmod", "tempor", "incididunt", "ut"};

static void
put_word(struct buf *out)
{
	static unsigned next;
	next = next * 1103515245 + 12345;
	buf_adds(out, words[(next >> 16) % COUNT_OF(words)]);
}

static void
put_part(struct buf *out, const char *part)
{
	for (; *part; part++) {
		if (*part == '%') {
			put_word(out);
		} else if (*part == '#') {
			for (int i = 1; i <= 60; i++) {
				put_word(out);
				buf_adds(out, i % 12 ? " " : ". ");
			}
		} else {
			buf_addc(out, *part);
		}
	}
}

static void
make_text(const struct kind *kind, size_t bytes, struct buf *out)
{
	put_part(out, kind->before);
	while (out->len < bytes)
		put_part(out, kind->part);
	put_part(out, kind->after);
}

struct job {
	char *path; /* of a file with the text, for w3m */
	struct buf *html;
};

static void
nothing(const struct job *job)
{
	(void)job;
}

static void
lay_out(const struct job *job, size_t lines)
{
	static char base[] = "https://example.net/";
	struct text text = {job->html->data, TEXT_HTML, base};
	struct render_doc *doc = render_doc_new(&text, job->html->len, NULL);
	render_layout_start(doc, WIDTH, WIDTH);
	render_layout_step(doc, lines, 0);
}

static void
first_screen(const struct job *job)
{
	lay_out(job, SCREEN);
}

static void
whole(const struct job *job)
{
	lay_out(job, SIZE_MAX);
}

static void
extract(const struct job *job)
{
	struct arena arena = {0};
	struct buf out = BUF_INIT(0);
	struct extract_about about;
	struct err err;
	struct extract_page page = {{buf_str(job->html), job->html->len}, NULL};
	if (extract_article(&page, &arena, &out, &about, &err) != OK)
		_exit(1);
}

static void
w3m(const struct job *job)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	dup2(null, STDOUT_FILENO);
	execlp("w3m", "w3m", "-dump", "-cols", "80", "-T", "text/html", job->path,
		(char *)NULL);
	_exit(1);
}

struct cost {
	double ms;
	long kb;
};

/* What a process needs that does this. */
static struct cost
measure(void (*work)(const struct job *job), const struct job *job)
{
	struct cost least = {0, 0};
	for (int i = 0; i < RUNS; i++) {
		int status;
		struct rusage use;
		pid_t pid = fork();
		if (pid == 0) {
			work(job);
			_exit(0);
		}
		if (wait4(pid, &status, 0, &use) < 0 || status != 0)
			return (struct cost){0, 0};
		double ms = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
			    (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
		if (i == 0 || ms < least.ms)
			least = (struct cost){ms, use.ru_maxrss};
	}
	return least;
}

static void
report(const struct kind *kind, char *path)
{
	struct buf html = BUF_INIT(0), few = BUF_INIT(0);
	struct err err;
	make_text(kind, BYTES, &html);
	make_text(kind, BYTES_FEW, &few);
	struct job job = {path, &html}, small = {NULL, &few};
	if (file_write(path, buf_str(&html), html.len, 0600, &err) != OK)
		return;
	struct cost none = measure(nothing, &job), other = measure(w3m, &job),
		    code = measure(whole, &small), first = measure(first_screen, &job),
		    all = measure(whole, &job), found = measure(extract, &job);
	double found_ms = found.ms - none.ms;
	printf("%-22s %7.1f %7.1f %6.2f %7.1f %6.2f %7.1f %7.1f\n", kind->name, other.ms,
		first.ms, other.ms > 0 ? first.ms / other.ms : 0, all.ms,
		other.ms > 0 ? all.ms / other.ms : 0,
		found_ms > 0 ? (double)html.len / 1e3 / found_ms : 0,
		(double)(all.kb - code.kb) * 1024 / (double)(html.len - few.len));
	fflush(stdout);
	buf_done(&html);
	buf_done(&few);
}

int
main(int argc, char **argv)
{
	char path[] = "/tmp/courant-reading.XXXXXX";
	int fd = mkstemp(path);
	if (fd < 0)
		return 1;
	close(fd);
	printf("%-22s %7s %7s %6s %7s %6s %7s %7s\n", "CPU time in ms", "w3m", "first",
		"/ w3m", "all", "/ w3m", "MB/s", "memory");
	fflush(stdout);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (argc < 2 || strcmp(argv[1], kinds[i].name) == 0)
			report(&kinds[i], path);
	unlink(path);
	return 0;
}
