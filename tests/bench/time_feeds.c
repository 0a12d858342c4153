/*
 * How fast documents are parsed, beside parsers that repair nothing:
 *
 *	time_feeds FILE …
 *
 * A line a file: MB/s (of CPU time, the best of several rounds) of the whole chain from
 * bytes to struct feed, of libxml2's tree, of libxml2 and of expat without handlers, the
 * ratios to the first and the last, and the memory that a parse took beyond the document,
 * as a multiple of it.
 * libxml2 and expat are not needed to build: they are loaded if they are installed, "-"
 * stands where they are not or refuse the document.
 */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "feed/parse.h"
#include "model/feed.h"

#define ROUNDS 7
#define ROUND_US 100000 /* a round parses again until it took this long */

/* The libraries' functions by their documented prototypes. */
struct others {
	void *(*read_memory)(
		const char *bytes, int n, const char *url, const char *set, int options);
	void (*free_doc)(void *doc);
	int (*sax)(void *handler, void *data, const char *bytes, int n);
	void *(*parser_new)(const char *encoding);
	int (*parse)(void *parser, const char *bytes, int n, int final);
	void (*parser_free)(void *parser);
};

#define XML_PARSE_QUIET (1 << 5 | 1 << 6 | 1 << 11 | 1 << 19) /* no messages, no net */

static void
load(struct others *others)
{
	void *xml = dlopen("libxml2.so.2", RTLD_NOW);
	void *expat = dlopen("libexpat.so.1", RTLD_NOW);
	*others = (struct others){NULL};
	/* Data pointers become function pointers as POSIX has it for dlsym. */
	if (xml) {
		*(void **)&others->read_memory = dlsym(xml, "xmlReadMemory");
		*(void **)&others->free_doc = dlsym(xml, "xmlFreeDoc");
		*(void **)&others->sax = dlsym(xml, "xmlSAXUserParseMemory");
	}
	if (expat) {
		*(void **)&others->parser_new = dlsym(expat, "XML_ParserCreate");
		*(void **)&others->parse = dlsym(expat, "XML_Parse");
		*(void **)&others->parser_free = dlsym(expat, "XML_ParserFree");
	}
}

static bool
run_courant(const struct others *others, const struct buf *bytes)
{
	(void)others;
	struct feed_source source = {bytes->data, bytes->len, NULL, "http://x.org/"};
	struct feed *feed;
	bool ok = feed_parse(&source, &feed, NULL) == OK;
	feed_free(feed);
	return ok;
}

static bool
run_libxml2(const struct others *others, const struct buf *bytes)
{
	if (!others->read_memory || !others->free_doc)
		return false;
	void *doc = others->read_memory(
		bytes->data, (int)bytes->len, "x", NULL, XML_PARSE_QUIET);
	if (doc)
		others->free_doc(doc);
	return doc != NULL;
}

static bool
run_sax(const struct others *others, const struct buf *bytes)
{
	/* Larger than struct _xmlSAXHandler; all of it NULL: no handlers. */
	void *handler[64] = {NULL};
	return others->sax &&
	       others->sax(handler, NULL, bytes->data, (int)bytes->len) == 0;
}

static bool
run_expat(const struct others *others, const struct buf *bytes)
{
	if (!others->parser_new || !others->parse || !others->parser_free)
		return false;
	void *parser = others->parser_new(NULL);
	bool ok = others->parse(parser, bytes->data, (int)bytes->len, 1) == 1;
	others->parser_free(parser);
	return ok;
}

typedef bool run_fn(const struct others *others, const struct buf *bytes);

static int64_t
cpu_us(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000) +
	       usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

/* MB/s of the best round; 0 when it does not parse. */
static double
rate(run_fn *run, const struct others *others, const struct buf *bytes)
{
	double best = 0;
	for (int round = 0; round < ROUNDS; round++) {
		int64_t begin = cpu_us(), took = 0;
		size_t times = 0;
		while (took < ROUND_US) {
			if (!run(others, bytes))
				return 0;
			times++;
			took = cpu_us() - begin;
		}
		double now = (double)bytes->len * (double)times / (double)took;
		best = now > best ? now : best;
	}
	return best;
}

/* Memory that one parse takes at its peak, in multiples of the document: in a child, as a
 * process's peak never falls. */
static double
memory(const struct others *others, const struct buf *bytes)
{
	int fds[2];
	struct rusage before, after;
	double times = 0;
	if (pipe(fds) != 0)
		return 0;
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		getrusage(RUSAGE_SELF, &before);
		run_courant(others, bytes);
		getrusage(RUSAGE_SELF, &after);
		times = (double)(after.ru_maxrss - before.ru_maxrss) * 1024 /
			(double)bytes->len;
		_exit(write(fds[1], &times, sizeof times) != sizeof times);
	}
	close(fds[1]);
	if (pid < 0 || read(fds[0], &times, sizeof times) != sizeof times)
		times = 0;
	close(fds[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return times;
}

static void
put(double value, const char *format)
{
	if (value > 0)
		printf(format, value);
	else
		printf("%8s", "-");
}

int
main(int argc, char **argv)
{
	struct others others;
	load(&others);
	printf("%8s %8s %8s %8s %8s %8s %8s %8s  %s\n", "KB", "MB/s", "libxml2",
		"its SAX", "expat", "/libxml2", "/expat", "memory", "file");
	for (int i = 1; i < argc; i++) {
		struct buf bytes = BUF_INIT(4 * FEED_DOCUMENT_MAX);
		struct err err = {0};
		if (file_read(argv[i], &bytes, &err) != OK) {
			fprintf(stderr, "time_feeds: %s\n", err.text);
			buf_done(&bytes);
			return 1;
		}
		double peak = memory(&others, &bytes);
		double own = rate(run_courant, &others, &bytes);
		double tree = rate(run_libxml2, &others, &bytes);
		double sax = rate(run_sax, &others, &bytes);
		double bare = rate(run_expat, &others, &bytes);
		printf("%8zu ", bytes.len / 1024);
		put(own, "%8.1f ");
		put(tree, "%8.1f ");
		put(sax, "%8.1f ");
		put(bare, "%8.1f ");
		put(tree > 0 ? own / tree : 0, "%8.2f ");
		put(bare > 0 ? own / bare : 0, "%8.2f ");
		put(peak, "%8.2f ");
		printf(" %s\n", argv[i]);
		buf_done(&bytes);
	}
	return 0;
}
