#include "config.h"

#include "import/csv.h"

#include <jansson.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/date.h"
#include "import/format.h"
#include "import/import_list.h"

#define COLUMNS_MAX 32

/* RFC 4180: fields in quotes may hold commas, line ends, and quotes twice. Spreadsheets
 * write semicolons where the comma is of numbers, or tabs. */
struct row {
	const char *fields[COLUMNS_MAX];
	size_t len;
	char comma;
};

/* The separator: the first of them in the first line. */
static char
find_comma(struct span bytes)
{
	for (size_t i = 0; i < bytes.n && bytes.p[i] != '\n'; i++)
		if (strchr(",;\t", bytes.p[i]))
			return bytes.p[i];
	return ',';
}

static const char *
read_field(struct import_list *list, struct span *rest, char comma)
{
	struct buf out = BUF_INIT(0);
	const char *s = rest->p, *end = rest->p + rest->n;
	bool quoted = s < end && *s == '"';
	s += quoted;
	for (; s < end; s++) {
		if (quoted && *s == '"' && s + 1 < end && s[1] == '"')
			s++;
		else if (quoted && *s == '"') {
			quoted = false;
			continue;
		} else if (!quoted && (*s == comma || *s == '\n' || *s == '\r')) {
			break;
		}
		buf_addc(&out, *s);
	}
	*rest = (struct span){s, (size_t)(end - s)};
	const char *text = arena_strndup(&list->arena, buf_str(&out), out.len);
	buf_done(&out);
	return text;
}

static bool
read_row(struct import_list *list, struct span *rest, struct row *row)
{
	row->len = 0;
	while (rest->n && (rest->p[0] == '\n' || rest->p[0] == '\r')) {
		rest->p++;
		rest->n--;
	}
	while (rest->n) {
		const char *field = read_field(list, rest, row->comma);
		if (row->len < COLUMNS_MAX)
			row->fields[row->len++] = field;
		if (!rest->n || rest->p[0] != row->comma)
			break;
		rest->p++;
		rest->n--;
	}
	return row->len > 0;
}

/* ---- YouTube: the header is in the user's language, so the shape of an id tells. */

static bool
is_channel(const char *field)
{
	size_t n = 0;
	while (str_alpha((unsigned char)field[n]) || str_digit((unsigned char)field[n]) ||
		(n && field[n] && strchr("-_", field[n])))
		n++;
	return n == 24 && !field[n] && strncmp(field, "UC", 2) == 0;
}

static const char *
channel_of(const struct row *row)
{
	for (size_t i = 0; i < row->len; i++)
		if (is_channel(row->fields[i]))
			return row->fields[i];
	return NULL;
}

bool
import_csv_youtube_known(const struct import_probe *probe)
{
	struct import_list *list = import_list_new();
	struct span rest = probe->head, line;
	struct row row = {.comma = find_comma(rest)};
	bool known = false;
	for (int i = 0; i < 3 && !known && span_split(&rest, '\n', &line); i++)
		known = read_row(list, &line, &row) && channel_of(&row);
	import_list_free(list);
	return known;
}

/* Its title is what is neither the id nor an address. */
void
import_csv_youtube_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = bytes;
	struct row row = {.comma = find_comma(bytes)};
	(void)path;
	while (read_row(list, &rest, &row)) {
		const char *id = channel_of(&row);
		if (!id)
			continue;
		struct import_feed *feed = import_add_feed(list,
			arena_printf(&list->arena,
				"https://www.youtube.com/feeds/videos.xml?channel_id=%s",
				id),
			0);
		for (size_t i = 0; feed && i < row.len; i++)
			if (row.fields[i] != id && !str_istarts(row.fields[i], "http"))
				import_set_title(list, feed, row.fields[i]);
	}
}

/* ---- Saved pages */

enum column {
	PAGE_URL,
	PAGE_TITLE,
	PAGE_TIME,
	PAGE_TAGS,
	PAGE_STATE,
	PAGE_READ,
	PAGE_STAR,
	PAGE_TEXT,
	PAGE_COLUMNS
};

/* The names of a column, in the lists that the user may have. */
static const char *const names[PAGE_COLUMNS] = {
	[PAGE_URL] = "url|link|href",
	[PAGE_TITLE] = "title",
	[PAGE_TIME] = "time_added|timestamp|created|created_at|creation date|saved date|"
		      "saved_at|date added",
	[PAGE_TAGS] = "tags|labels|document tags",
	[PAGE_STATE] = "status|folder|location|state",
	[PAGE_READ] = "read|archived|is_archived",
	[PAGE_STAR] = "favorite|favourite|starred|is_starred",
	[PAGE_TEXT] = "selection|note|excerpt|description",
};

