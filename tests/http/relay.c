#include "config.h"

#include "relay.h"

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "relay_part.h"
#include "serve.h"

#define HEAD_MAX 16384

struct http_relay {
	pid_t pid;
	int port, alive; /* the child ends when alive is closed */
	struct relay_seen *seen;
};

int
relay_connect(const struct relay_config *config)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)config->to)};
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool
read_whole(int fd, void *to, size_t n)
{
	return recv(fd, to, n, MSG_WAITALL) == (ssize_t)n;
}

static bool
write_whole(int fd, const void *bytes, size_t n)
{
	return send(fd, bytes, n, MSG_NOSIGNAL) == (ssize_t)n;
}

/* Until one side ends. */
static void
pump(int a, int b)
{
	struct pollfd fds[] = {{a, POLLIN, 0}, {b, POLLIN, 0}};
	char bytes[16384];
	while (poll(fds, COUNT_OF(fds), -1) > 0) {
		for (int i = 0; i < 2; i++) {
			if (!fds[i].revents)
				continue;
			ssize_t n = recv(fds[i].fd, bytes, sizeof bytes, 0);
			if (n <= 0 || !write_whole(fds[1 - i].fd, bytes, (size_t)n))
				return;
		}
	}
}

/* ---- SOCKS */

/* The address of a request (RFC 1928, 5): only names and IPv4 are asked for here. */
static bool
read_socks_address(int fd, char *out, size_t room)
{
	unsigned char type, n, name[256] = {0}, port[2];
	if (!read_whole(fd, &type, 1))
		return false;
	if (type == 3) {
		if (!read_whole(fd, &n, 1) || !read_whole(fd, name, n))
			return false;
	} else {
		unsigned char ip[4];
		if (type != 1 || !read_whole(fd, ip, sizeof ip))
			return false;
		snprintf((char *)name, sizeof name, "%d.%d.%d.%d", ip[0], ip[1], ip[2],
			ip[3]);
	}
	if (!read_whole(fd, port, sizeof port))
		return false;
	int written = snprintf(out, room, "%s:%d", (char *)name, port[0] << 8 | port[1]);
	return written > 0 && (size_t)written < room;
}

static void
serve_socks(int fd, const struct relay_config *config, struct relay_seen *seen)
{
	static const unsigned char none[] = {5, 0},
				   granted[] = {5, 0, 0, 1, 0, 0, 0, 0, 0, 0};
	unsigned char hello[2], methods[255], request[3];
	if (!read_whole(fd, hello, sizeof hello) || hello[0] != 5 ||
		!read_whole(fd, methods, hello[1]) ||
		!write_whole(fd, none, sizeof none) ||
		!read_whole(fd, request, sizeof request) || request[1] != 1 ||
		!read_socks_address(fd, seen->asked, sizeof seen->asked))
		return;
	int to = relay_connect(config);
	if (to >= 0 && write_whole(fd, granted, sizeof granted))
		pump(fd, to);
}

/* ---- HTTP */

/* The lines up to the empty one, a byte at a time: nothing after them is read. */
static bool
read_head(int fd, struct buf *head)
{
	char byte;
	while (head->len < 4 || memcmp(head->data + head->len - 4, "\r\n\r\n", 4) != 0)
		if (!read_whole(fd, &byte, 1) || buf_addc(head, byte) != OK)
			return false;
	return true;
}

static bool
refuse(int fd, const struct buf *head, const char *wants)
{
	static const char answer[] = "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic "
				     "realm=\"x\"\r\nContent-Length: 0\r\n"
				     "Connection: close\r\n\r\n";
	if (!wants || strstr(head->data, wants))
		return false;
	write_whole(fd, answer, sizeof answer - 1);
	return true;
}

static void
serve_http(int fd, const struct relay_config *config, struct relay_seen *seen)
{
	static const char granted[] = "HTTP/1.1 200 Yes\r\n\r\n";
	static const char connect[] = "CONNECT ", get[] = "GET http://";
	struct buf head = BUF_INIT(HEAD_MAX), rest = BUF_INIT(0);
	int to = relay_connect(config);
	if (to < 0 || !read_head(fd, &head) || refuse(fd, &head, config->wants))
		goto out;
	bool tunnel = str_starts(head.data, connect);
	if (!tunnel && !str_starts(head.data, get))
		goto out;
	const char *host = head.data + (tunnel ? sizeof connect : sizeof get) - 1;
	int n = (int)strcspn(host, " /");
	snprintf(seen->asked, sizeof seen->asked, "%.*s", n, host);
	buf_addf(&rest, "GET %s", host + n);
	if (tunnel ? write_whole(fd, granted, sizeof granted - 1)
		   : write_whole(to, rest.data, rest.len))
		pump(fd, to);
out:
	buf_done(&head);
	buf_done(&rest);
}

/* ---- Processes */

static void
serve(int fd, const struct relay_config *config, struct relay_seen *seen)
{
	int number = atomic_fetch_add(&seen->connections, 1) + 1;
	(void)number;
	switch (config->kind) {
	case RELAY_SOCKS:
		serve_socks(fd, config, seen);
		break;
	case RELAY_HTTP:
		serve_http(fd, config, seen);
		break;
	case RELAY_TLS:
#ifdef HAVE_OPENSSL
		relay_tls_serve(fd, config, number);
#endif
		break;
	}
}

static void
run(int listening, int alive, const struct relay_config *config, struct relay_seen *seen)
{
	struct pollfd fds[] = {{listening, POLLIN, 0}, {alive, POLLIN, 0}};
	signal(SIGINT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_IGN);
	/* A group of its own, so that the connections' processes end with it. */
	setpgid(0, 0);
	while (poll(fds, COUNT_OF(fds), -1) > 0 && !fds[1].revents) {
		int fd = accept(listening, NULL, NULL);
		if (fd < 0)
			continue;
		if (fork() == 0) {
			serve(fd, config, seen);
			_exit(0);
		}
		close(fd);
	}
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
	_exit(0);
}

static void
die(const char *what)
{
	fprintf(stderr, "relay: %s\n", what);
	exit(99);
}

struct http_relay *
http_relay_start(const struct relay_config *config)
{
	struct http_relay *relay = mem_zalloc(sizeof *relay);
	struct err err;
	int fd = -1, alive[2] = {-1, -1};
	relay->seen = mmap(NULL, sizeof *relay->seen, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (relay->seen == MAP_FAILED || pipe(alive) != 0 ||
		serve_listen(0, &fd, &relay->port, &err) != OK)
		die("cannot start");
	fflush(NULL);
	relay->pid = fork();
	if (relay->pid < 0)
		die("no process");
	if (relay->pid == 0) {
		close(alive[1]);
		run(fd, alive[0], config, relay->seen);
	}
	close(alive[0]);
	close(fd);
	relay->alive = alive[1];
	return relay;
}

void
http_relay_stop(struct http_relay *relay)
{
	if (!relay)
		return;
	close(relay->alive);
	waitpid(relay->pid, NULL, 0);
	munmap(relay->seen, sizeof *relay->seen);
	free(relay);
}

int
http_relay_port(const struct http_relay *relay)
{
	return relay->port;
}

int
http_relay_connections(const struct http_relay *relay)
{
	return atomic_load(&relay->seen->connections);
}

const char *
http_relay_asked(const struct http_relay *relay)
{
	return relay->seen->asked;
}
