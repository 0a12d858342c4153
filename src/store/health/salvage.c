/*
 * Walks the trees of a data file around what is damaged: a page that makes no sense is
 * skipped, with all that is below it. Nothing in the file is trusted. What records
 * contain is for the caller to check.
 *
 * Each of the two meta pages is the root of a complete state of the store, since LMDB
 * does not reuse a page before the second transaction after it was freed. So if the newer
 * state's table of tables cannot be read, that of the older state still leads to most
 * entries.
 */
#include "config.h"

#include "store/health/salvage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"
#include "store/file/lmdb_page.h"
#include "store/record/schema.h"

#define KEY_MAX 511 /* LMDB's own limit */
#define VALUE_MAX ((size_t)1 << 30)

/* A table that only a newer program knows. */
struct unknown {
	char *name;
	struct page_tree tree;
};

struct salvage {
	struct page_file file;
	/* Root is PAGE_NONE for a table that was not found. */
	struct page_tree tables[TABLE_LEN];
	struct unknown *unknown;
	size_t unknown_len, unknown_cap;
	uint64_t lost;
	/* For the walk in progress: */
	int (*entry)(void *data, struct span key, struct span value);
	void *data;
	bool trees; /* in the table of tables, whose values are trees */
	uint8_t last[KEY_MAX];
	size_t last_len;
	struct buf value;
};

static bool
in_order(struct salvage *s, const struct page_node *node)
{
	size_t n = node->head.key_size;
	if (n == 0 || n > KEY_MAX)
		return false;
	size_t both = n < s->last_len ? n : s->last_len;
	int order = memcmp(node->key, s->last, both);
	if (s->last_len && (order < 0 || (order == 0 && n <= s->last_len)))
		return false;
	memcpy(s->last, node->key, n);
	s->last_len = n;
	return true;
}

static int
take_leaf(struct salvage *s, const struct page_node *node)
{
	size_t size = store_file_page_value(node), at;
	struct span value = {(const char *)node->value, size};
	bool tree = node->head.flags & NODE_TREE, big = node->head.flags & NODE_BIG;
	if (tree != s->trees || size > VALUE_MAX || !in_order(s, node)) {
		s->lost++;
		return 0;
	}
	if (big) {
		buf_cut(&s->value, 0);
		if (!store_file_page_overflow(&s->file, node, size, &at) ||
			!store_file_page_at(
				&s->file, buf_reserve(&s->value, size), size, at)) {
			s->lost++;
			return 0;
		}
		value.p = s->value.data;
	} else if (size > node->room) {
		s->lost++;
		return 0;
	}
	return s->entry(s->data,
		(struct span){(const char *)node->key, node->head.key_size}, value);
}

static int walk_page(struct salvage *s, size_t number, size_t level);

static int
walk_nodes(struct salvage *s, const uint8_t *page, const struct page_head *head,
	size_t level)
{
	size_t count = 0;
	int code = 0;
	if (!store_file_page_nodes(&s->file, head, &count))
		s->lost++;
	for (size_t i = 0; code == 0 && i < count; i++) {
		struct page_node node;
		if (!store_file_page_node(&s->file, page, i, &node))
			s->lost++;
		else if (head->flags & PAGE_LEAF)
			code = take_leaf(s, &node);
		else
			code = walk_page(s, store_file_page_child(&node), level + 1);
	}
	return code;
}

static int
walk_page(struct salvage *s, size_t number, size_t level)
{
	struct page_head head;
	uint8_t *page = mem_alloc(s->file.page_size);
	int code = 0;
	if (level <= PAGE_DEPTH_MAX &&
		store_file_page_read(&s->file, number, page, &head))
		code = walk_nodes(s, page, &head, level);
	else
		s->lost++;
	free(page);
	return code;
}

static int
walk_tree(struct salvage *s, const struct page_tree *tree, bool trees,
	int (*entry)(void *data, struct span key, struct span value), void *data)
{
	s->entry = entry;
	s->data = data;
	s->trees = trees;
	s->last_len = 0;
	s->file.visited = 0;
	return tree->root == PAGE_NONE ? 0 : walk_page(s, tree->root, 1);
}

