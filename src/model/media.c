#include "config.h"

#include "model/media.h"

#include <stdio.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/letter.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "model/item.h"

#define PART_MAX 200 /* bytes of a folder's or file's name */

const char *
media_kind_name(enum media_kind kind)
{
	static const char *const names[MEDIA_KINDS] = {
		"", "unknown", "audio", "video", "image", "document", "torrent", "other"};
	return names[kind > 0 && kind < MEDIA_KINDS ? kind : 0];
}

const char *
media_kind_sign(enum media_kind kind)
{
	static const char *const signs[MEDIA_KINDS] = {
		[MEDIA_NONE] = "►",
		[MEDIA_UNKNOWN] = "►",
		[MEDIA_AUDIO] = "♪",
		[MEDIA_VIDEO] = "▷",
		[MEDIA_IMAGE] = "§",
		[MEDIA_DOCUMENT] = "§",
		[MEDIA_TORRENT] = "§",
		[MEDIA_OTHER] = "§",
	};
	return kind > 0 && kind < MEDIA_KINDS ? signs[kind] : signs[MEDIA_NONE];
}

bool
media_plays(enum media_kind kind)
{
	return kind == MEDIA_UNKNOWN || kind == MEDIA_AUDIO || kind == MEDIA_VIDEO;
}

int
media_part_state(int part)
{
	return part == EPISODE_TRAILER ? MEDIA_TRAILER
	       : part == EPISODE_BONUS ? MEDIA_BONUS
				       : 0;
}

bool
media_is_whole(const char *medium)
{
	return medium && (str_ieq(medium, "music") || str_ieq(medium, "audiobook"));
}

/* ---- by type and address */

static const struct {
	const char *extension;
	enum media_kind kind;
} extensions[] = {
	{"mp3", MEDIA_AUDIO},
	{"m4a", MEDIA_AUDIO},
	{"m4b", MEDIA_AUDIO},
	{"aac", MEDIA_AUDIO},
	{"ogg", MEDIA_AUDIO},
	{"oga", MEDIA_AUDIO},
	{"opus", MEDIA_AUDIO},
	{"flac", MEDIA_AUDIO},
	{"wav", MEDIA_AUDIO},
	{"wma", MEDIA_AUDIO},
	{"mka", MEDIA_AUDIO},
	{"mp4", MEDIA_VIDEO},
	{"m4v", MEDIA_VIDEO},
	{"webm", MEDIA_VIDEO},
	{"mkv", MEDIA_VIDEO},
	{"mov", MEDIA_VIDEO},
	{"avi", MEDIA_VIDEO},
	{"jpg", MEDIA_IMAGE},
	{"jpeg", MEDIA_IMAGE},
	{"png", MEDIA_IMAGE},
	{"gif", MEDIA_IMAGE},
	{"webp", MEDIA_IMAGE},
	{"svg", MEDIA_IMAGE},
	{"avif", MEDIA_IMAGE},
	{"pdf", MEDIA_DOCUMENT},
	{"epub", MEDIA_DOCUMENT},
	{"torrent", MEDIA_TORRENT},
	{"html", MEDIA_OTHER},
	{"zip", MEDIA_OTHER},
};

/* What types say, and by which extension such a file is known; prefixes come last. */
static const struct {
	const char *type;
	enum media_kind kind;
	const char *extension; /* NULL: it does not say */
} types[] = {
	{"application/octet-stream", MEDIA_UNKNOWN, NULL},
	{"binary/octet-stream", MEDIA_UNKNOWN, NULL},
	{"file", MEDIA_UNKNOWN, NULL},
	{"application/ogg", MEDIA_AUDIO, "ogg"},
	{"application/pdf", MEDIA_DOCUMENT, "pdf"},
	{"application/epub+zip", MEDIA_DOCUMENT, "epub"},
	{"application/x-bittorrent", MEDIA_TORRENT, "torrent"},
	{"audio/mpeg", MEDIA_AUDIO, "mp3"},
	{"audio/mp3", MEDIA_AUDIO, "mp3"},
	{"audio/mp4", MEDIA_AUDIO, "m4a"},
	{"audio/x-m4a", MEDIA_AUDIO, "m4a"},
	{"audio/m4a", MEDIA_AUDIO, "m4a"},
	{"audio/ogg", MEDIA_AUDIO, "ogg"},
	{"audio/opus", MEDIA_AUDIO, "opus"},
	{"audio/flac", MEDIA_AUDIO, "flac"},
	{"audio/aac", MEDIA_AUDIO, "aac"},
	{"video/mp4", MEDIA_VIDEO, "mp4"},
	{"video/webm", MEDIA_VIDEO, "webm"},
	{"video/quicktime", MEDIA_VIDEO, "mov"},
	{"audio", MEDIA_AUDIO, NULL},
	{"x-audio", MEDIA_AUDIO, NULL},
	{"video", MEDIA_VIDEO, NULL},
	{"image", MEDIA_IMAGE, NULL},
	{"text", MEDIA_OTHER, NULL},
	{"application", MEDIA_OTHER, NULL},
	/* Other words of Media RSS for a medium. */
	{"document", MEDIA_DOCUMENT, NULL},
	{"executable", MEDIA_OTHER, NULL},
};

