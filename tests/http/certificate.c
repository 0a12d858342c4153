#include "config.h"

#include "certificate.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

struct certificate {
	X509 *x509;
	EVP_PKEY *key;
};

static void
need(bool done, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "certificate: %s\n", what);
	exit(99);
}

static void
extend(X509 *x509, int kind, const char *value)
{
	X509V3_CTX context;
	X509V3_set_ctx_nodb(&context);
	X509V3_set_ctx(&context, x509, x509, NULL, NULL, 0);
	X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
	need(extension && X509_add_ext(x509, extension, -1) == 1, value);
	X509_EXTENSION_free(extension);
}

struct certificate *
certificate_new(const struct certificate_wish *wish)
{
	struct certificate *c = mem_zalloc(sizeof *c);
	const struct certificate *issuer = wish->issuer ? wish->issuer : c;
	char names[128];
	c->key = EVP_EC_gen("P-256");
	c->x509 = X509_new();
	need(c->key && c->x509, "no key");
	X509_set_version(c->x509, X509_VERSION_3);
	ASN1_INTEGER_set(
		X509_get_serialNumber(c->x509), (long)((uintptr_t)c & 0x7fffffff));
	X509_gmtime_adj(X509_getm_notBefore(c->x509), wish->from);
	X509_gmtime_adj(X509_getm_notAfter(c->x509), wish->to);
	X509_NAME_add_entry_by_txt(X509_get_subject_name(c->x509), "CN", MBSTRING_UTF8,
		(const unsigned char *)wish->name, -1, -1, 0);
	X509_set_issuer_name(c->x509, X509_get_subject_name(issuer->x509));
	X509_set_pubkey(c->x509, c->key);
	snprintf(names, sizeof names, "DNS:%s", wish->name);
	extend(c->x509, NID_basic_constraints,
		wish->authority ? "critical,CA:TRUE" : "CA:FALSE");
	extend(c->x509, NID_subject_alt_name, names);
	need(X509_sign(c->x509, issuer->key, wish->weak ? EVP_sha1() : EVP_sha256()) > 0,
		"not signed");
	return c;
}

void
certificate_free(struct certificate *c)
{
	if (!c)
		return;
	X509_free(c->x509);
	EVP_PKEY_free(c->key);
	free(c);
}

void
certificate_write(const struct certificate *c, const char *path, const char *key_path)
{
	FILE *file = fopen(path, "w"), *keys = key_path ? fopen(key_path, "w") : file;
	need(file && keys && PEM_write_X509(file, c->x509) == 1 &&
			PEM_write_PrivateKey(keys, c->key, NULL, NULL, 0, NULL, NULL) ==
				1,
		path);
	fclose(file);
	if (keys != file)
		fclose(keys);
}

void
certificate_staple(const struct certificate *c, const struct certificate *issuer,
	bool revoked, const char *path)
{
	OCSP_BASICRESP *basic = OCSP_BASICRESP_new();
	OCSP_CERTID *id = OCSP_cert_to_id(NULL, c->x509, issuer->x509);
	ASN1_TIME *from = X509_gmtime_adj(NULL, -60), *to = X509_gmtime_adj(NULL, 3600);
	FILE *file = fopen(path, "wb");
	unsigned char *der = NULL;
	need(OCSP_basic_add1_status(basic, id,
		     revoked ? V_OCSP_CERTSTATUS_REVOKED : V_OCSP_CERTSTATUS_GOOD,
		     OCSP_REVOKED_STATUS_KEYCOMPROMISE, revoked ? from : NULL, from,
		     to) != NULL,
		"no status");
	need(OCSP_basic_sign(basic, issuer->x509, issuer->key, EVP_sha256(), NULL, 0) ==
			1,
		"no signed status");
	OCSP_RESPONSE *response =
		OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
	int n = response ? i2d_OCSP_RESPONSE(response, &der) : 0;
	need(file && n > 0 && fwrite(der, 1, (size_t)n, file) == (size_t)n, path);
	fclose(file);
	OPENSSL_free(der);
	OCSP_RESPONSE_free(response);
	OCSP_BASICRESP_free(basic);
	OCSP_CERTID_free(id);
	ASN1_TIME_free(from);
	ASN1_TIME_free(to);
}

void
certificate_pin(const struct certificate *c, char *out, size_t room)
{
	unsigned char *der = NULL, sum[EVP_MAX_MD_SIZE], text[2 * EVP_MAX_MD_SIZE];
	unsigned sum_len = 0;
	int n = i2d_PUBKEY(c->key, &der);
	need(n > 0 && EVP_Digest(der, (size_t)n, sum, &sum_len, EVP_sha256(), NULL) == 1,
		"no pin");
	EVP_EncodeBlock(text, sum, (int)sum_len);
	snprintf(out, room, "sha256//%s", (const char *)text);
	OPENSSL_free(der);
}
