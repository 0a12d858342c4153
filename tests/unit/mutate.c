#include "config.h"

#include "mutate.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/str.h"

#define HUGE "9223372036854775808" /* 2^63: one more than an int64_t holds */
#define MARK "@huge@"

struct walk {
	size_t at, nth; /* numbers so far, and the one to replace */
	enum mutation mutation;
};

static json_t *
replacement(const struct walk *walk, const json_t *number)
{
	char text[40];
	snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
	switch (walk->mutation) {
	case MUTATE_STRING:
		return json_string(text);
	case MUTATE_EMPTY:
		return json_string("");
	case MUTATE_HUGE:
		return json_string(MARK);
	default:
		return json_null();
	}
}

static bool walk_value(struct walk *walk, json_t *value);

static bool
walk_object(struct walk *walk, json_t *object)
{
	const char *key;
	json_t *value;
	void *next;
	json_object_foreach_safe(object, next, key, value)
	{
		if (!walk_value(walk, value))
			continue;
		if (walk->mutation == MUTATE_MISSING)
			json_object_del(object, key);
		else
			json_object_set_new(object, key, replacement(walk, value));
	}
	return false;
}

static bool
walk_array(struct walk *walk, json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); i++)
		if (walk_value(walk, json_array_get(array, i)))
			json_array_set_new(
				array, i, replacement(walk, json_array_get(array, i)));
	return false;
}

/* Whether this is the number to replace. */
static bool
walk_value(struct walk *walk, json_t *value)
{
	if (json_is_object(value))
		return walk_object(walk, value);
	if (json_is_array(value))
		return walk_array(walk, value);
	return json_is_integer(value) && walk->at++ == walk->nth;
}

size_t
mutate_numbers(struct span text)
{
	json_t *root = json_loadb(text.p, text.n, JSON_DECODE_ANY, NULL);
	struct walk walk = {.nth = SIZE_MAX};
	if (root)
		walk_value(&walk, root);
	json_decref(root);
	return walk.at;
}

char *
mutate_number(struct span text, size_t nth, enum mutation mutation)
{
	json_t *root = json_loadb(text.p, text.n, JSON_DECODE_ANY, NULL);
	struct walk walk = {.nth = nth, .mutation = mutation};
	if (root)
		walk_value(&walk, root);
	char *out = json_dumps(root, JSON_COMPACT | JSON_ENCODE_ANY);
	json_decref(root);
	/* jansson holds no such number, so it is put in as text. */
	char *mark = out && mutation == MUTATE_HUGE ? strstr(out, "\"" MARK "\"") : NULL;
	if (!mark)
		return out;
	struct buf text_out = BUF_INIT(0);
	buf_add(&text_out, out, (size_t)(mark - out));
	buf_adds(&text_out, HUGE);
	buf_adds(&text_out, mark + strlen(MARK) + 2);
	free(out);
	return buf_take(&text_out);
}
