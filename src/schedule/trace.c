#include "config.h"

#include "schedule/trace.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"

#define WINDOW_MAX 100000
#define TIME_MAX INT64_C(253402300799) /* the end of the year 9999 */

struct reader {
	struct traces *out;
	const char *name;
	size_t line;
	struct trace *feed; /* the one that is open; NULL none yet */
	int64_t wanted;     /* times that its header promises */
};

static struct trace *
trace_add(struct traces *traces, struct span id, struct span kind)
{
	struct trace *feed = VEC_PUSH(traces->list, traces->len, traces->cap);
	*feed = (struct trace){
		.id = mem_strndup(id.p, id.n), .kind = mem_strndup(kind.p, kind.n)};
	return feed;
}

void
traces_done(struct traces *traces)
{
	for (size_t i = 0; i < traces->len; i++) {
		free(traces->list[i].id);
		free(traces->list[i].kind);
		free(traces->list[i].times);
	}
	free(traces->list);
	*traces = (struct traces){0};
}

static int
wrong(const struct reader *r, const char *what, struct err *err)
{
	return err_set(err, ERR_SYNTAX, _("%s:%zu: this is no trace: %s"), r->name,
		r->line, what);
}

static int
close_feed(const struct reader *r, struct err *err)
{
	if (r->feed && (int64_t)r->feed->len != r->wanted)
		return wrong(
			r, _("the feed before has not as many times as it says"), err);
	return OK;
}

static int
read_header(struct reader *r, struct span line, struct err *err)
{
	struct span id, kind, word;
	int64_t window, numbers[3];
	int status = close_feed(r, err);
	if (status != OK)
		return status;
	line.p++; /* the # */
	line.n--;
	line = span_trim(line);
	if (!span_split(&line, ' ', &id) || !span_split(&line, ' ', &kind) ||
		!span_split(&line, ' ', &word) || str_int(word, &window) != OK ||
		window < 1 || window > WINDOW_MAX)
		return wrong(r, _("a header is \"# id kind window n start end\""), err);
	for (int i = 0; i < 3; i++)
		if (!span_split(&line, ' ', &word) || str_int(word, &numbers[i]) != OK)
			return wrong(r, _("a header is \"# id kind window n start end\""),
				err);
	if (numbers[1] < 0 || numbers[2] < numbers[1] || numbers[2] > TIME_MAX)
		return wrong(r, _("a header is \"# id kind window n start end\""), err);
	r->feed = trace_add(r->out, id, kind);
	r->feed->window = (size_t)window;
	r->wanted = numbers[0];
	r->feed->start = numbers[1];
	r->feed->end = numbers[2];
	return OK;
}

static int
read_time(struct reader *r, struct span line, struct err *err)
{
	int64_t time;
	struct trace *feed = r->feed;
	if (!feed || str_int(line, &time) != OK || time < 0 || time > TIME_MAX)
		return wrong(r, _("a line is a header or a number of seconds"), err);
	if (feed->len > 0 && time < feed->times[feed->len - 1])
		return wrong(r, _("the times of a feed must ascend"), err);
	*VEC_PUSH(feed->times, feed->len, feed->cap) = time;
	return OK;
}

int
trace_read(struct traces *out, const char *name, struct span text, struct err *err)
{
	struct reader r = {.out = out, .name = name};
	struct span line;
	while (span_split(&text, '\n', &line)) {
		r.line++;
		line = span_trim(line);
		if (line.n == 0)
			continue;
		int status = line.p[0] == '#' ? read_header(&r, line, err)
					      : read_time(&r, line, err);
		if (status != OK)
			return status;
	}
	return close_feed(&r, err);
}
