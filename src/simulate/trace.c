#include "config.h"

#include "simulate/trace.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/gunzip.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

#define TEXT_MAX ((size_t)256 << 20) /* some 20 million posting times */
#define WINDOW_MAX 100000
#define TIME_MAX INT64_C(253402300799) /* the end of the year 9999 */

struct reader {
	struct simulate_traces *out;
	const char *name;
	size_t line;
	struct simulate_trace *feed; /* the one being read; NULL: none yet */
	int64_t wanted;              /* posting times that its header promises */
};

bool
simulate_trace_left_out(const struct simulate_trace *trace)
{
	return trace->len < SIMULATE_TIMES_MIN;
}

void
simulate_traces_done(struct simulate_traces *traces)
{
	for (size_t i = 0; i < traces->len; i++) {
		free(traces->list[i].id);
		free(traces->list[i].kind);
		free(traces->list[i].times);
	}
	free(traces->list);
	*traces = (struct simulate_traces){0};
}

size_t
simulate_traces_kinds(
	const struct simulate_traces *traces, const char *kinds[SIMULATE_KINDS_MAX])
{
	size_t n = 0;
	for (size_t i = 0; i < traces->len; i++) {
		size_t k = 0;
		while (k < n && !str_eq(kinds[k], traces->list[i].kind))
			k++;
		if (k == n && n < SIMULATE_KINDS_MAX)
			kinds[n++] = traces->list[i].kind;
	}
	return n;
}

/* ---- text */

static struct simulate_trace *
add_feed(struct simulate_traces *traces, struct span id, struct span kind)
{
	struct simulate_trace *feed = VEC_PUSH(traces->list, traces->len, traces->cap);
	*feed = (struct simulate_trace){
		.id = mem_strndup(id.p, id.n), .kind = mem_strndup(kind.p, kind.n)};
	return feed;
}

static int
wrong(const struct reader *r, const char *what, struct err *err)
{
	return err_set(err, ERR_SYNTAX, _("%s:%zu: this is not a trace: %s"), r->name,
		r->line, what);
}

static int
close_feed(const struct reader *r, struct err *err)
{
	if (r->feed && (int64_t)r->feed->len != r->wanted)
		return wrong(r,
			_("the previous feed does not have as many times as its header "
			  "says"),
			err);
	return OK;
}

static int
read_header(struct reader *r, struct span line, struct err *err)
{
	struct span id, kind, word;
	int64_t window = 0, numbers[3] = {-1, -1, -1};
	int status = close_feed(r, err);
	if (status != OK)
		return status;
	line.p++; /* the # */
	line.n--;
	line = span_trim(line);
	bool good = span_split(&line, ' ', &id) && span_split(&line, ' ', &kind) &&
		    span_split(&line, ' ', &word) && str_int(word, &window) == OK;
	for (int i = 0; i < 3 && good; i++)
		good = span_split(&line, ' ', &word) && str_int(word, &numbers[i]) == OK;
	if (!good || window < 1 || window > WINDOW_MAX || numbers[1] < 0 ||
		numbers[2] < numbers[1] || numbers[2] > TIME_MAX)
		return wrong(r,
			_("a header has the form \"# id kind window n start end\""), err);
	r->feed = add_feed(r->out, id, kind);
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
	struct simulate_trace *feed = r->feed;
	if (!feed || str_int(line, &time) != OK || time < 0 || time > TIME_MAX)
		return wrong(r, _("a line must be a header or a number of seconds"), err);
	if (feed->len > 0 && time < feed->times[feed->len - 1])
		return wrong(r, _("the times of a feed must be in ascending order"), err);
	*VEC_PUSH(feed->times, feed->len, feed->cap) = time;
	return OK;
}

static int
read_text(
	struct simulate_traces *out, const char *name, struct span text, struct err *err)
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

/* ---- files */

static int
unpack(struct buf *text, const char *path, struct err *err)
{
	struct buf unpacked = BUF_INIT(TEXT_MAX);
	struct span bytes = {buf_str(text), text->len};
	int status = OK;
	if (!gunzip_is_gzip(bytes))
		return OK;
	status = gunzip(bytes, &unpacked);
	buf_done(text);
	*text = unpacked;
	if (status == ERR_LIMIT)
		return err_set(err, status, _("%s is too large"), path);
	return status == OK
		       ? OK
		       : err_set(err, status,
				 _("cannot read %s: it is a damaged gzip file"), path);
}

int
simulate_traces_load(struct simulate_traces *out, const char *path, struct err *err)
{
	struct buf text = BUF_INIT(TEXT_MAX);
	struct stat about;
	int status;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
		return err_set(err, ERR_INVALID,
			_("%s is a directory: name the traces in it, such as %s/*.gz"),
			path, path);
	status = file_read(path, &text, err);
	if (status == OK)
		status = unpack(&text, path, err);
	if (status == OK)
		status = read_text(
			out, path, (struct span){buf_str(&text), text.len}, err);
	buf_done(&text);
	return status;
}
