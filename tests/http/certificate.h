/*
 * Certificates for tests, made each time.
 */
#ifndef HTTP_CERTIFICATE_H
#define HTTP_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

struct certificate;

struct certificate_wish {
	const char *name;                 /* of the host, or of whatever else it is for */
	const struct certificate *issuer; /* NULL: signed by itself */
	bool authority;                   /* may sign others */
	long from, to;                    /* seconds from now */
	bool weak;                        /* signed by SHA-1 */
};

/* Ends the process when it cannot be made. */
struct certificate *certificate_new(const struct certificate_wish *wish);
void certificate_free(struct certificate *certificate);

/* Write PEM: both into one file, or each into its own. */
void certificate_write(
	const struct certificate *certificate, const char *path, const char *key_path);
/* Writes what its issuer says of it by now (an OCSP response, RFC 6960), for a server to
 * staple. */
void certificate_staple(const struct certificate *certificate,
	const struct certificate *issuer, bool revoked, const char *path);
/* What curl calls its public key, "sha256//" and base64 (RFC 7469, 2.4), in out. */
void certificate_pin(const struct certificate *certificate, char *out, size_t room);

#endif
