/*
 * How long the reader takes from a key to the picture, and how much it writes for it:
 *
 *	time_paint COURANT DIR [ROWS COLUMNS [reload]]
 *
 * runs COURANT -C DIR on a terminal, where fill_store made DIR, and sends keys one by
 * one, each when the frame of the one before is complete. reload: all feeds are reloaded
 * meanwhile. Prints the time to the first picture, and for each kind of key the median,
 * the 99th percentile and the longest time in ms, the median and 99th percentile of the
 * CPU time, and the bytes of a frame. At the end, how long it takes until an article is
 * shown beside its list, and how often an idle reader wakes up.
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#ifdef __linux__
#include <pty.h>
#else
#include <util.h>
#endif
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/attr.h"

#define FRAME_END "\033[?2026l"
#define ROUNDS_MAX 400
#define WAIT_MS 5000 /* for a frame */
#define QUIET_MS 30  /* without a byte: nothing more comes */
#define PREVIEWS 60
#define PREVIEW_FROM 110 /* columns: narrower, nothing is shown beside a list */
#define REST_MS 80       /* of the cursor, before the article beside its list is shown */
#define CALM_MS 35000    /* until what is shown counts as read, and the session is kept */
#define IDLE_MS 30000

struct screen {
	int fd;
	pid_t pid;
	char tail[sizeof FRAME_END]; /* the last bytes, without a NUL */
	size_t bytes;                /* since the key */
};

/* Keys that are pressed again and again. */
static const struct {
	const char *what, *keys;
	int rounds;
} plan[] = {
	{"feeds: down", "j", 400},
	{"feeds: up", "k", 200},
	{"feeds: page down", "\006", 60},
	{"feeds: last and first", "G", 2},
	{"feeds: first", "g", 1},
	{"(go to the rows above)", "g", 1},
	{"feeds: next unread", "n", 100},
	{"feeds: open and leave", "lq", 100},
	{"feeds: fold and unfold", "zaza", 10},
	{"feeds: filter, letter by letter", "ffe12\007", 5},
	{"feeds: sort by unread, by file", ",u,i", 3},
	{"feeds: read ones hidden, shown", "..", 10},
	{"feeds: schedule", "wq", 20},
	{"feeds: schedule of all", "gwq", 3},
	{"feeds: failing", "geq", 5},
	{"feeds: silent", "gqq", 5},
	{"feeds: messages", "gmq", 5},
	{"feeds: palette of commands", ":rel\025\007", 5},
	{"panes: zoom", "ZZ", 20},
	{"panes: layouts", "=====", 4},
	{"(unread items of all feeds)", "U", 1},
	{"items: down", "j", 400},
	{"items: up", "k", 200},
	{"items: page down", "\006", 200},
	{"items: half a page down", "\004", 100},
	{"items: star", "s", 60},
	{"items: read or unread", "N", 60},
	{"items: select", "x", 40},
	{"items: open and leave", "\rq", 60},
	{"items: undo and redo", "u\022", 20},
	{"items: search, letter by letter", "/memory\007", 5},
	{"items: filter, letter by letter", "fmem\007", 3},
	{"items: read ones hidden, shown", "..", 5},
	{"items: oldest, newest first", ",o,n", 3},
	{"items: by title, newest first", ",t,n", 2},
	{"items: to the end", "G", 1},
	{"items: up from there", "k", 100},
	{"(an article)", "\r", 1},
	{"article: down", "j", 60},
	{"article: next item", "J", 100},
	{"article: next unread", "n", 100},
	{"article: find", "/the\r\007", 10},
	{"article: narrower, wider", "<>", 20},
	{"help", "?q", 20},
};

static double
now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* CPU time of the program's first thread, which draws, in ms, so that other programs
 * don't matter; 0 where the system does not tell. */
static double
cpu_ms(const struct screen *s)
{
	char path[64];
	unsigned long long ns = 0;
	snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)s->pid);
	FILE *file = fopen(path, "r");
	if (file && fscanf(file, "%llu", &ns) != 1)
		ns = 0;
	if (file)
		fclose(file);
	return (double)ns / 1e6;
}

/* How often its threads have waited for something; Linux only. */
static long
switches(const struct screen *s)
{
	char path[64], line[128];
	long all = 0, n;
	snprintf(path, sizeof path, "/proc/%ld/task", (long)s->pid);
	DIR *tasks = opendir(path);
	for (struct dirent *t = tasks ? readdir(tasks) : NULL; t; t = readdir(tasks)) {
		snprintf(path, sizeof path, "/proc/%ld/task/%.20s/status", (long)s->pid,
			t->d_name);
		FILE *file = fopen(path, "r");
		while (file && fgets(line, sizeof line, file))
			if (sscanf(line, "voluntary_ctxt_switches: %ld", &n) == 1)
				all += n;
		if (file)
			fclose(file);
	}
	if (tasks)
		closedir(tasks);
	return all;
}

/* Reads what there is; how many frames ended in it. */
static int
take(struct screen *s)
{
	char bytes[65536];
	int frames = 0;
	size_t keep = sizeof FRAME_END - 1;
	ssize_t n = read(s->fd, bytes, sizeof bytes);
	for (ssize_t i = 0; i < n; i++) {
		memmove(s->tail, s->tail + 1, keep - 1);
		s->tail[keep - 1] = bytes[i];
		frames += memcmp(s->tail, FRAME_END, keep) == 0;
	}
	s->bytes += n > 0 ? (size_t)n : 0;
	return n < 0 ? -1 : frames;
}