/* A type without its parameters. */
static struct span
bare_type(const char *type)
{
	struct span rest = span_of(type ? type : ""), bare;
	span_split(&rest, ';', &bare);
	return span_trim(bare);
}

/* The row for a type: the whole of it or, for a prefix, what is before the slash. */
static size_t
type_row(const char *type)
{
	struct span bare = bare_type(type), rest = bare, first;
	size_t i = 0;
	if (!bare.n)
		return COUNT_OF(types);
	span_split(&rest, '/', &first);
	for (; i < COUNT_OF(types); i++) {
		struct span by = strchr(types[i].type, '/') ? bare : first;
		if (strlen(types[i].type) == by.n && str_ieqn(types[i].type, by.p, by.n))
			break;
	}
	return i;
}

/* The row for the extension of an address's path. */
static size_t
extension_row(const char *url)
{
	struct span path = url_split(span_of(url ? url : "")).path;
	size_t dot = path.n, i = 0;
	while (dot > 0 && path.p[dot - 1] != '.' && path.p[dot - 1] != '/')
		dot--;
	if (dot == 0 || path.p[dot - 1] != '.')
		return COUNT_OF(extensions);
	for (; i < COUNT_OF(extensions); i++)
		if (strlen(extensions[i].extension) == path.n - dot &&
			str_ieqn(extensions[i].extension, path.p + dot, path.n - dot))
			break;
	return i;
}

enum media_kind
media_kind(const char *type, const char *url)
{
	size_t by_type = type_row(type), by_name = extension_row(url);
	enum media_kind named =
		by_name < COUNT_OF(extensions) ? extensions[by_name].kind : MEDIA_UNKNOWN;
	if (by_type == COUNT_OF(types) || types[by_type].kind == MEDIA_UNKNOWN)
		return named;
	/* Servers send files of types that they do not know as text or as some
	 * application. */
	if (types[by_type].kind == MEDIA_OTHER && media_plays(named) &&
		named != MEDIA_UNKNOWN)
		return named;
	return types[by_type].kind;
}

const char *
media_extension(const char *type, const char *url, const char *bytes)
{
	size_t by_type = type_row(type), by_name = extension_row(url);
	if (by_name < COUNT_OF(extensions) && extensions[by_name].kind != MEDIA_OTHER)
		return extensions[by_name].extension;
	if (by_type < COUNT_OF(types) && types[by_type].extension)
		return types[by_type].extension;
	if (bytes)
		return bytes;
	return by_type < COUNT_OF(types) && types[by_type].kind == MEDIA_AUDIO ? "mp3"
									       : "bin";
}

size_t
media_pick(const struct enclosure *enclosures, size_t len)
{
	static const enum media_kind order[] = {MEDIA_AUDIO, MEDIA_VIDEO, MEDIA_UNKNOWN};
	for (size_t i = 0; i < len; i++)
		if (enclosures[i].preferred &&
			media_plays(media_kind(enclosures[i].type, enclosures[i].url)))
			return i;
	for (size_t k = 0; k < COUNT_OF(order); k++)
		for (size_t i = 0; i < len; i++)
			if (media_kind(enclosures[i].type, enclosures[i].url) == order[k])
				return i;
	return len;
}

size_t
media_pick_file(const struct enclosure *enclosures, size_t len)
{
	size_t i = media_pick(enclosures, len);
	if (i < len)
		return i;
	for (i = 0; i < len; i++)
		if (media_kind(enclosures[i].type, enclosures[i].url) == MEDIA_DOCUMENT)
			break;
	return i;
}

