/*
 * Looks for files that a row of the table knows. Directories are walked, but not what is
 * too deep or too much to be a feed reader's, and no symbolic links to directories.
 */
#include "config.h"

#include "import/scan.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "base/gunzip.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"
#include "import/charset.h"
#include "import/database.h"
#include "import/format.h"
#include "import/import_api.h"
#include "import/import_list.h"

#define DEPTH_MAX 6
#define FILES_MAX 20000

struct scan {
	struct import_list *list;
	const char *only; /* NULL: all programs */
	size_t looked;
	struct import_file *common; /* of common formats, which may not count */
	size_t common_len, common_cap;
	bool named;      /* the user named this file */
	struct err *err; /* why it can't be read */
	/* Of the files before this one only those of other formats: a program looks for
	 * each at one place after the other, and takes the first. */
	size_t earlier;
};

/* ---- Single files */

static bool
unpack_head(struct span bytes, size_t max, struct buf *head)
{
	bool packed = gunzip_is_gzip(bytes);
	bool good = !packed || gunzip(bytes, head) == OK;
	if (!packed)
		buf_add(head, bytes.p, bytes.n < max ? bytes.n : max);
	buf_cut(head, head->len < max ? head->len : max);
	return good;
}

/* Returns the number of bytes; negative: it can't be read. */
static ssize_t
read_some(int fd, struct buf *out, size_t max)
{
	char chunk[16384];
	ssize_t n = 1;
	while (n > 0 && out->len < max) {
		n = read(fd, chunk, sizeof chunk);
		if (n > 0)
			buf_add(out, chunk, (size_t)n);
	}
	return n < 0 ? n : (ssize_t)out->len;
}

/* The beginning, unpacked if it is packed. */
static bool
read_head(const char *path, size_t max, struct buf *head)
{
	struct buf bytes = BUF_INIT(IMPORT_FILE_MAX);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read_some(fd, &bytes, max);
	if (fd >= 0)
		close(fd);
	bool packed = n > 0 && gunzip_is_gzip((struct span){bytes.data, bytes.len});
	bool read = n > 0;
	if (packed) {
		buf_clear(&bytes);
		read = file_read(path, &bytes, NULL) == OK;
	}
	read = read && unpack_head((struct span){bytes.data, bytes.len}, max, head);
	buf_done(&bytes);
	return read;
}

/* What small ZIP archives contain can be seen in them. */
static bool
is_archive(const struct buf *head)
{
	return head->len > 4 && memcmp(head->data, "PK\3\4", 4) == 0;
}

static size_t
head_max(const struct scan *s)
{
	return s->named ? IMPORT_HEAD_NAMED : IMPORT_HEAD;
}

static const struct import_format *
format_of(struct scan *s, const struct import_probe *probe)
{
	for (const struct import_format *f = import_formats; f->program; f++)
		if ((!s->only || str_eq(s->only, f->program)) && f->known(probe))
			return f;
	return NULL;
}

static const struct import_format *
format_of_file(struct scan *s, const char *path, struct span given)
{
	struct buf head = BUF_INIT(IMPORT_FILE_MAX), tables = BUF_INIT(0);
	struct buf wide = BUF_INIT(IMPORT_FILE_MAX);
	const struct import_format *format = NULL;
	char *parent = mem_strdup(path);
	char *slash = strrchr(parent, '/');
	struct import_database *db;
	if (given.p)
		unpack_head(given, head_max(s), &head);
	if (given.p ? head.len > 0 : read_head(path, head_max(s), &head)) {
		struct import_probe probe = {.path = path,
			.name = slash ? slash + 1 : path,
			.named = s->named,
			.only = s->only,
			.head = {buf_str(&head), head.len}};
		bool base = import_database_known(probe.head);
		if (!base)
			probe.head = import_text_head(probe.head, &wide);
		db = base ? import_list_database(s->list, path, s->err) : NULL;
		if (db)
			import_database_tables(db, &tables);
		probe.tables = (struct span){buf_str(&tables), tables.len};
		probe.parent = slash ? parent : "";
		char *name = mem_strdup(probe.name);
		if (slash)
			*slash = '\0';
		probe.name = name;
		if ((!base || db) && !is_archive(&head))
			format = format_of(s, &probe);
		free(name);
	}
	buf_done(&head);
	buf_done(&wide);
	buf_done(&tables);
	free(parent);
	return format;
}

