/*
 * Looks for files that a row of the table knows. Directories are walked, but not what is
 * too deep or too much to be a feed reader's, and no symbolic links to directories.
 */
#include "config.h"

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
#include "import/database.h"
#include "import/format.h"
#include "import/import.h"
#include "import/list.h"

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
};

/* ---- Single files */

static bool
unpack_head(struct span bytes, struct buf *head)
{
	bool packed = gunzip_is_gzip(bytes);
	bool good = !packed || gunzip(bytes, head) == OK;
	if (!packed)
		buf_add(head, bytes.p, bytes.n < IMPORT_HEAD ? bytes.n : IMPORT_HEAD);
	buf_cut(head, head->len < IMPORT_HEAD ? head->len : IMPORT_HEAD);
	return good;
}

/* The beginning, unpacked if it is packed. */
static bool
read_head(const char *path, struct buf *head)
{
	struct buf packed = BUF_INIT(0);
	char bytes[IMPORT_HEAD];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return false;
	const struct span got = {bytes, (size_t)n};
	if (!gunzip_is_gzip(got))
		return unpack_head(got, head);
	packed.max = IMPORT_FILE_MAX;
	bool read = file_read(path, &packed, NULL) == OK &&
		    unpack_head((struct span){packed.data, packed.len}, head);
	buf_done(&packed);
	return read;
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
look(struct scan *s, const char *path, struct span given)
{
	struct buf head = BUF_INIT(IMPORT_FILE_MAX), tables = BUF_INIT(0);
	const struct import_format *format = NULL;
	char *parent = mem_strdup(path);
	char *slash = strrchr(parent, '/');
	struct import_database *db;
	if (given.p)
		unpack_head(given, &head);
	if (given.p ? head.len > 0 : read_head(path, &head)) {
		struct import_probe probe = {.path = path,
			.name = slash ? slash + 1 : path,
			.named = s->named,
			.head = {buf_str(&head), head.len}};
		bool base = import_database_known(probe.head);
		db = base ? import_list_database(s->list, path, s->err) : NULL;
		if (db)
			import_database_tables(db, &tables);
		probe.tables = (struct span){buf_str(&tables), tables.len};
		probe.parent = slash ? parent : "";
		char *name = mem_strdup(probe.name);
		if (slash)
			*slash = '\0';
		probe.name = name;
		if (!base || db)
			format = format_of(s, &probe);
		free(name);
	}
	buf_done(&head);
	buf_done(&tables);
	free(parent);
	return format;
}

static void
add_file(struct scan *s, const char *path, struct span bytes)
{
	struct import_list *list = s->list;
	const struct import_format *format = look(s, path, bytes);
	if (!format)
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
				_("%s: left out, as files of other programs are in the "
				  "directory; name the file itself to import it"),
				_(file->format->title));
	}
}

static int
by_rank(const void *a, const void *b)
{
	const struct import_file *x = a, *y = b;
	int order = strcmp(x->format->program, y->format->program);
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
		unpack_head(input, &head);
	else
		read_head(path, &head);
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		feed |= head.len && str_ifind(head.data, head.len, marks[i]);
	bool empty = head.len == 0;
	buf_done(&head);
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
import_path(struct import_list *list, const char *path, const char *only, struct err *err)
{
	struct scan s = {.list = list, .only = only, .err = err};
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

/* ---- Usual places */

/* $HOME/x, $XDG_CONFIG_HOME/x, $XDG_DATA_HOME/x; NULL: HOME is not set. */
static char *
expand(const char *path)
{
	static const struct {
		const char *name, *under_home;
	} roots[] = {{"HOME", ""}, {"XDG_CONFIG_HOME", "/.config"},
		{"XDG_DATA_HOME", "/.local/share"}};
	const char *home = getenv("HOME");
	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		size_t n = strlen(roots[i].name);
		struct buf out = BUF_INIT(0);
		if (strncmp(path + 1, roots[i].name, n) != 0 || path[n + 1] != '/')
			continue;
		const char *value = getenv(roots[i].name);
		if (!str_empty(value))
			buf_addf(&out, "%s%s", value, path + n + 1);
		else if (!str_empty(home))
			buf_addf(&out, "%s%s%s", home, roots[i].under_home, path + n + 1);
		else
			return NULL;
		return buf_take(&out);
	}
	return NULL;
}

static bool
has_program(const char *program)
{
	for (const struct import_place *p = import_places; p->program; p++)
		if (str_eq(p->program, program))
			return true;
	return false;
}

int
import_usual(struct import_list *list, const char *program, struct err *err)
{
	struct map seen = MAP_INIT;
	bool found = false;
	if (!has_program(program)) {
		const char *near = str_suggest(program, import_programs());
		return near ? err_set(err, ERR_INVALID,
				      _("there is no program %s; did you mean %s?"),
				      program, near)
			    : err_set(err, ERR_INVALID,
				      _("%s has no usual places here; name its files"),
				      program);
	}
	for (const struct import_place *p = import_places; p->program; p++) {
		char *path = str_eq(p->program, program) ? expand(p->path) : NULL;
		struct err none;
		if (path && !*map_put(&seen, path, strlen(path))) {
			*map_put(&seen, path, strlen(path)) = list;
			found |= access(path, R_OK) == 0 &&
				 import_path(list, path, program, &none) == OK;
		}
		free(path);
	}
	map_done(&seen);
	return found ? OK
		     : err_set(err, ERR_NOT_FOUND,
			       _("nothing of %s is at its usual places; name its files"),
			       program);
}

#define PROGRAMS_MAX 32

const char *const *
import_programs(void)
{
	static const char *const names[PROGRAMS_MAX] = {"newsboat", "newsraft", "sfeed",
		"snownews", "canto", "elfeed", "gpodder", "liferea", "quiterss",
		"rssguard", "akregator", NULL};
	return names;
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
	bool base = read_head(path, &head) &&
		    import_database_known((struct span){buf_str(&head), head.len});
	buf_done(&head);
	return base;
}

static void
read_file(struct import_list *list, const struct import_file *file)
{
	struct buf packed = BUF_INIT(IMPORT_FILE_MAX), plain = BUF_INIT(IMPORT_FILE_MAX);
	struct err err;
	struct span bytes = {"", 0};
	bool base = !file->bytes.p && is_database(file->path);
	list->file = file->path;
	if (file->bytes.n)
		buf_add(&packed, file->bytes.p, file->bytes.n);
	if (!base && !packed.len && file_read(file->path, &packed, &err) != OK) {
		import_remark(list, 0, "%s", err.text);
	} else if (gunzip_is_gzip((struct span){buf_str(&packed), packed.len}) &&
		   gunzip((struct span){packed.data, packed.len}, &plain) != OK) {
		import_remark(list, 0, _("the packed file is damaged"));
	} else {
		bytes = plain.len ? (struct span){plain.data, plain.len}
				  : (struct span){buf_str(&packed), packed.len};
		file->format->read(list, file->path, bytes);
	}
	buf_done(&packed);
	buf_done(&plain);
}

/* Programs put the link where there is no guid; that the document has both, and they are
 * the same, can't be told from it. */
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
}

void
import_read_config(struct import_list *list)
{
	list->wants_config = true;
	for (size_t i = 0; i < list->files_len; i++)
		if (list->files[i].format->flags & IMPORT_CONFIG)
			read_file(list, &list->files[i]);
}