static void
take_unknown(struct salvage *s, struct span name, const struct page_tree *tree)
{
	if (memchr(name.p, '\0', name.n))
		return;
	for (size_t i = 0; i < s->unknown_len; i++)
		if (span_eq(name, s->unknown[i].name))
			return;
	struct unknown *new = VEC_PUSH(s->unknown, s->unknown_len, s->unknown_cap);
	*new = (struct unknown){mem_strndup(name.p, name.n), *tree};
}

/* Takes an entry of the table of tables. */
static int
take_table(void *data, struct span key, struct span value)
{
	struct salvage *s = data;
	struct page_tree tree;
	if (value.n != sizeof tree)
		return 0;
	memcpy(&tree, value.p, sizeof tree);
	for (size_t i = 0; i < TABLE_LEN; i++) {
		if (!span_eq(key, schema_tables[i]))
			continue;
		if (s->tables[i].root == PAGE_NONE)
			s->tables[i] = tree;
		return 0;
	}
	take_unknown(s, key, &tree);
	return 0;
}

/* Reads the newer state first. The older one supplies what could not be read of it. */
static bool
find_tables(struct salvage *s)
{
	struct page_meta metas[2];
	bool good[2];
	for (size_t i = 0; i < 2; i++)
		good[i] = store_file_page_meta(&s->file, i, &metas[i]);
	size_t newer = good[1] && (!good[0] || metas[1].txn > metas[0].txn);
	for (size_t i = 0; i < 2; i++) {
		size_t at = i ? 1 - newer : newer;
		uint64_t before = s->lost;
		int code = 0;
		if (good[at])
			code = walk_tree(s, &metas[at].trees[1], true, take_table, s);
		if (code || (good[at] && s->lost == before))
			break;
	}
	return s->tables[TABLE_META].root != PAGE_NONE ||
	       s->tables[TABLE_ITEM].root != PAGE_NONE;
}

int
store_health_salvage_open(struct salvage **out, const char *path, struct err *err)
{
	struct stat file;
	struct salvage *s = mem_zalloc(sizeof *s);
	for (size_t i = 0; i < TABLE_LEN; i++)
		s->tables[i].root = PAGE_NONE;
	int status = OK;
	s->file.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (s->file.fd < 0 || fstat(s->file.fd, &file) != 0) {
		status = err_set_errno(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO,
			_("cannot open %s"), path);
	} else if (store_file_page_size(&s->file)) {
		s->file.pages = (size_t)file.st_size / s->file.page_size;
		s->file.visit_max = s->file.pages + 2;
		if (find_tables(s)) {
			*out = s;
			return OK;
		}
	}
	if (status == OK)
		status = err_set(err, ERR_DAMAGED,
			_("nothing in %s can be read; courant restore puts a backup in "
			  "its place"),
			path);
	store_health_salvage_free(s);
	return status;
}

void
store_health_salvage_free(struct salvage *s)
{
	if (!s)
		return;
	if (s->file.fd >= 0)
		close(s->file.fd);
	for (size_t i = 0; i < s->unknown_len; i++)
		free(s->unknown[i].name);
	free(s->unknown);
	buf_done(&s->value);
	free(s);
}

int
store_health_salvage_walk(struct salvage *s, enum schema_table table,
	int (*entry)(void *data, struct span key, struct span value), void *data)
{
	return walk_tree(s, &s->tables[table], false, entry, data);
}

int
store_health_salvage_walk_unknown(struct salvage *s,
	int (*table)(void *data, const char *name),
	int (*entry)(void *data, struct span key, struct span value), void *data)
{
	int code = 0;
	for (size_t i = 0; code == 0 && i < s->unknown_len; i++) {
		/* The entries of LMDB's other kinds of tables cannot be read by a
		 * walk. */
		if (s->unknown[i].tree.flags) {
			s->lost++;
			continue;
		}
		code = table(data, s->unknown[i].name);
		if (code == 0)
			code = walk_tree(s, &s->unknown[i].tree, false, entry, data);
	}
	return code;
}

uint64_t
store_health_salvage_lost(const struct salvage *s)
{
	return s->lost;
}
