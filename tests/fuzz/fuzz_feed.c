/* Whole documents of any format. */
#include "config.h"

#include "feed.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	check_feed(data, n, n % 7 ? NULL : "text/xml; charset=windows-1251");
	return 0;
}
