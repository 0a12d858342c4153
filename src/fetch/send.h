/*
 * Sets a transfer's handle up for what its request says: method, header lines, body,
 * credentials; and resets it afterwards. One thread.
 */
#ifndef FETCH_SEND_H
#define FETCH_SEND_H

#include <stdbool.h>

struct fetch_transfer;

/* For the transfer's job. */
void fetch_send_set(struct fetch_transfer *transfer);
void fetch_send_unset(struct fetch_transfer *transfer);

/* The cookies that the handle has, for the next job->cookies; NULL: none. The caller
 * frees them. */
char *fetch_send_cookies(const struct fetch_transfer *transfer);

/* Whether the request carries a password. */
bool fetch_send_has_login(const struct fetch_transfer *transfer);

#endif
