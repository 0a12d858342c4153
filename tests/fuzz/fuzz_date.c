/* Dates: an answer within the years 0 to 9999, or none. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/time.h"
#include "feed/date.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	int64_t when = TIME_NONE;
	int status = feed_date_parse((struct span){(const char *)data, n}, &when);
	if ((status == OK) != (when != TIME_NONE))
		abort();
	if (status == OK && (when < time_from_utc(-1, 12, 1, 0, 0, 0) ||
				    when > time_from_utc(10000, 1, 31, 0, 0, 0)))
		abort();
	return 0;
}
