#include "config.h"

#include "ui/article/places.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"

#define FILE_MAX 65536

struct place {
	uint64_t item;
	uint32_t place;
};

/* Reads a line "ITEM PLACE". */
static bool
read_line(struct span line, struct place *out)
{
	struct span word;
	int64_t item, place;
	if (!span_split(&line, ' ', &word) || str_int(word, &item) != OK ||
		str_int(span_trim(line), &place) != OK || item < 1 || place < 0 ||
		place > UINT32_MAX)
		return false;
	*out = (struct place){(uint64_t)item, (uint32_t)place};
	return true;
}

/* Reads the file, except for one item. */
static size_t
read_places(const char *path, uint64_t without, struct place *places)
{
	struct buf text;
	struct err err = {0};
	size_t len = 0;
	buf_init(&text, FILE_MAX);
	if (file_read(path, &text, &err) == OK) {
		struct span rest = {buf_str(&text), text.len}, line;
		while (len < UI_PLACES_MAX && span_split(&rest, '\n', &line))
			len += read_line(line, &places[len]) &&
			       places[len].item != without;
	}
	buf_done(&text);
	return len;
}

uint32_t
ui_article_places_find(const char *path, uint64_t item)
{
	struct place places[UI_PLACES_MAX];
	size_t len = path ? read_places(path, 0, places) : 0;
	for (size_t i = 0; i < len; i++)
		if (places[i].item == item)
			return places[i].place;
	return 0;
}

/* Writes another file, which takes the old one's place. A crash loses little. */
static void
replace(const char *path, const struct buf *text)
{
	struct buf other = BUF_INIT(0);
	buf_addf(&other, "%s.%ld", path, (long)getpid());
	int fd = open(buf_str(&other), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && file_write_all(fd, buf_str(text), text->len);
	if (fd >= 0)
		ok &= close(fd) == 0;
	if (!ok || rename(buf_str(&other), path) != 0)
		unlink(buf_str(&other));
	buf_done(&other);
}

void
ui_article_places_keep(const char *path, uint64_t item, uint32_t place)
{
	struct place places[UI_PLACES_MAX];
	struct buf text = BUF_INIT(0);
	if (!path || (place == 0 && ui_article_places_find(path, item) == 0))
		return;
	size_t len = read_places(path, item, places);
	if (place)
		buf_addf(&text, "%" PRIu64 " %" PRIu32 "\n", item, place);
	for (size_t i = 0; i < len && i + (place > 0) < UI_PLACES_MAX; i++)
		buf_addf(&text, "%" PRIu64 " %" PRIu32 "\n", places[i].item,
			places[i].place);
	replace(path, &text);
	buf_done(&text);
}
