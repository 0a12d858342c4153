/*
 * TLS in front of the loopback server. HTTP/1 is handed on. HTTP/2 (RFC 9113) is spoken
 * here, as little of it as it takes: a request's headers are not looked into, its stream
 * is answered with status 200 and three bytes.
 */
#include "config.h"

#include <openssl/ssl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/attr.h"
#include "relay.h"
#include "relay_part.h"

enum frame_type {
	FRAME_DATA = 0,
	FRAME_HEADERS = 1,
	FRAME_SETTINGS = 4,
	FRAME_PING = 6,
	FRAME_GOAWAY = 7,
};

#define FLAG_END 1 /* of a stream; of SETTINGS and PING: an acknowledgement */
#define FLAG_END_HEADERS 4
#define PREFACE 24 /* bytes that a client begins with */
#define FRAME_MAX 16384
#define STREAMS_MAX 64

/* ---- HTTP/1 */

static void
pump(SSL *ssl, int to)
{
	struct pollfd fds[] = {{SSL_get_fd(ssl), POLLIN, 0}, {to, POLLIN, 0}};
	char bytes[16384];
	for (;;) {
		if (!SSL_pending(ssl) && poll(fds, COUNT_OF(fds), -1) <= 0)
			return;
		if (SSL_pending(ssl) || fds[0].revents) {
			int n = SSL_read(ssl, bytes, sizeof bytes);
			if (n <= 0 || send(to, bytes, (size_t)n, MSG_NOSIGNAL) != n)
				return;
		}
		if (fds[1].revents) {
			ssize_t n = recv(to, bytes, sizeof bytes, 0);
			if (n <= 0 || SSL_write(ssl, bytes, (int)n) != n)
				return;
		}
		fds[0].revents = fds[1].revents = 0;
	}
}

/* ---- HTTP/2 */

static bool
read_whole(SSL *ssl, unsigned char *to, size_t n)
{
	size_t got;
	for (size_t have = 0; have < n; have += got)
		if (SSL_read_ex(ssl, to + have, n - have, &got) != 1)
			return false;
	return true;
}

static bool
send_frame(SSL *ssl, enum frame_type type, int flags, unsigned stream, const void *bytes,
	size_t n)
{
	unsigned char frame[64] = {0, 0, (unsigned char)n, (unsigned char)type,
		(unsigned char)flags, 0, 0, (unsigned char)(stream >> 8),
		(unsigned char)stream};
	size_t sent;
	if (n)
		memcpy(frame + 9, bytes, n);
	return SSL_write_ex(ssl, frame, n + 9, &sent) == 1;
}

static bool
answer_all(SSL *ssl, const unsigned *streams, int len)
{
	static const unsigned char status_200 = 0x88; /* RFC 7541, appendix A: 8 */
	for (int i = 0; i < len; i++)
		if (!send_frame(ssl, FRAME_HEADERS, FLAG_END_HEADERS, streams[i],
			    &status_200, 1) ||
			!send_frame(ssl, FRAME_DATA, FLAG_END, streams[i], "two", 3))
			return false;
	return true;
}

static void
serve_http2(SSL *ssl, int wanted, bool goes_away)
{
	static const unsigned char last_none[8] = {0};
	unsigned char head[9], bytes[FRAME_MAX];
	unsigned streams[STREAMS_MAX];
	int waiting = 0;
	if (!read_whole(ssl, bytes, PREFACE) ||
		!send_frame(ssl, FRAME_SETTINGS, 0, 0, NULL, 0))
		return;
	while (read_whole(ssl, head, sizeof head)) {
		size_t n = (size_t)(head[0] << 16 | head[1] << 8 | head[2]);
		bool acknowledges = head[4] & FLAG_END;
		if (n > sizeof bytes || !read_whole(ssl, bytes, n))
			return;
		if (head[3] == FRAME_SETTINGS && !acknowledges)
			send_frame(ssl, FRAME_SETTINGS, FLAG_END, 0, NULL, 0);
		if (head[3] == FRAME_PING && !acknowledges)
			send_frame(ssl, FRAME_PING, FLAG_END, 0, bytes, n);
		if (head[3] == FRAME_GOAWAY)
			return;
		if (head[3] != FRAME_HEADERS)
			continue;
		if (goes_away) {
			send_frame(ssl, FRAME_GOAWAY, 0, 0, last_none, sizeof last_none);
			return;
		}
		streams[waiting++] = (unsigned)(head[7] << 8 | head[8]);
		if (waiting < wanted)
			continue;
		if (!answer_all(ssl, streams, waiting))
			return;
		waiting = 0;
	}
}

