/*
 * What stands between a client and the loopback server, in a child process: a SOCKS or an
 * HTTP proxy, or TLS. The child serves each connection in a process of its own, and ends
 * with http_relay_stop or with the test's process.
 */
#ifndef HTTP_RELAY_H
#define HTTP_RELAY_H

#include <stdbool.h>

enum relay_kind {
	RELAY_SOCKS, /* SOCKS 5 (RFC 1928) */
	RELAY_HTTP,  /* CONNECT and GET with a whole address (RFC 9112, 3.2.2) */
	RELAY_TLS,
};

struct relay_config {
	enum relay_kind kind;
	int to; /* a port of this machine, whatever host a client asks for */
	/* of an HTTP proxy: the Proxy-Authorization it wants; NULL: none */
	const char *wants;
	/* of TLS, files */
	const char *certificate; /* with its key */
	const char *client_ca;   /* clients must have a certificate of it; NULL: none */
	bool outdated;           /* TLS 1.1 at most */
	bool weak;               /* it may be signed weakly */
	/* What is stapled to it (OCSP), and its issuer's certificate; NULL: nothing */
	const char *staple, *issuer;
	/* HTTP/2: so many requests at once are waited for before any is answered, by the
	 * relay itself, with the body "two"; 0: HTTP/1 */
	int streams;
	bool goes_away; /* the first connection answers none of them (RFC 9113, 6.8) */
};

struct http_relay;

/* Ends the test's process with a message when it cannot start. Before any thread. */
struct http_relay *http_relay_start(const struct relay_config *config);
void http_relay_stop(struct http_relay *relay);

int http_relay_port(const struct http_relay *relay);
/* Connections so far. */
int http_relay_connections(const struct http_relay *relay);
/* What a proxy was asked for last, as host:port; "" nothing. */
const char *http_relay_asked(const struct http_relay *relay);

#endif
