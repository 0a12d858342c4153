#include "config.h"

#include "fetch/own.h"

#include <curl/curl.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/str.h"
#include "fetch/http_request.h"

static const size_t strings[] = {
	offsetof(struct fetch_own, user_agent),
	offsetof(struct fetch_own, headers),
	offsetof(struct fetch_own, login),
	offsetof(struct fetch_own, proxy),
	offsetof(struct fetch_own, ca_file),
	offsetof(struct fetch_own, client_cert),
	offsetof(struct fetch_own, client_key),
	offsetof(struct fetch_own, pin),
};

static char **
string(struct fetch_own *own, size_t i)
{
	return (char **)(void *)((char *)own + strings[i]);
}

struct fetch_own *
fetch_own_dup(const struct fetch_own *own)
{
	if (!own)
		return NULL;
	struct fetch_own *copy = mem_dup(own, sizeof *own);
	for (size_t i = 0; i < COUNT_OF(strings); i++)
		*string(copy, i) = mem_strdup(*string(copy, i));
	return copy;
}

bool
fetch_own_equal(const struct fetch_own *a, const struct fetch_own *b)
{
	for (size_t i = 0; i < COUNT_OF(strings); i++) {
		char *const *x = (const void *)((const char *)a + strings[i]);
		char *const *y = (const void *)((const char *)b + strings[i]);
		if (!str_eq(*x, *y))
			return false;
	}
	return a->plain_login == b->plain_login && a->netrc == b->netrc &&
	       a->ocsp_staple == b->ocsp_staple && a->retries == b->retries &&
	       a->speed_limit == b->speed_limit;
}

void
fetch_own_free(struct fetch_own *own)
{
	if (!own)
		return;
	for (size_t i = 0; i < COUNT_OF(strings); i++)
		free(*string(own, i));
	free(own);
}

bool
fetch_own_can_staple(void)
{
	CURL *easy = curl_easy_init();
	bool can =
		easy && curl_easy_setopt(easy, CURLOPT_SSL_VERIFYSTATUS, 1L) == CURLE_OK;
	curl_easy_cleanup(easy);
	return can;
}