static bool
has_earlier(const struct scan *s, const struct import_format *format)
{
	for (size_t i = 0; i < s->earlier; i++)
		if (s->list->files[i].format == format)
			return true;
	return false;
}

static void
add_file(struct scan *s, const char *path, struct span bytes)
{
	struct import_list *list = s->list;
	const struct import_format *format = format_of_file(s, path, bytes);
	if (!format || has_earlier(s, format))
		return;
	const struct import_file file = {arena_strdup(&list->arena, path), format, bytes};
	if (format->flags & IMPORT_COMMON && !s->named)
		*VEC_PUSH(s->common, s->common_len, s->common_cap) = file;
	else
		*VEC_PUSH(list->files, list->files_len, list->files_cap) = file;
}

/* ---- Directories */

/* Copies that editors and programs leave, and texts that are named by their hash. */
static bool
is_worth(const char *name)
{
	static const char *const ends[] = {"~", ".bak", ".backup", ".old", ".orig",
		".lock", "-wal", "-shm", "-journal", ".tmp", ".swp"};
	size_t n = strlen(name);
	bool hash = n == 2 && strspn(name, "0123456789abcdef") == 2;
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		size_t k = strlen(ends[i]);
		if (n > k && str_eq(name + n - k, ends[i]))
			return false;
	}
	return !hash && !str_eq(name, ".") && !str_eq(name, "..") &&
	       !str_eq(name, ".git");
}

