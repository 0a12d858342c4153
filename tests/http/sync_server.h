/*
 * The feed server of the tests (account.h), for test_sync.c, which knows another struct
 * account.
 */
#ifndef HTTP_SYNC_SERVER_H
#define HTTP_SYNC_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct sync_server;

struct sync_item {
	int64_t id;
	bool read, starred, labelled; /* with the first label */
};

struct sync_server *sync_server_new(void);
void sync_server_free(struct sync_server *server);
/* A command of account.h. */
void sync_server_do(struct sync_server *server, const char *command);
int64_t sync_server_now(const struct sync_server *server); /* in seconds */
/* Answers a request as it comes over the network; status and the bufs are filled. */
long sync_server_ask(struct sync_server *server, const char *method, const char *target,
	const char *headers, const struct buf *body, struct buf *out_headers,
	struct buf *out_body);
size_t sync_server_len(const struct sync_server *server);
struct sync_item sync_server_item(const struct sync_server *server, size_t i);

#endif
