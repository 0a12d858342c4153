/*
 * What a request says: its method, its header lines, its body, its credentials; put into
 * the handle of a transfer, and taken out again. One thread.
 */
#ifndef FETCH_SEND_H
#define FETCH_SEND_H

#include <stdbool.h>

struct fetch_transfer;

/* As the job of the transfer has it. */
void fetch_send_set(struct fetch_transfer *transfer);
void fetch_send_unset(struct fetch_transfer *transfer);

/* Whether a password goes along. */
bool fetch_send_has_login(const struct fetch_transfer *transfer);

#endif
