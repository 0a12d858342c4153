#include "config.h"

#include "import/csv.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/saved_pages.h"

#define COLUMNS_MAX 32

/* RFC 4180: quoted fields may hold commas, line ends, and doubled quotes. Spreadsheets
 * write tabs, or semicolons where the comma is the decimal separator. */
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

/* ---- YouTube: the header is in the user's language, so such a table is recognised by
 * its ids. */

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
			if (row.fields[i] != id && !str_istarts(row.fields[i], "http:") &&
				!str_istarts(row.fields[i], "https:"))
				import_set_title(list, feed, row.fields[i]);
	}
}

/* ---- Saved pages */

/* The names of a column, in the lists that the user may have. */
static const char *const names[IMPORT_PAGE_PARTS] = {
	[IMPORT_PAGE_URL] = "url|link|href",
	[IMPORT_PAGE_TITLE] = "title",
	[IMPORT_PAGE_TIME] =
		("time_added|timestamp|created|created_at|creation date|saved date|"
		 "saved_at|date added"),
	[IMPORT_PAGE_TAGS] = "tags|labels|document tags",
	[IMPORT_PAGE_STATE] = "status|folder|location|state",
	[IMPORT_PAGE_READ] = "read|archived|is_archived",
	[IMPORT_PAGE_STAR] = "favorite|favourite|starred|is_starred",
	[IMPORT_PAGE_TEXT] = "selection|note|excerpt|description",
};

static void
find_columns(const struct row *header, int columns[IMPORT_PAGE_PARTS])
{
	for (int c = 0; c < IMPORT_PAGE_PARTS; c++) {
		columns[c] = -1;
		for (size_t i = 0; i < header->len && columns[c] < 0; i++)
			if (import_page_word(header->fields[i], names[c]))
				columns[c] = (int)i;
	}
}

bool
import_csv_pages_known(const struct import_probe *probe)
{
	struct import_list *list = import_list_new();
	struct span rest = probe->head, line;
	struct row header = {.comma = find_comma(rest)};
	int columns[IMPORT_PAGE_PARTS] = {-1};
	bool known = span_split(&rest, '\n', &line) && read_row(list, &line, &header);
	if (known)
		find_columns(&header, columns);
	known = known && columns[IMPORT_PAGE_URL] >= 0 && columns[IMPORT_PAGE_TIME] >= 0;
	import_list_free(list);
	return known;
}

static void
take_row(struct import_list *list, const struct row *row,
	const int columns[IMPORT_PAGE_PARTS])
{
	const char *parts[IMPORT_PAGE_PARTS] = {NULL};
	for (int i = 0; i < IMPORT_PAGE_PARTS; i++)
		if (columns[i] >= 0 && (size_t)columns[i] < row->len)
			parts[i] = row->fields[columns[i]];
	import_page_add(list, parts);
}

void
import_csv_pages_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = bytes;
	struct row row = {.comma = find_comma(bytes)};
	int columns[IMPORT_PAGE_PARTS];
	(void)path;
	if (!read_row(list, &rest, &row))
		return;
	find_columns(&row, columns);
	while (read_row(list, &rest, &row))
		take_row(list, &row, columns);
}
