#include "config.h"

#include "fetch/domain.h"

#include <libpsl.h>
#include <string.h>

/* IP addresses have no labels (RFC 3986, section 3.2.2); the last label of a name is
 * never all digits (RFC 3696, section 2). */
static bool
is_number(const char *host)
{
	const char *dot = strrchr(host, '.');
	const char *last = dot ? dot + 1 : host;
	return host[0] == '[' || strchr(host, ':') ||
	       last[strspn(last, "0123456789")] == '\0';
}

struct span
fetch_domain_of(const char *host)
{
	const psl_ctx_t *list = psl_builtin();
	if (!list || is_number(host))
		return span_of(NULL);
	const char *domain = psl_registrable_domain(list, host);
	return span_of(domain);
}