/* Whether a is a smaller file than b, if both give their size or bit rate. */
static bool
is_smaller(const struct enclosure *a, const struct enclosure *b)
{
	if (a->length > 0 && b->length > 0)
		return a->length < b->length;
	return a->bitrate > 0 && b->bitrate > 0 && a->bitrate < b->bitrate;
}

static size_t
pick_by(const struct enclosure *enclosures, size_t len, const char *preference)
{
	size_t best = media_pick(enclosures, len);
	bool video = str_eq(preference, "video"), small = str_eq(preference, "small");
	for (size_t i = 0; i < len && best < len && (video || small); i++) {
		enum media_kind kind = media_kind(enclosures[i].type, enclosures[i].url);
		if (video && kind == MEDIA_VIDEO)
			return i;
		if (small && media_plays(kind) &&
			is_smaller(&enclosures[i], &enclosures[best]))
			best = i;
	}
	return best;
}

size_t
media_find(const struct enclosure *enclosures, size_t len, const char *url)
{
	size_t path = url ? strcspn(url, "?#") : 0;
	for (size_t i = 0; i < len && url; i++)
		if (str_eq(enclosures[i].url, url))
			return i;
	for (size_t i = 0; i < len && url; i++)
		if (strcspn(enclosures[i].url, "?#") == path &&
			memcmp(enclosures[i].url, url, path) == 0)
			return i;
	return len;
}

size_t
media_pick_chosen(const struct enclosure *enclosures, size_t len, const char *chosen,
	const char *preference)
{
	size_t i = media_find(enclosures, len, chosen);
	return i < len ? i : pick_by(enclosures, len, preference);
}

enum media_kind
media_kind_of(const struct enclosure *enclosures, size_t len)
{
	size_t i = media_pick(enclosures, len);
	if (i == len)
		i = 0;
	return len ? media_kind(enclosures[i].type, enclosures[i].url) : MEDIA_NONE;
}

/* ---- by the first bytes */

struct magic {
	size_t at;
	const char *bytes;
	size_t n;
	enum media_kind kind;
	const char *extension; /* NULL: it does not say */
};

static const struct magic *
magic_of(const void *bytes, size_t n)
{
	static const struct magic magics[] = {
		{0, "ID3", 3, MEDIA_AUDIO, "mp3"},
		{0, "OggS", 4, MEDIA_AUDIO, "ogg"},
		{0, "fLaC", 4, MEDIA_AUDIO, "flac"},
		{0, "ADIF", 4, MEDIA_AUDIO, "aac"},
		{8, "WAVE", 4, MEDIA_AUDIO, "wav"},
		{4, "ftypM4A", 7, MEDIA_AUDIO, "m4a"},
		{4, "ftypM4B", 7, MEDIA_AUDIO, "m4b"},
		{4, "ftypqt", 6, MEDIA_VIDEO, "mov"},
		{4, "ftyp", 4, MEDIA_VIDEO, "mp4"},
		{8, "AVI ", 4, MEDIA_VIDEO, "avi"},
		{0, "\x1a\x45\xdf\xa3", 4, MEDIA_VIDEO, "mkv"},
		{0, "\x30\x26\xb2\x75", 4, MEDIA_AUDIO, "wma"},
		{0, "\xff\xd8\xff", 3, MEDIA_IMAGE, "jpg"},
		{0, "\x89PNG", 4, MEDIA_IMAGE, "png"},
		{0, "GIF8", 4, MEDIA_IMAGE, "gif"},
		{0, "%PDF", 4, MEDIA_DOCUMENT, "pdf"},
		{0, "PK\x03\x04", 4, MEDIA_OTHER, NULL},
		{0, "#EXTM3U", 7, MEDIA_OTHER, NULL},
		{0, "[playlist]", 10, MEDIA_OTHER, NULL},
		{0, "# mpv EDL", 9, MEDIA_OTHER, NULL},
		{0, "<!", 2, MEDIA_OTHER, NULL},
		{0, "<?xml", 5, MEDIA_OTHER, NULL},
		{0, "<html", 5, MEDIA_OTHER, NULL},
		{0, "<HTML", 5, MEDIA_OTHER, NULL},
	};
	static const struct magic aac = {.kind = MEDIA_AUDIO, .extension = "aac"};
	static const struct magic mpeg = {.kind = MEDIA_AUDIO, .extension = "mp3"};
	static const struct magic unknown = {.kind = MEDIA_UNKNOWN};
	const unsigned char *p = bytes;
	for (size_t i = 0; i < COUNT_OF(magics); i++)
		if (n >= magics[i].at + magics[i].n &&
			memcmp(p + magics[i].at, magics[i].bytes, magics[i].n) == 0)
			return &magics[i];
	/* A frame of AAC, which has no layer, or of MPEG audio. */
	if (n >= 2 && p[0] == 0xff && (p[1] & 0xf6) == 0xf0)
		return &aac;
	return n >= 2 && p[0] == 0xff && (p[1] & 0xe0) == 0xe0 ? &mpeg : &unknown;
}

