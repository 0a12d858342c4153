/*
 * A connection is READING its request, WAITING for the answer's delay, SENDING, or STUCK:
 * open, but never again of use. What is to be sent is made at once (answer.c); stop_at,
 * loop_from and the slow pace then decide how much of it goes out, and when.
 */
#include "config.h"

#include "serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"

#define REQUEST_MAX (4 * 1024 * 1024)
#define SEND_MAX (64 * 1024) /* bytes on one connection before others get their turn */

enum state {
	READING,
	WAITING,
	SENDING,
	STUCK,
	ENDED,
};

struct conn {
	int fd;
	enum state state;
	int64_t number;
	struct buf in;
	struct reply reply;
	size_t sent;
	int64_t wake_ms; /* nothing before it; 0: at once */
	int64_t slow_bytes, slow_ms;
};

struct server {
	const struct serve_config *config;
	int fd;
	char url[64];
	struct conn **conns;
	size_t conns_len, conns_cap;
	int64_t accepted;
	struct pollfd *fds;
	size_t fds_cap;
};

int
serve_listen(int port, int *out, int *port_out, struct err *err)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	if (fd < 0)
		return err_set_errno(err, ERR_IO, "no socket");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	socklen_t n = sizeof address;
	if (bind(fd, (struct sockaddr *)&address, n) != 0 || listen(fd, 1024) != 0 ||
		getsockname(fd, (struct sockaddr *)&address, &n) != 0) {
		close(fd);
		return err_set_errno(err, ERR_IO, "127.0.0.1 port %d", port);
	}
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	*out = fd;
	*port_out = ntohs(address.sin_port);
	return OK;
}

static void
accept_all(struct server *server)
{
	for (int fd; (fd = accept(server->fd, NULL, NULL)) >= 0;) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		fcntl(fd, F_SETFL, O_NONBLOCK);
		struct conn *conn = mem_zalloc(sizeof *conn);
		conn->fd = fd;
		conn->number = ++server->accepted;
		buf_init(&conn->in, REQUEST_MAX);
		buf_init(&conn->reply.bytes, 0);
		*VEC_PUSH(server->conns, server->conns_len, server->conns_cap) = conn;
	}
}

static void
free_conn(struct conn *conn)
{
	close(conn->fd);
	buf_done(&conn->in);
	buf_done(&conn->reply.bytes);
	free(conn);
}

/* A close that the peer sees as "connection reset by peer". */
static void
reset(struct conn *conn)
{
	struct linger linger = {.l_onoff = 1, .l_linger = 0};
	setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
	conn->state = ENDED;
}

static size_t
busy(const struct server *server)
{
	size_t n = 0;
	for (size_t i = 0; i < server->conns_len; i++)
		n += server->conns[i]->state != READING &&
		     server->conns[i]->state != ENDED;
	return n;
}

static void
put_body(struct buf *text, const struct request *request)
{
	buf_adds(text, "BODY ");
	for (size_t i = 0; i < request->body_len; i++) {
		unsigned char c = (unsigned char)request->body[i];
		if (c < ' ' || c >= 0x7f || c == '\\')
			buf_addf(text, "\\x%02x", c);
		else
			buf_addc(text, (char)c);
	}
	buf_addc(text, '\n');
}

static void
log_request(struct server *server, const struct conn *conn, const struct request *request)
{
	if (server->config->log_fd < 0)
		return;
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "REQUEST %lld %s %s conn=%lld busy=%zu\n",
		(long long)time_mono_ms(), request->method, request->target,
		(long long)conn->number, busy(server));
	for (const char *p = request->headers; *p; p++)
		if (*p != '\r')
			buf_addc(&text, *p);
	buf_addc(&text, '\n');
	if (request->body_len > 0)
		put_body(&text, request);
	ssize_t ignored = write(server->config->log_fd, text.data, text.len);
	(void)ignored;
	buf_done(&text);
}

/* The reply of answer, which the app fills in; NULL: of the app alone. False: it has
 * none. */
