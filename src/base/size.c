#include "config.h"

#include "base/size.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"

#define TENTHS_BELOW 100 /* of a unit; from there on, they say nothing */

const char *
size_format(int64_t bytes, char out[static SIZE_TEXT])
{
	static const struct {
		const char *text;
		int64_t size;
		bool tenths;
	} units[] = {{N_("%s GB"), 1000000000, true}, {N_("%s MB"), 1000000, true},
		{N_("%s kB"), 1000, false}, {N_("%s B"), 1, false}};
	char number[SIZE_TEXT];
	size_t i = 0;
	while (i + 1 < COUNT_OF(units) && bytes < units[i].size)
		i++;
	int64_t whole = bytes / units[i].size;
	if (units[i].tenths && whole < TENTHS_BELOW)
		snprintf(number, sizeof number, "%" PRId64 ".%d", whole,
			(int)(bytes % units[i].size * 10 / units[i].size));
	else
		snprintf(number, sizeof number, "%" PRId64, whole);
	snprintf(out, SIZE_TEXT, _(units[i].text), number);
	return out;
}

void
size_put(struct buf *out, int64_t bytes)
{
	char text[SIZE_TEXT];
	buf_adds(out, size_format(bytes, text));
}
