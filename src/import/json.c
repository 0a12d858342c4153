#include "config.h"

#include "import/json.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "feed/date.h"
#include "import/import_list.h"

json_t *
import_json_load(struct import_list *list, struct span bytes)
{
	json_error_t error;
	json_t *root = json_loadb(
		bytes.p, bytes.n, JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, &error);
	if (!root)
		import_remark(list, error.line, _("this is not JSON: %s"), error.text);
	return root;
}

const json_t *
import_json_at(const json_t *object, const char *path)
{
	struct span rest = span_of(path), part;
	char name[64];
	while (object && span_split(&rest, '/', &part)) {
		if (part.n >= sizeof name)
			return NULL;
		memcpy(name, part.p, part.n);
		name[part.n] = '\0';
		object = json_is_array(object) ? json_array_get(object, 0)
					       : json_object_get(object, name);
	}
	return object;
}

const char *
import_json_text(struct import_list *list, const json_t *object, const char *path)
{
	const json_t *value = import_json_at(object, path);
	if (json_is_integer(value))
		return arena_printf(
			&list->arena, "%lld", (long long)json_integer_value(value));
	return import_text(list, json_string_value(value));
}

#define LATEST INT64_C(100000000000) /* seconds: a larger number has another unit */

int64_t
import_json_date(const json_t *object, const char *path)
{
	const json_t *value = import_json_at(object, path);
	int64_t at = TIME_NONE;
	if (json_is_number(value))
		at = (int64_t)json_number_value(value);
	else if (!json_is_string(value) ||
		 feed_date_parse(span_of(json_string_value(value)), &at) != OK)
		return TIME_NONE;
	while (at > LATEST)
		at /= 1000;
	return at > 0 ? at : TIME_NONE;
}

bool
import_json_true(const json_t *object, const char *path)
{
	const json_t *value = import_json_at(object, path);
	return json_is_true(value) ||
	       (json_is_integer(value) && json_integer_value(value) != 0);
}