static bool
reply_of_app(struct server *server, struct conn *conn, const struct answer *answer,
	const struct request *request)
{
	const struct serve_config *config = server->config;
	struct answer made =
		answer ? *answer : (struct answer){.length = -1, .chunk = 1024};
	made.status = 200;
	buf_init(&made.headers, 0);
	buf_init(&made.body, 0);
	if (answer)
		buf_add(&made.headers, buf_str(&answer->headers), answer->headers.len);
	bool known = config->app && config->app(config->ctx, request, &made);
	if (known && answer && answer->status != 200)
		made.status = answer->status;
	if (known)
		reply_of_answer(&conn->reply, &made, request);
	buf_done(&made.headers);
	buf_done(&made.body);
	return known;
}

/* Where no route fits. */
static void
prepare_other(struct server *server, struct conn *conn, const struct request *request)
{
	if (reply_of_app(server, conn, NULL, request))
		return;
	if (server->config->dir)
		reply_of_file(&conn->reply, request);
	else
		reply_of_status(&conn->reply, 404);
}

/* Prepares what goes out for the request. */
static void
prepare(struct server *server, struct conn *conn, struct request *request)
{
	struct route *route = script_find(server->config->script, request->target);
	conn->sent = 0;
	conn->wake_ms = conn->slow_bytes = 0;
	conn->state = WAITING;
	log_request(server, conn, request);
	if (!route) {
		prepare_other(server, conn, request);
		return;
	}
	const struct answer *answer = script_next(route);
	request->number = route->asked;
	if (answer->silent) {
		conn->state = STUCK;
		return;
	}
	if (!answer->app)
		reply_of_answer(&conn->reply, answer, request);
	else if (!reply_of_app(server, conn, answer, request))
		reply_of_status(&conn->reply, 404);
	if (answer->delay_ms > 0)
		conn->wake_ms = time_mono_ms() + answer->delay_ms;
	conn->slow_bytes = answer->slow_bytes;
	conn->slow_ms = answer->slow_ms;
}

static int64_t
body_length(const struct request *request)
{
	struct buf value = BUF_INIT(0);
	int64_t length = 0;
	if (request_header(request, "Content-Length", &value) &&
		(str_int(span_of(buf_str(&value)), &length) != OK || length < 0))
		length = 0;
	buf_done(&value);
	return length;
}

/* Takes the request off conn->in when it is complete. */
static void
parse(struct server *server, struct conn *conn)
{
	char *end = conn->in.len ? strstr(conn->in.data, "\r\n\r\n") : NULL;
	if (!end)
		return;
	size_t used = (size_t)(end - conn->in.data) + 4;
	char *head = mem_strndup(conn->in.data, used - 2);
	char *line = head + strcspn(head, "\r");
	*line = '\0';
	char *target = head + strcspn(head, " ");
	if (*target) {
		*target++ = '\0';
		target[strcspn(target, " ")] = '\0';
		/* The form that proxies are asked in (RFC 9112, section 3.2.2). */
		if (strncmp(target, "http://", 7) == 0)
			target += 7 + strcspn(target + 7, "/");
	}
	struct request request = {
		.method = head,
		.target = target,
		.headers = line + 2,
		.url = server->url,
		.dir = server->config->dir,
	};
	int64_t length = body_length(&request);
	if (length <= (int64_t)(conn->in.len - used)) {
		request.body = conn->in.data + used;
		request.body_len = (size_t)length;
		if (*target == '/')
			prepare(server, conn, &request);
		else
			conn->state = ENDED;
		used += (size_t)length;
		memmove(conn->in.data, conn->in.data + used, conn->in.len - used);
		buf_cut(&conn->in, conn->in.len - used);
	} /* else the rest of it is still to come */
	free(head);
}

static void
receive(struct server *server, struct conn *conn)
{
	char bytes[16384];
	ssize_t n = recv(conn->fd, bytes, sizeof bytes, 0);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	/* A client may ask again before we know that its answer is complete. */
	if (n <= 0 || buf_add(&conn->in, bytes, (size_t)n) != OK) {
		conn->state = ENDED;
		return;
	}
	if (conn->state == READING)
		parse(server, conn);
}

/* All is out, or as much as is to go out. */
static void
end_reply(struct server *server, struct conn *conn)
{
	bool stopped = conn->sent >= conn->reply.stop_at;
	buf_done(&conn->reply.bytes);
	if (stopped && conn->reply.stop == STOP_RESET) {
		reset(conn);
	} else if (stopped && conn->reply.stop == STOP_STALL) {
		conn->state = STUCK;
	} else if (stopped || !conn->reply.keep) {
		conn->state = ENDED;
	} else {
		conn->state = READING;
		parse(server, conn); /* the next request may have come already */
	}
}