/* Milliseconds from `from` until a frame is complete; -1: there is none. */
static double
wait_frame(struct screen *s, double from, int ms)
{
	struct pollfd fd = {.fd = s->fd, .events = POLLIN};
	while (now_ms() - from < ms && poll(&fd, 1, ms) > 0) {
		int frames = take(s);
		if (frames < 0)
			return -1;
		if (frames)
			return now_ms() - from;
	}
	return -1;
}

static void
settle(struct screen *s)
{
	struct pollfd fd = {.fd = s->fd, .events = POLLIN};
	while (poll(&fd, 1, QUIET_MS) > 0 && take(s) >= 0)
		;
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

static double
ninety_nine(const double *times, size_t len)
{
	return times[(len * 99 + 99) / 100 - 1];
}

static void
report(const char *what, double *times, double *cpu, size_t len, size_t bytes)
{
	qsort(times, len, sizeof *times, by_size);
	qsort(cpu, len, sizeof *cpu, by_size);
	if (len)
		printf("%8.2f %8.2f %8.2f %8.2f %8.2f %8zu  %s\n", times[len / 2],
			ninety_nine(times, len), times[len - 1], cpu[len / 2],
			ninety_nine(cpu, len), bytes / len, what);
	else
		printf("%8s %8s %8s %8s %8s %8s  %s\n", "-", "-", "-", "-", "-", "-",
			what);
	fflush(stdout);
}

static void
press(struct screen *s, const char *what, const char *keys, int rounds)
{
	double times[ROUNDS_MAX * 2], cpu[ROUNDS_MAX * 2];
	size_t len = 0, bytes = 0;
	for (int i = 0; i < rounds; i++)
		for (const char *key = keys; *key; key++) {
			double from = now_ms(), used = cpu_ms(s);
			s->bytes = 0;
			if (write(s->fd, key, 1) != 1)
				return;
			double took = wait_frame(s, from, i ? 200 : WAIT_MS);
			if (took < 0)
				continue; /* nothing changed */
			cpu[len] = cpu_ms(s) - used;
			times[len++] = took;
			bytes += s->bytes;
		}
	report(what, times, cpu, len, bytes);
	settle(s);
}

/* From the rest of the cursor, which is 80 ms, until the article beside it is drawn. */
static void
preview(struct screen *s)
{
	double times[PREVIEWS], cpu[PREVIEWS];
	size_t len = 0;
	s->bytes = 0;
	for (int i = 0; i < PREVIEWS; i++) {
		double from = now_ms(), used = cpu_ms(s);
		if (write(s->fd, "j", 1) != 1 || wait_frame(s, from, 200) < 0)
			continue;
		double took = wait_frame(s, from, 1000);
		if (took < 0)
			continue; /* there is no room beside it */
		cpu[len] = cpu_ms(s) - used;
		times[len++] = took - REST_MS;
	}
	report("items: the article beside it", times, cpu, len, s->bytes);
}

/* How often its threads woke up while nothing happened. */
static void
idle(const struct screen *s)
{
	long before, after;
	struct pollfd none = {.fd = -1};
	(void)poll(&none, 1, CALM_MS);
	before = switches(s);
	(void)poll(&none, 1, IDLE_MS);
	after = switches(s);
	printf("%ld wake-ups in %d s\n", after - before, IDLE_MS / 1000);
}

static int
start(struct screen *s, char *const argv[], unsigned short rows, unsigned short columns)
{
	struct winsize size = {.ws_row = rows, .ws_col = columns};
	s->pid = forkpty(&s->fd, NULL, NULL, &size);
	if (s->pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		setenv("LC_ALL", "C.UTF-8", 1);
		execv(argv[0], argv);
		_exit(127);
	}
	return s->pid > 0 ? 0 : -1;
}

int
main(int argc, char **argv)
{
	struct screen s = {0};
	if (argc < 3) {
		fprintf(stderr,
			"usage: time_paint COURANT DIR [ROWS COLUMNS [reload]]\n");
		return 2;
	}
	char store[] = "-C";
	char *const run[] = {argv[1], store, argv[2], NULL};
	int rows = argc > 4 ? (int)strtol(argv[3], NULL, 10) : 60,
	    columns = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 200;
	double from = now_ms();
	if (start(&s, run, (unsigned short)rows, (unsigned short)columns) < 0)
		return 1;
	printf("first picture %.1f ms", wait_frame(&s, from, WAIT_MS));
	settle(&s);
	printf(", %zu bytes\n", s.bytes);
	printf("%8s %8s %8s %8s %8s %8s\n", "median", "99 %", "longest", "CPU", "99 %",
		"bytes");
	if (argc > 5)
		press(&s, "(reload all feeds)", "R", 1);
	for (size_t i = 0; i < COUNT_OF(plan); i++)
		press(&s, plan[i].what, plan[i].keys, plan[i].rounds);
	press(&s, "(unread items of all feeds)", "qU", 1);
	if (columns >= PREVIEW_FROM)
		preview(&s);
	settle(&s);
	if (argc <= 5)
		idle(&s);
	kill(s.pid, SIGTERM);
	settle(&s);
	int status;
	waitpid(s.pid, &status, 0);
	return status == 0 ? 0 : 1;
}