/* ---- TLS */

static int
choose_http2(SSL *ssl, const unsigned char **out, unsigned char *out_len,
	const unsigned char *in, unsigned in_len, void *data)
{
	static const unsigned char ours[] = "\2h2";
	unsigned char *chosen;
	(void)ssl;
	(void)data;
	if (SSL_select_next_proto(&chosen, out_len, ours, sizeof ours - 1, in, in_len) !=
		OPENSSL_NPN_NEGOTIATED)
		return SSL_TLSEXT_ERR_NOACK;
	*out = chosen;
	return SSL_TLSEXT_ERR_OK;
}

/* What the file of the config has, for a client that asks. */
static int
staple(SSL *ssl, void *data)
{
	const struct relay_config *config = data;
	unsigned char room[4096], *copy;
	FILE *file = fopen(config->staple, "rb");
	size_t n = file ? fread(room, 1, sizeof room, file) : 0;
	if (file)
		fclose(file);
	copy = n ? OPENSSL_memdup(room, n) : NULL;
	if (!copy || SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)n) != 1)
		return SSL_TLSEXT_ERR_NOACK;
	return SSL_TLSEXT_ERR_OK;
}

static SSL_CTX *
set_up(const struct relay_config *config)
{
	SSL_CTX *context = SSL_CTX_new(TLS_server_method());
	if (context && config->weak)
		SSL_CTX_set_security_level(context, 0);
	if (!context ||
		SSL_CTX_use_certificate_file(
			context, config->certificate, SSL_FILETYPE_PEM) != 1 ||
		SSL_CTX_use_PrivateKey_file(
			context, config->certificate, SSL_FILETYPE_PEM) != 1)
		return NULL;
	if (config->outdated) {
		SSL_CTX_set_security_level(context, 0);
		SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
		SSL_CTX_set_max_proto_version(context, TLS1_1_VERSION);
	}
	if (config->client_ca) {
		SSL_CTX_load_verify_locations(context, config->client_ca, NULL);
		SSL_CTX_set_verify(
			context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
	}
	if (config->issuer) /* goes along with the certificate */
		SSL_CTX_load_verify_locations(context, config->issuer, NULL);
	if (config->staple) {
		SSL_CTX_set_tlsext_status_cb(context, staple);
		SSL_CTX_set_tlsext_status_arg(
			context, (struct relay_config *)(uintptr_t)config);
	}
	if (config->streams)
		SSL_CTX_set_alpn_select_cb(context, choose_http2, NULL);
	return context;
}

/* Closed with something unread, it would be a reset, and hide what was said last. */
static void
end(int fd)
{
	char bytes[1024];
	shutdown(fd, SHUT_WR);
	while (recv(fd, bytes, sizeof bytes, 0) > 0)
		;
}

void
relay_tls_serve(int fd, const struct relay_config *config, int number)
{
	SSL_CTX *context = set_up(config);
	SSL *ssl = context ? SSL_new(context) : NULL;
	if (!ssl || SSL_set_fd(ssl, fd) != 1)
		return;
	if (SSL_accept(ssl) != 1) {
		end(fd);
		return;
	}
	if (config->streams)
		serve_http2(ssl, config->streams, config->goes_away && number == 1);
	else
		pump(ssl, relay_connect(config));
	SSL_shutdown(ssl);
	end(fd);
}