static void
send_some(struct server *server, struct conn *conn)
{
	struct reply *reply = &conn->reply;
	conn->state = SENDING;
	for (size_t budget = SEND_MAX; budget > 0;) {
		size_t end = reply->stop_at < reply->bytes.len ? reply->stop_at
							       : reply->bytes.len;
		if (conn->sent >= end && reply->loop_from < end)
			conn->sent = reply->loop_from;
		if (conn->sent >= end && reply_refill(reply)) {
			conn->sent = 0;
			continue;
		}
		if (conn->sent >= end) {
			end_reply(server, conn);
			return;
		}
		size_t n = end - conn->sent < budget ? end - conn->sent : budget;
		if (conn->slow_bytes && n > (size_t)conn->slow_bytes)
			n = (size_t)conn->slow_bytes;
		ssize_t done =
			send(conn->fd, reply->bytes.data + conn->sent, n, MSG_NOSIGNAL);
		if (done < 0) {
			if (errno != EAGAIN && errno != EINTR)
				conn->state = ENDED;
			return;
		}
		conn->sent += (size_t)done;
		budget -= (size_t)done;
		if (conn->slow_bytes) {
			conn->wake_ms = time_mono_ms() + conn->slow_ms;
			return;
		}
	}
}

static bool
may_send(const struct conn *conn, int64_t now)
{
	return (conn->state == WAITING || conn->state == SENDING) && conn->wake_ms <= now;
}

/* fds: the listening socket, alive_fd, the connections. Returns how long to sleep. */
static int
fill_fds(struct server *server)
{
	int64_t now = time_mono_ms(), until = INT64_MAX;
	server->fds = vec_grow(server->fds, &server->fds_cap, server->conns_len + 2,
		sizeof *server->fds);
	server->fds[0] = (struct pollfd){.fd = server->fd, .events = POLLIN};
	server->fds[1] =
		(struct pollfd){.fd = server->config->alive_fd, .events = POLLIN};
	for (size_t i = 0; i < server->conns_len; i++) {
		const struct conn *conn = server->conns[i];
		short events = may_send(conn, now) ? POLLOUT | POLLIN : POLLIN;
		server->fds[i + 2] = (struct pollfd){.fd = conn->fd, .events = events};
		if ((conn->state == WAITING || conn->state == SENDING) &&
			conn->wake_ms > now && conn->wake_ms < until)
			until = conn->wake_ms;
	}
	return until == INT64_MAX ? -1 : (int)(until - now);
}

static void
drop_ended(struct server *server)
{
	size_t kept = 0;
	for (size_t i = 0; i < server->conns_len; i++) {
		if (server->conns[i]->state == ENDED)
			free_conn(server->conns[i]);
		else
			server->conns[kept++] = server->conns[i];
	}
	server->conns_len = kept;
}

/* False at the end of alive_fd. */
static bool
serve_round(struct server *server)
{
	int timeout_ms = fill_fds(server);
	if (poll(server->fds, (nfds_t)server->conns_len + 2, timeout_ms) < 0)
		return errno == EINTR;
	int64_t now = time_mono_ms();
	char byte;
	if (server->fds[1].revents && read(server->fds[1].fd, &byte, 1) <= 0)
		return false;
	for (size_t i = 0; i < server->conns_len; i++) {
		struct conn *conn = server->conns[i];
		if (server->fds[i + 2].revents & (POLLIN | POLLHUP | POLLERR))
			receive(server, conn);
		if (may_send(conn, now))
			send_some(server, conn);
	}
	drop_ended(server);
	if (server->fds[0].revents)
		accept_all(server);
	return true;
}

void
serve_run(int fd, int port, const struct serve_config *config)
{
	struct server server = {.config = config, .fd = fd};
	struct buf url = BUF_INIT(0);
	buf_addf(&url, "http://127.0.0.1:%d", port);
	memcpy(server.url, buf_str(&url), url.len + 1);
	buf_done(&url);
	while (serve_round(&server))
		;
	for (size_t i = 0; i < server.conns_len; i++)
		free_conn(server.conns[i]);
	free(server.conns);
	free(server.fds);
}
