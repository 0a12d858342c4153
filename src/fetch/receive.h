/*
 * Decides where the bytes of an answer's body go: into memory, to a file, or nowhere. One
 * thread.
 */
#ifndef FETCH_RECEIVE_H
#define FETCH_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>

struct fetch_job_file;
struct fetch_transfer;

/* Takes n bytes of the body. Returns n, or CURL_WRITEFUNC_PAUSE if they are to be offered
 * again later. Anything else ends the transfer; transfer->stop says why. */
size_t fetch_receive(struct fetch_transfer *transfer, const char *bytes, size_t n);
/* What is known of the file is what is known of the bytes that replace those of an
 * earlier transfer, if they have done so by now. */
void fetch_receive_take_next(struct fetch_job_file *file);
/* Whether the answer's body is the requested file, or a part of it. */
bool fetch_receive_is_file(const struct fetch_transfer *transfer);
/* Whether the file is complete, now that the body has ended. */
bool fetch_receive_all_there(const struct fetch_transfer *transfer);

#endif
