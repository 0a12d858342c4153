/*
 * What the parts of a relay share.
 */
#ifndef HTTP_RELAY_PART_H
#define HTTP_RELAY_PART_H

#include <stdatomic.h>

struct relay_config;

#define RELAY_ASKED 256

/* Seen by the test: memory that it shares with the relay. */
struct relay_seen {
	atomic_int connections;
	char asked[RELAY_ASKED];
};

/* Serve one connection, the number-th, to its end. */
void relay_tls_serve(int fd, const struct relay_config *config, int number);

/* A connection to the server; -1. */
int relay_connect(const struct relay_config *config);

#endif
