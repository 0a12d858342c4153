/*
 * Bodies that go to files, without ever holding up a socket: a thread of its own, the
 * writer, opens, compares, writes and syncs them (part.h). Orders go to it and come back
 * as reports, over two queues. What waits for a slow disk is bounded: a sink that has had
 * enough says so, and its transfer pauses.
 *
 * Everything but the writer itself belongs to the thread of struct fetch:
 *
 *	sink = fetch_sink_new(writer, file, &err);
 *	fetch_sink_open(sink);                    … fetch_sink_idle: look at status and
 *size fetch_sink_begin(sink, from, total);      an answer's first bytes are here
 *	fetch_sink_add(sink, bytes, n);           often
 *	fetch_sink_flush(sink);                   after a round of that
 *	fetch_sink_end(sink, true);               … fetch_sink_idle: whole, or not
 *	fetch_sink_drop(sink);
 *
 * A first failure is kept, and what is ordered after it has no effect, until
 * fetch_sink_open starts again.
 */
#ifndef FETCH_SINK_H
#define FETCH_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "fetch/part.h"

struct fetch_file;
struct fetch_writer;

struct fetch_sink {
	struct fetch_writer *writer;
	struct fetch_part part; /* the writer's alone, and failed as well */
	bool failed;
	/* As of the last report: */
	int status; /* of part.h; err has the sentence */
	struct err err;
	int64_t size; /* bytes in the file */
	bool whole;   /* all of them, and it has its name */
	/* What was ordered: */
	struct buf filling; /* bytes that the writer has not been given yet */
	int64_t at;         /* the next byte's offset in the file */
	size_t pending;     /* bytes that are not written yet, filling included */
	size_t orders;      /* that have not come back */
	bool open, dropped;
};

struct fetch_writer *fetch_writer_new(void);
/* All sinks must have been dropped. Waits briefly for the writer; one that hangs on its
 * disk is left alone, with what it uses. NULL is accepted. */
void fetch_writer_free(struct fetch_writer *writer);
/* Readable when there are reports; for poll() only. */
int fetch_writer_fd(const struct fetch_writer *writer);
/* Brings all sinks up to date. */
void fetch_writer_take(struct fetch_writer *writer);

/* Nothing happens to the file yet. As fetch_part_init. */
int fetch_sink_new(struct fetch_sink **out, struct fetch_writer *writer,
	const struct fetch_file *file, struct err *err) MUST_USE;
/* Closes the file and frees the sink, when the writer is done with it. NULL is accepted.
 */
void fetch_sink_drop(struct fetch_sink *sink);

void fetch_sink_open(struct fetch_sink *sink);
/* What follows are the bytes from offset from on (at most size) of total (-1: unknown). 0
 * throws away what is in the file. */
void fetch_sink_begin(struct fetch_sink *sink, int64_t from, int64_t total);
/* False: nothing was taken, since too much is waiting or the sink has failed. */
bool fetch_sink_add(struct fetch_sink *sink, const char *bytes, size_t n) MUST_USE;
/* Lets the writer have what was added. */
void fetch_sink_flush(struct fetch_sink *sink);
/* The last byte was added; whole: of the file as well. */
void fetch_sink_end(struct fetch_sink *sink, bool whole);

/* All that was ordered is done. */
bool fetch_sink_idle(const struct fetch_sink *sink);
/* fetch_sink_add is worth another try after it said no. */
bool fetch_sink_ready(const struct fetch_sink *sink);

#endif