enum media_kind
media_magic(const void *bytes, size_t n)
{
	return magic_of(bytes, n)->kind;
}

const char *
media_magic_extension(const void *bytes, size_t n)
{
	return magic_of(bytes, n)->extension;
}

/* ---- the name of its file */

/* Appends text to a part of a path, without what any of the usual file systems refuses,
 * and in the form that all of them keep (NFC). */
static void
put_text(struct buf *out, const char *text)
{
	struct buf line = BUF_INIT(0);
	uint32_t before = 0, cp, whole;
	size_t at = out->len;
	utf8_clean_line(&line, text, strlen(text), 0);
	for (size_t i = 0; i < line.len; before = cp) {
		char bytes[4];
		i += utf8_decode(line.data + i, line.len - i, &cp);
		whole = before && letter_mark(cp) ? letter_compose(before, cp) : 0;
		if (whole)
			buf_cut(out, at);
		cp = whole ? whole : cp;
		at = out->len;
		if (cp < 0x80 && strchr("/\\:*?\"<>|", (int)cp))
			buf_addc(out, '-');
		else
			buf_add(out, bytes, utf8_encode(cp, bytes));
	}
	buf_done(&line);
}

static bool
put_field(struct buf *out, struct span field, const struct media_name *name)
{
	char day[32];
	if (span_eq(field, "feed")) {
		put_text(out, name->feed ? name->feed : "");
	} else if (span_eq(field, "title")) {
		put_text(out, name->title ? name->title : "");
	} else if (span_eq(field, "id")) {
		buf_addf(out, "%llu", (unsigned long long)name->id);
	} else if (span_eq(field, "date")) {
		if (name->date != TIME_NONE)
			time_format_local(name->date, "%Y-%m-%d", day, sizeof day);
		buf_adds(out, name->date != TIME_NONE ? day : "");
	} else {
		return false;
	}
	return true;
}

/* Replaces the fields of one part of the template. False: one is unknown. */
static bool
fill_part(struct buf *out, struct span part, const struct media_name *name)
{
	while (part.n) {
		const char *end = part.p[0] == '{' ? memchr(part.p, '}', part.n) : NULL;
		if (part.p[0] == '{' && !end)
			return false;
		if (!end) {
			buf_addc(out, part.p[0] == '\\' ? '-' : part.p[0]);
			part = (struct span){part.p + 1, part.n - 1};
			continue;
		}
		struct span field = {part.p + 1, (size_t)(end - part.p) - 1};
		if (!put_field(out, field, name))
			return false;
		part.n -= (size_t)(end + 1 - part.p);
		part.p = end + 1;
	}
	return true;
}

/* Names that Windows keeps for devices, whatever their extension. */
static bool
is_reserved(const char *name)
{
	static const char *const devices[] = {"con", "prn", "aux", "nul"};
	struct span rest = span_of(name), stem;
	span_split(&rest, '.', &stem);
	for (size_t i = 0; i < COUNT_OF(devices); i++)
		if (stem.n == 3 && str_ieqn(stem.p, devices[i], 3))
			return true;
	return stem.n == 4 && str_digit(stem.p[3]) &&
	       (str_ieqn(stem.p, "com", 3) || str_ieqn(stem.p, "lpt", 3));
}

/* Ends the part at room bytes, between characters, and removes what must not be at its
 * ends. */
