/*
 * Where the bytes of an answer's body go: into memory, to a file, or nowhere. One thread.
 */
#ifndef FETCH_RECEIVE_H
#define FETCH_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>

struct fetch_transfer;

/* Takes n bytes of the body. Returns n; CURL_WRITEFUNC_PAUSE when they are to come again
 * later; anything else ends the transfer, and its stop says why. */
size_t fetch_receive(struct fetch_transfer *transfer, const char *bytes, size_t n);
/* Whether the answer is, or has a part of, the file that was asked for. */
bool fetch_receive_is_file(const struct fetch_transfer *transfer);
/* … and all of it was there. */
bool fetch_receive_all_there(const struct fetch_transfer *transfer);

#endif
