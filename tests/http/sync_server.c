#include "config.h"

#include "sync_server.h"

#include <stdlib.h>

#include "account.h"
#include "base/mem.h"
#include "base/str.h"

struct sync_server {
	struct account account;
};

struct sync_server *
sync_server_new(void)
{
	struct sync_server *server = mem_zalloc(sizeof *server);
	account_init(&server->account);
	return server;
}

void
sync_server_free(struct sync_server *server)
{
	account_done(&server->account);
	free(server);
}

void
sync_server_do(struct sync_server *server, const char *command)
{
	if (!account_command(&server->account, span_of(command)))
		abort();
}

int64_t
sync_server_now(const struct sync_server *server)
{
	return server->account.now / 1000000;
}

long
sync_server_ask(struct sync_server *server, const char *method, const char *target,
	const char *headers, const struct buf *body, struct buf *out_headers,
	struct buf *out_body)
{
	const struct request request = {.method = method,
		.target = target,
		.headers = headers,
		.body = body->len ? body->data : NULL,
		.body_len = body->len,
		.url = "http://127.0.0.1"};
	struct answer out = {.status = 200};
	buf_init(&out.headers, 0);
	buf_init(&out.body, 0);
	if (!account_answer(&server->account, &request, &out))
		out.status = 404;
	*out_headers = out.headers;
	*out_body = out.body;
	return out.status;
}

size_t
sync_server_len(const struct sync_server *server)
{
	return server->account.items_len;
}

struct sync_item
sync_server_item(const struct sync_server *server, size_t i)
{
	const struct account_item *item = &server->account.items[i];
	return (struct sync_item){
		item->id, item->read, item->starred, (item->labels & 1) != 0};
}
