/*
 * Writes bodies to files without blocking the thread that serves the sockets. A thread of
 * its own, the writer, does everything that may wait for the disk (part_file.h). Orders
 * travel to it over one queue and come back over another, with their outcome. The bytes
 * waiting for a slow disk are bounded: fetch_sink_add then refuses, and the transfer
 * pauses.
 *
 * All functions are for the thread that owns the struct fetch:
 *
 *	fetch_sink_new(&sink, writer, file, &err);
 *	fetch_sink_open(sink);                 once idle: check status and size
 *	fetch_sink_begin(sink, from, total);   when the body's first bytes are here
 *	fetch_sink_add(sink, bytes, n);        repeatedly
 *	fetch_sink_flush(sink);                after each round of adding
 *	fetch_sink_end(sink, true);            once idle: whole says whether it worked
 *	fetch_sink_drop(sink);
 *
 * After a failure, orders have no effect until fetch_sink_open is called again.
 */
#ifndef FETCH_SINK_H
#define FETCH_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "fetch/part_file.h"

struct fetch_file;
struct fetch_writer;

struct fetch_sink {
	struct fetch_writer *writer;
	/* used by the writer's thread alone: */
	struct fetch_part part;
	bool failed;
	/* as of the last order that came back: */
	int status; /* the first failure, see part_file.h; err has its sentence */
	struct err err;
	int64_t size; /* bytes in the file */
	bool whole;   /* it is complete and has its name */
	/* what has been ordered so far: */
	struct buf filling; /* bytes not handed to the writer yet */
	int64_t at;         /* offset in the file of the next byte */
	size_t pending;     /* bytes not written yet, those in filling included */
	size_t orders;      /* orders that have not come back */
	bool open, dropped;
	bool held;     /* what is there stays until a block has come to replace it */
	int64_t total; /* of what comes */
};

struct fetch_writer *fetch_writer_new(void);
/* All sinks must have been dropped. Waits briefly for the thread to end; if a disk keeps
 * it, it is abandoned together with the memory it uses. NULL is accepted. */
void fetch_writer_free(struct fetch_writer *writer);
/* Readable when orders have come back; for poll() only. */
int fetch_writer_fd(const struct fetch_writer *writer);
/* Updates all sinks from the orders that have come back. */
void fetch_writer_take(struct fetch_writer *writer);

/* Does not touch the file yet. Errors as for fetch_part_init. */
int fetch_sink_new(struct fetch_sink **out, struct fetch_writer *writer,
	const struct fetch_file *file, struct err *err) MUST_USE;
/* Closes the file, and frees the sink as soon as the writer no longer uses it. NULL is
 * accepted. */
void fetch_sink_drop(struct fetch_sink *sink);

void fetch_sink_open(struct fetch_sink *sink);
/* The bytes that follow belong at offset from (at most size) of a file of total bytes
 * (-1: unknown). If from is 0, they replace what is there: as soon as 64 KiB of them have
 * come, or the whole file. If they break off before, it stays. */
void fetch_sink_begin(struct fetch_sink *sink, int64_t from, int64_t total);
/* False: nothing was taken, because too much is waiting or the sink has failed. */
bool fetch_sink_add(struct fetch_sink *sink, const char *bytes, size_t n) MUST_USE;
/* Hands the bytes added so far to the writer. */
void fetch_sink_flush(struct fetch_sink *sink);
/* Closes the file; whole: all of its bytes were added, so it is to get its name. */
void fetch_sink_end(struct fetch_sink *sink, bool whole);

/* Every order has come back. */
bool fetch_sink_idle(const struct fetch_sink *sink);
/* After fetch_sink_add refused: whether to try again. */
bool fetch_sink_ready(const struct fetch_sink *sink);

#endif