struct names {
	char **list;
	size_t len, cap;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct names
read_names(const char *dir)
{
	struct names names = {0};
	struct dirent *entry;
	DIR *d = opendir(dir);
	while (d && (entry = readdir(d)) != NULL)
		if (is_worth(entry->d_name))
			*VEC_PUSH(names.list, names.len, names.cap) =
				mem_strdup(entry->d_name);
	if (d)
		closedir(d);
	if (names.len)
		qsort(names.list, names.len, sizeof *names.list, by_name);
	return names;
}

/* Depth is bounded, so it may call itself. */
static void
walk(struct scan *s, const char *dir, int depth)
{
	struct names names = read_names(dir);
	for (size_t i = 0; i < names.len; i++) {
		struct stat st;
		char *path = file_join(dir, names.list[i]);
		bool there = lstat(path, &st) == 0;
		if (there && S_ISLNK(st.st_mode))
			there = stat(path, &st) == 0 && S_ISREG(st.st_mode);
		if (there && S_ISDIR(st.st_mode) && depth < DEPTH_MAX)
			walk(s, path, depth + 1);
		else if (there && S_ISREG(st.st_mode) && s->looked++ < FILES_MAX)
			add_file(s, path, (struct span){NULL, 0});
		free(path);
		free(names.list[i]);
	}
	free(names.list);
}

/* A list that a program exported beside its own files says nothing new, but it may be
 * something else. */
static void
take_common(struct scan *s, bool alone)
{
	struct import_list *list = s->list;
	for (size_t i = 0; i < s->common_len; i++) {
		const struct import_file *file = &s->common[i];
		list->file = file->path;
		if (alone)
			*VEC_PUSH(list->files, list->files_len, list->files_cap) = *file;
		else
			import_remark(list, 0,
				_("%s: left out, since the directory has files of other "
				  "programs; name the file itself to import it"),
				_(file->format->title));
	}
}

static int
by_rank(const void *a, const void *b)
{
	const struct import_file *x = a, *y = b;
	/* Lists of feeds come before items, even if two programs wrote them. */
	bool common = x->format->flags & y->format->flags & IMPORT_COMMON;
	int order = common ? 0 : strcmp(x->format->program, y->format->program);
	if (!order)
		order = x->format->rank - y->format->rank;
	return order ? order : strcmp(x->path, y->path);
}

/* What can be read only once: standard input, a pipe. */
static int
read_input(struct import_list *list, const char *path, struct span *out, struct err *err)
{
	struct buf bytes = BUF_INIT(IMPORT_FILE_MAX);
	int status = file_read(path, &bytes, err);
	*out = (struct span){
		arena_strndup(&list->arena, buf_str(&bytes), bytes.len), bytes.len};
	buf_done(&bytes);
	return status;
}

/* Why nothing can be taken from it. */
static int
not_known(const char *path, struct span input, struct err *err)
{
	static const char *const marks[] = {"<rss", "<feed", "<rdf:RDF", "jsonfeed.org"};
	struct buf head = BUF_INIT(IMPORT_FILE_MAX);
	bool feed = false;
	if (input.p)
		unpack_head(input, IMPORT_HEAD, &head);
	else
		read_head(path, IMPORT_HEAD, &head);
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		feed |= head.len && str_ifind(head.data, head.len, marks[i]);
	bool empty = head.len == 0;
	bool archive = is_archive(&head);
	buf_done(&head);
	if (archive)
		return err_set(err, ERR_NOT_FEED,
			_("%s is a ZIP archive; unpack it, and import the directory"),
			path);
	if (feed)
		return err_set(err, ERR_NOT_FEED,
			_("%s is a feed itself, not a list of feeds; subscribe to its "
			  "address instead"),
			path);
	if (empty)
		return err_set(err, ERR_NOT_FEED,
			_("%s contains no feed to subscribe to, and no items"), path);
	return err_set(err, ERR_NOT_FEED,
		_("%s is not a list of feeds that courant can read; give an OPML file, a "
		  "list of addresses, one per line, or files of a program that "
		  "courant-import(7) names"),
		path);
}

int
import_scan(struct import_list *list, const char *path, const char *only, size_t earlier,
	struct err *err)
{
	struct scan s = {.list = list, .only = only, .err = err, .earlier = earlier};
	struct stat st = {0};
	struct span input = {NULL, 0};
	size_t before = list->files_len;
	err_clear(err);
	bool input_only = str_eq(path, "-");
	if (!input_only && (stat(path, &st) != 0 || access(path, R_OK) != 0))
		return err_set_errno(err, ERR_NOT_FOUND, _("cannot read %s"), path);
	if (input_only || (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))) {
		int status = read_input(list, path, &input, err);
		if (status != OK)
			return status;
		path = input_only ? _("standard input") : path;
	}
	if (S_ISDIR(st.st_mode)) {
		walk(&s, path, 0);
		take_common(&s, list->files_len == before);
	} else {
		s.named = true;
		add_file(&s, path, input);
	}
	free(s.common);
	if (list->files_len > before) {
		qsort(list->files, list->files_len, sizeof *list->files, by_rank);
		return OK;
	}
	return err->status != OK ? err->status : not_known(path, input, err);
}

int
import_path(struct import_list *list, const char *path, const char *only, struct err *err)
{
	return import_scan(list, path, only, 0, err);
}

static bool
is_listed(const struct import_list *list, const char *path)
{
	for (size_t i = 0; i < list->files_len; i++)
		if (str_eq(list->files[i].path, path))
			return true;
	return false;
}

static void
follow_file(struct import_list *list, const struct import_format *format, char *path)
{
	if (access(path, R_OK) == 0 && !is_listed(list, path))
		*VEC_PUSH(list->files, list->files_len, list->files_cap) =
			(struct import_file){
				arena_strdup(&list->arena, path), format, {NULL, 0}};
	free(path);
}

void
import_follow(struct import_list *list, const char *program, int rank, const char *path)
{
	const struct import_format *format = import_formats;
	struct stat st;
	char *full = file_expand_home(path);
	while (format->program &&
		(format->rank != rank || !str_eq(format->program, program)))
		format++;
	if (!format->program || stat(full, &st) != 0 || !S_ISDIR(st.st_mode)) {
		follow_file(list, format, full);
		return;
	}
	struct names names = read_names(full);
	for (size_t i = 0; i < names.len; i++) {
		follow_file(list, format, file_join(full, names.list[i]));
		free(names.list[i]);
	}
	free(names.list);
	free(full);
}

