#include "config.h"

#include "import/csv.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
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
is_channel(struct span s)
{
	size_t n = 0;
	while (n < s.n &&
		(str_alpha((unsigned char)s.p[n]) || str_digit((unsigned char)s.p[n]) ||
			(n && strchr("-_", s.p[n]))))
		n++;
	return n == 24 && strncmp(s.p, "UC", 2) == 0 &&
	       (n == s.n || strchr(",;\t", s.p[n]));
}

bool
import_csv_youtube_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	for (int i = 0; i < 3 && span_split(&rest, '\n', &line); i++)
		if (is_channel(line))
			return true;
	return false;
}

void
import_csv_youtube_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span rest = bytes;
	struct row row = {.comma = find_comma(bytes)};
	(void)path;
	while (read_row(list, &rest, &row)) {
		if (!is_channel(span_of(row.fields[0])))
			continue;
		struct import_feed *feed = import_add_feed(list,
			arena_printf(&list->arena,
				"https://www.youtube.com/feeds/videos.xml?channel_id=%s",
				row.fields[0]),
			0);
		if (feed && row.len > 2)
			import_set_title(list, feed, row.fields[2]);
	}
}

/* ---- Saved pages */

enum column {
	PAGE_URL,
	PAGE_TITLE,
	PAGE_TIME,
	PAGE_TAGS,
	PAGE_STATE,
	PAGE_COLUMNS
};

/* The names of a column; each ends at the bar. */
static const char *const names[PAGE_COLUMNS] = {
	[PAGE_URL] = "url|link",
	[PAGE_TITLE] = "title",
	[PAGE_TIME] = "time_added|timestamp|created",
	[PAGE_TAGS] = "tags",
	[PAGE_STATE] = "status|folder",
};

static void
find_columns(const struct row *header, int columns[PAGE_COLUMNS])
{
	for (int c = 0; c < PAGE_COLUMNS; c++) {
		struct span rest = span_of(names[c]), name;
		columns[c] = -1;
		while (columns[c] < 0 && span_split(&rest, '|', &name))
			for (size_t i = 0; i < header->len; i++)
				if (strlen(header->fields[i]) == name.n &&
					str_ieqn(header->fields[i], name.p, name.n))
					columns[c] = (int)i;
	}
}

bool
import_csv_pages_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	if (!span_split(&rest, '\n', &line))
		return false;
	return str_ifind(line.p, line.n, "url") &&
	       memchr(line.p, find_comma(line), line.n) && !memchr(line.p, ':', line.n) &&
	       (str_ifind(line.p, line.n, "time_added") ||
		       str_ifind(line.p, line.n, "timestamp"));
}

/* A folder or a state: two of them say whether the page was read, the others are tags. */
static void
take_state(struct import_list *list, struct import_item *item, const char *state)
{
	static const char *const plain[] = {"unread", "starred", "favorite", ""};
	if (str_ieq(state, "archive") || str_ieq(state, "read")) {
		item->marks |= IMPORT_READ;
		return;
	}
	for (size_t i = 0; i < COUNT_OF(plain); i++)
		if (str_ieq(state, plain[i]))
			return;
	import_item_tag(list, item, span_of(state));
}

static void
take_tags(struct import_list *list, struct import_item *item, const char *tags)
{
	struct span rest = span_of(tags), tag;
	for (char *s = (char *)(uintptr_t)tags; *s; s++)
		if (strchr("|[]\"", *s))
			*s = ',';
	while (span_split(&rest, ',', &tag))
		if (span_trim(tag).n)
			import_item_tag(list, item, span_trim(tag));
}

static const char *
field(const struct row *row, int column)
{
	return column >= 0 && (size_t)column < row->len ? row->fields[column] : "";
}

/* Pages are not items of a feed known here: what is in some feed gets a star. */
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
	while (read_row(list, &rest, &row)) {
		const char *url = field(&row, columns[PAGE_URL]);
		if (!str_istarts(url, "http"))
			continue;
		struct import_item *item = import_add_item(list, NULL);
		item->link = url;
		item->title = import_text(list, field(&row, columns[PAGE_TITLE]));
		item->marks = IMPORT_STARRED;
		item->elsewhere = true;
		if (str_int(span_of(field(&row, columns[PAGE_TIME])), &item->date) != OK)
			item->date = TIME_NONE;
		take_state(list, item, field(&row, columns[PAGE_STATE]));
		take_tags(list, item, field(&row, columns[PAGE_TAGS]));
	}
}