static bool
is_one_of(const char *word, const char *list)
{
	struct span rest = span_of(list), one;
	while (span_split(&rest, '|', &one))
		if (strlen(word) == one.n && str_ieqn(word, one.p, one.n))
			return true;
	return false;
}

static void
find_columns(const struct row *header, int columns[PAGE_COLUMNS])
{
	for (int c = 0; c < PAGE_COLUMNS; c++) {
		columns[c] = -1;
		for (size_t i = 0; i < header->len && columns[c] < 0; i++)
			if (is_one_of(header->fields[i], names[c]))
				columns[c] = (int)i;
	}
}

bool
import_csv_pages_known(const struct import_probe *probe)
{
	struct import_list *list = import_list_new();
	struct span rest = probe->head, line;
	struct row header = {.comma = find_comma(rest)};
	int columns[PAGE_COLUMNS] = {-1};
	bool known = span_split(&rest, '\n', &line) && read_row(list, &line, &header);
	if (known)
		find_columns(&header, columns);
	known = known && columns[PAGE_URL] >= 0 && columns[PAGE_TIME] >= 0;
	import_list_free(list);
	return known;
}

/* A folder or a state: some of them say something of the page, the others are tags. */
static void
take_state(struct import_list *list, struct import_item *item, const char *state)
{
	if (is_one_of(state, "archive|archived|read|finished"))
		item->marks |= IMPORT_READ;
	else if (is_one_of(state, "starred|favorite|favorites|favourites"))
		item->marks |= IMPORT_STARRED;
	else if (*state &&
		 !is_one_of(state, "unread|new|later|inbox|active|unsorted|home"))
		import_item_tag(list, item, span_of(state));
}

/* ["a","b"], a|b or a,b */
static void
take_tags(struct import_list *list, struct import_item *item, const char *tags)
{
	struct span rest = span_trim(span_of(tags)), tag;
	char comma = memchr(rest.p, '|', rest.n) ? '|' : ',';
	json_t *array = *rest.p == '[' ? json_loadb(rest.p, rest.n, 0, NULL) : NULL;
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *word = json_string_value(json_array_get(array, i));
		if (word)
			import_item_tag(list, item, span_trim(span_of(word)));
	}
	while (!array && span_split(&rest, comma, &tag))
		if (span_trim(tag).n)
			import_item_tag(list, item, span_trim(tag));
	json_decref(array);
}

/* Seconds or milliseconds since 1970, or a date as it is written. */
static int64_t
time_of(const char *text)
{
	int64_t time;
	if (str_int(span_trim(span_of(text)), &time) == OK)
		return time > 100000000000 ? time / 1000 : time;
	return feed_date_parse(span_of(text), &time) == OK ? time : TIME_NONE;
}

static const char *
field(const struct row *row, int column)
{
	return column >= 0 && (size_t)column < row->len ? row->fields[column] : "";
}

static void
take_page(
	struct import_list *list, const struct row *row, const int columns[PAGE_COLUMNS])
{
	struct span link = span_trim(span_of(field(row, columns[PAGE_URL])));
	const char *text = field(row, columns[PAGE_TEXT]);
	char *url;
	if (url_normalize(&list->arena, link, &url, NULL) != OK)
		return;
	struct import_item *item = import_add_item(list, NULL);
	item->link = import_span(list, link);
	item->guid = url;
	item->title = import_text(list, field(row, columns[PAGE_TITLE]));
	if (!item->title)
		item->title = url;
	item->elsewhere = item->page = true;
	item->date = time_of(field(row, columns[PAGE_TIME]));
	if (is_one_of(field(row, columns[PAGE_READ]), "1|true|yes"))
		item->marks |= IMPORT_READ;
	if (is_one_of(field(row, columns[PAGE_STAR]), "1|true|yes"))
		item->marks |= IMPORT_STARRED;
	if (*text)
		import_item_text(list, item, text, false);
	take_state(list, item, field(row, columns[PAGE_STATE]));
	take_tags(list, item, field(row, columns[PAGE_TAGS]));
}

void
import_csv_pages_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = bytes;
	struct row row = {.comma = find_comma(bytes)};
	int columns[PAGE_COLUMNS];
	(void)path;
	if (!read_row(list, &rest, &row))
		return;
	find_columns(&row, columns);
	while (read_row(list, &rest, &row))
		take_page(list, &row, columns);
}