const char *
import_programs_of(struct import_list *list)
{
	struct buf out = BUF_INIT(0);
	const char *last = NULL;
	for (size_t i = 0; i < list->files_len; i++) {
		const char *title = _(list->files[i].format->title);
		if (!str_eq(title, last))
			buf_addf(&out, "%s%s", out.len ? ", " : "", title);
		last = title;
	}
	const char *text = arena_strdup(&list->arena, buf_str(&out));
	buf_done(&out);
	return text;
}

/* ---- Reading */

static bool
is_database(const char *path)
{
	struct buf head = BUF_INIT(IMPORT_FILE_MAX);
	bool base = read_head(path, IMPORT_HEAD, &head) &&
		    import_database_known((struct span){buf_str(&head), head.len});
	buf_done(&head);
	return base;
}

/* Its bytes, unpacked; in one of the two buffers. False: a remark says why not. */
static bool
load(struct import_list *list, const struct import_file *file, struct buf *packed,
	struct buf *plain, struct span *out)
{
	struct err err;
	if (file->bytes.n)
		buf_add(packed, file->bytes.p, file->bytes.n);
	else if (file_read(file->path, packed, &err) != OK) {
		import_remark(list, 0, "%s", err.text);
		return false;
	}
	*out = (struct span){buf_str(packed), packed->len};
	if (!gunzip_is_gzip(*out))
		return true;
	if (gunzip(*out, plain) != OK) {
		import_remark(list, 0, _("the compressed file is damaged"));
		return false;
	}
	*out = (struct span){buf_str(plain), plain->len};
	return true;
}

static void
read_file(struct import_list *list, const struct import_file *file)
{
	struct buf packed = BUF_INIT(IMPORT_FILE_MAX), plain = BUF_INIT(IMPORT_FILE_MAX);
	struct buf text = BUF_INIT(IMPORT_FILE_MAX);
	struct span bytes = {"", 0};
	bool base = !file->bytes.p && is_database(file->path);
	list->file = file->path;
	if (base || load(list, file, &packed, &plain, &bytes)) {
		if (!base && !(file->format->flags & IMPORT_DECODES))
			bytes = import_text_of(bytes, &text);
		file->format->read(list, file->path, bytes);
	}
	buf_done(&packed);
	buf_done(&plain);
	buf_done(&text);
}

/* Programs put the link where there is no guid. That can't be distinguished from a
 * document whose guid is the same as its link. */
static void
clear_guids(struct import_list *list)
{
	for (size_t i = 0; i < list->items_len; i++) {
		struct import_item *item = &list->items[i];
		if (item->guid && !item->exact && str_eq(item->guid, item->link) &&
			strstr(item->link, "://") && item->feed)
			item->guid = NULL;
	}
}

/* Drops items that have nothing by which they can be recognised. */
static void
drop_empty(struct import_list *list)
{
	size_t n = 0;
	for (size_t i = 0; i < list->items_len; i++) {
		const struct import_item *item = &list->items[i];
		bool address = !item->feed && item->enclosure;
		if (item->guid || item->link || item->title || item->text.text || address)
			list->items[n++] = *item;
		else if (item->feed)
			item->feed->items--;
	}
	list->items_len = n;
}

void
import_read(struct import_list *list)
{
	const char *program = NULL;
	for (size_t i = 0; i < list->files_len; i++) {
		if (!str_eq(program, list->files[i].format->program))
			list->listed = false;
		program = list->files[i].format->program;
		read_file(list, &list->files[i]);
	}
	clear_guids(list);
	drop_empty(list);
}

void
import_read_config(struct import_list *list)
{
	list->wants_config = true;
	for (size_t i = 0; i < list->files_len; i++)
		if (list->files[i].format->flags & IMPORT_CONFIG)
			read_file(list, &list->files[i]);
}
