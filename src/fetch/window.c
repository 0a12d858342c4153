#include "config.h"

#include "fetch/window.h"

#include <curl/curl.h>
#include <sys/resource.h>

#include "base/attr.h"
#include "base/str.h"
#include "fetch/http_request.h"

/* Descriptors that the rest of the program needs, and those that one transfer may need:
 * two sockets while IPv6 and IPv4 race, a pair for its name look-up. */
#define FDS_RESERVED 32
#define FDS_TRANSFER 3
/* If the TLS library reads all certificates again for each connection (some 50 ms and 3
 * MB each), more transfers would only wait for the processor. */
#define SLOW_TLS_WINDOW 16

/* TLS libraries for which libcurl caches the certificates, and since which version
 * (CURLOPT_CA_CACHE_TIMEOUT(3)). */
bool
fetch_window_is_slow(const char *tls, unsigned version)
{
	static const struct {
		const char *name;
		unsigned since;
	} quick[] = {
		{"OpenSSL", 0x075700},
		{"LibreSSL", 0x075700},
		{"BoringSSL", 0x075700},
		{"quictls", 0x075700},
		{"AWS-LC", 0x075700},
		{"Schannel", 0x080500},
		{"wolfSSL", 0x080900},
		{"GnuTLS", 0x080900},
		{"SecureTransport", 0},
	};
	for (size_t i = 0; tls && i < COUNT_OF(quick); i++)
		if (str_istarts(tls, quick[i].name))
			return version < quick[i].since;
	return tls != NULL;
}

bool
fetch_window_tls_is_slow(void)
{
	const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
	return fetch_window_is_slow(info->ssl_version, info->version_num);
}

size_t
fetch_window_wanted(const struct fetch_config *config, bool slow)
{
	size_t window = config->window > 0 ? (size_t)config->window : 1;
	if (config->mode == FETCH_SEQUENTIAL)
		return 1;
	return slow && window > SLOW_TLS_WINDOW ? SLOW_TLS_WINDOW : window;
}

size_t
fetch_window_bulk(size_t window)
{
	return window < FETCH_BULK_SHARE ? 1 : window / FETCH_BULK_SHARE;
}

size_t
fetch_window_allowed(size_t window)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return window;
	size_t room = limit.rlim_cur > FDS_RESERVED
			      ? (size_t)(limit.rlim_cur - FDS_RESERVED) / FDS_TRANSFER
			      : 0;
	return room < 1 ? 1 : room < window ? room : window;
}