static void
trim_part(struct buf *part, size_t room)
{
	size_t start = 0, len = part->len;
	while (start < len && (str_space(part->data[start]) || part->data[start] == '.' ||
				      part->data[start] == '-'))
		start++;
	if (start)
		memmove(part->data, part->data + start, len - start);
	len -= start;
	if (len > room) {
		len = room;
		while (len && ((unsigned char)part->data[len] & 0xc0) == 0x80)
			len--;
	}
	while (len && (str_space(part->data[len - 1]) || part->data[len - 1] == '.'))
		len--;
	buf_cut(part, len);
}

/* Appends a part of the path, with its ending. */
static void
put_part(struct buf *out, struct span format, const struct media_name *name,
	const char *ending)
{
	struct buf part = BUF_INIT(0);
	fill_part(&part, format, name);
	trim_part(&part, PART_MAX - strlen(ending));
	if (!part.len || is_reserved(buf_str(&part))) {
		struct buf safe = BUF_INIT(0);
		buf_addf(&safe, "item %llu", (unsigned long long)name->id);
		buf_addf(&safe, "%s%s", part.len ? " " : "", buf_str(&part));
		buf_done(&part);
		part = safe;
	}
	buf_addf(out, "%s%s%s", out->len ? "/" : "", buf_str(&part), ending);
	buf_done(&part);
}

char *
media_file_name(const char *format, const struct media_name *name, int number)
{
	struct buf out = BUF_INIT(0);
	struct span rest = span_of(format), part, next;
	char ending[32], count[16] = "";
	if (number > 1)
		snprintf(count, sizeof count, " (%d)", number);
	snprintf(ending, sizeof ending, "%s.%s", count, name->extension);
	bool more = span_split(&rest, '/', &part);
	while (more) {
		more = span_split(&rest, '/', &next);
		if (part.n || !more)
			put_part(&out, part, name, more ? "" : ending);
		part = next;
	}
	return buf_take(&out);
}

bool
media_format_sound(const char *format)
{
	struct buf out = BUF_INIT(0);
	struct media_name none = {.date = TIME_NONE, .extension = ""};
	struct span rest = span_of(format), part;
	bool sound = format[0] != '\0';
	while (sound && span_split(&rest, '/', &part))
		sound = fill_part(&out, part, &none);
	buf_done(&out);
	return sound;
}

int64_t
media_time(struct span text)
{
	struct span rest = text, part = {NULL, 0};
	int64_t seconds = 0, number = 0, thousandths = 0, unit = 100;
	for (int parts = 0; parts < 3 && span_split(&rest, ':', &part); parts++) {
		size_t n = 0;
		while (n < part.n && part.p[n] != '.' && part.p[n] != ',')
			n++;
		struct span whole = {part.p, n};
		if ((n < part.n && rest.p) || str_int(whole, &number) != OK ||
			number < 0 || number > 7 * TIME_DAY)
			return -1;
		seconds = seconds * 60 + number;
		part = (struct span){part.p + n, part.n - n};
	}
	if (rest.p && str_int(rest, &number) != OK)
		return -1; /* not a number of frames */
	for (size_t i = 1; i < part.n && str_digit(part.p[i]); i++, unit /= 10)
		thousandths += (part.p[i] - '0') * unit;
	return seconds < 7 * TIME_DAY ? seconds * 1000 + thousandths : -1;
}

static bool
two_digits(const char *p)
{
	return str_digit(p[0]) && p[0] < '6' && str_digit(p[1]);
}

size_t
media_clock(struct span text, int64_t *ms)
{
	size_t open = text.n && (text.p[0] == '(' || text.p[0] == '['), i = open;
	size_t digits = 0, groups = 0;
	while (i < text.n && str_digit(text.p[i]) && digits < 3) {
		i++;
		digits++;
	}
	while (groups < 2 && i + 2 < text.n && text.p[i] == ':' &&
		two_digits(text.p + i + 1)) {
		i += 3;
		groups++;
	}
	if (!digits || digits > 3 - groups + (groups == 1) || !groups)
		return 0;
	*ms = media_time((struct span){text.p + open, i - open});
	if (open && (i == text.n || (text.p[i] != ')' && text.p[i] != ']')))
		return 0;
	i += open;
	bool ends = i == text.n ||
		    (!str_alpha(text.p[i]) && !str_digit(text.p[i]) && text.p[i] != ':');
	return ends && *ms >= 0 ? i : 0;
}
