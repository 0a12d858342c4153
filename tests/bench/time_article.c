/*
 * How long the reader of long articles holds the keyboard:
 *
 *	time_article
 *
 * opens articles of 1 and 5 MB of several kinds, without terminal and worker, moves in
 * them, finds words, and changes the width and the view. Prints for each command the CPU
 * time of its longest turn of the loop, and of all its turns.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "tests/unit/ui_long.h"
#include "ui/command/command.h"
#include "ui/ui_inside.h"

#define MB ((size_t)1 << 20)

static const struct {
	const char *name, *before, *part, *after;
} kinds[] = {
	{"paragraphs", "", "<p><b>Lorem</b> ipsum <a href=\"/%zu\">dolor</a> sit.</p>\n",
		""},
	{"one paragraph", "<p>", "<b>Lorem</b> ipsum <a href=\"/%zu\">dolor</a> sit.\n",
		"</p>"},
	{"a table", "<table>", "<tr><td>%zu<td>ipsum dolor<td>sit</tr>\n", "</table>"},
	{"small tables", "",
		"<table><tr><th>a<th>b<tr><td>%zu<td>dolor<tr><td>1<td>sit</table>\n",
		""},
	{"a list", "<ul>", "<li>lorem %zu ipsum\n", "</ul>"},
	{"code", "<pre>", "if (lorem)\n\treturn ipsum + %zu;\n", "</pre>"},
};

static const struct {
	const char *command, *argument;
	size_t times;
} steps[] = {
	{"open", NULL, 1},
	{"down", NULL, 50},
	{"page-down", NULL, 50},
	{"last", NULL, 1},
	{"page-up", NULL, 20},
	{"first", NULL, 1},
	{"find", "sit", 1},
	{"next-hit", NULL, 20},
	{"find", "nowhere", 1},
	{"narrower", NULL, 1},
	{"last", NULL, 1},
	{"narrower", NULL, 1},
	{"outline", NULL, 1},
	{"view", "source", 1},
	{"last", NULL, 1},
	{"view", "plain", 1},
	{"last", NULL, 1},
	{"view", "fields", 1},
	{"view", "rendered", 1},
	{"next-item", NULL, 1},
	{"links", NULL, 1},
};

static double
now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static char *
make_text(size_t kind, size_t bytes)
{
	struct buf out = BUF_INIT(0);
	buf_adds(&out, kinds[kind].before);
	for (size_t i = 0; out.len < bytes; i++)
		buf_addf(&out, kinds[kind].part, i);
	buf_adds(&out, kinds[kind].after);
	return buf_take(&out);
}

/* Takes turns until there is no work left. Returns the longest. */
static double
run(struct reader *r, const char *name, const char *argument, double *all)
{
	double before = now_ms(), longest = 0;
	ui_run_command(&r->ui, ui_command(name), argument);
	ui_draw(&r->ui);
	for (bool more = true; more;) {
		more = ui_step(&r->ui);
		double now = now_ms(), turn = now - before;
		longest = turn > longest ? turn : longest;
		*all += turn;
		before = now;
	}
	ui_draw(&r->ui);
	return longest;
}

static void
measure(struct reader *r, size_t kind, size_t bytes)
{
	printf("%zu MB, %s\n", bytes / MB, kinds[kind].name);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		double longest = 0, all = 0;
		if (!ui_command(steps[i].command)) {
			printf("  no command %s\n", steps[i].command);
			continue;
		}
		for (size_t n = 0; n < steps[i].times; n++) {
			double turn = run(r, steps[i].command, steps[i].argument, &all);
			longest = turn > longest ? turn : longest;
		}
		printf("%10.2f %10.2f  %s %s\n", longest, all, steps[i].command,
			steps[i].argument ? steps[i].argument : "");
	}
	fflush(stdout);
}

static void
measure_kind(size_t kind, size_t bytes)
{
	static const char *const feeds[] = {"http://a.example/f"};
	void *state = NULL;
	char *text = make_text(kind, bytes);
	if (reader_setup(&state) != 0)
		return;
	struct reader *r = state;
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_feed(r->store, 1, T0, make_numbered("a", 2, text));
	free(text);
	reader_open(r);
	double all = 0;
	run(r, "open", NULL, &all);
	measure(r, kind, bytes);
	reader_teardown(&state);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	printf("CPU time in ms: longest turn, all turns, command\n");
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		measure_kind(i, MB);
		measure_kind(i, 5 * MB);
	}
	return 0;
}
