#include "config.h"

#include "remote/id.h"

#include <inttypes.h>
#include <string.h>

enum {
	NUMBER = 9
};

void
remote_id_number(uint64_t number, struct remote_id *out)
{
	out->bytes[0] = 0;
	for (int i = NUMBER - 1; i > 0; i--, number >>= 8)
		out->bytes[i] = (unsigned char)(number & 0xff);
	out->n = NUMBER;
}

bool
remote_id_text(struct span text, struct remote_id *out)
{
	if (text.n == 0 || text.n > REMOTE_ID_MAX || text.p[0] == '\0')
		return false;
	memcpy(out->bytes, text.p, text.n);
	out->n = text.n;
	return true;
}

bool
remote_id_decimal(struct span text, struct remote_id *out)
{
	bool minus = text.n > 0 && text.p[0] == '-';
	size_t i = minus ? 1 : 0;
	if (i == text.n)
		return false;
	uint64_t number = 0;
	for (; i < text.n; i++) {
		unsigned digit = (unsigned char)text.p[i] - (unsigned)'0';
		if (digit > 9 || number > (UINT64_MAX - digit) / 10)
			return false;
		number = number * 10 + digit;
	}
	if (minus && number > (uint64_t)INT64_MAX + 1)
		return false;
	remote_id_number(minus ? 0 - number : number, out);
	return true;
}

bool
remote_id_is_number(struct span id, uint64_t *number)
{
	if (id.n != NUMBER || id.p[0] != '\0')
		return false;
	*number = 0;
	for (size_t i = 1; i < NUMBER; i++)
		*number = *number << 8 | (unsigned char)id.p[i];
	return true;
}

void
remote_id_put(struct buf *out, struct span id)
{
	uint64_t number;
	if (remote_id_is_number(id, &number))
		buf_addf(out, "%" PRId64, (int64_t)number);
	else
		buf_add(out, id.p, id.n);
}
