/*
 * LMDB trusts its file: a page beyond the end of a truncated file raises SIGBUS, and a
 * garbage page number becomes a wild pointer. So if the file may be damaged it is checked
 * first, with pread and not through the map: a missing page is then a short read. This
 * needs no child process that may die, works beside running threads and writers, and
 * reads only branch pages, which are less than 1 % of a store.
 *
 * A read transaction keeps the pages of one state from being reused during the walk. A
 * file with a layout other than that of lmdb_page.h is left to LMDB.
 *
 * How long must the file be? Free pages at its end may never have been written, so a
 * healthy file can be shorter than its last page number says. But then each missing page
 * must be in the list of free pages.
 */
#include "config.h"

#include "store/file/page_check.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "store/db/db.h"
#include "store/db/move.h"
#include "store/db/view.h"
#include "store/file/lmdb_page.h"
#include "store/record/schema.h"

#define TRIES 8

struct walk {
	struct page_file file;
	enum store_file_extent extent;
	size_t free_past_end; /* counted during the walk through the list of free pages */
	bool in_free_list;
};

static bool walk_tree(struct walk *w, size_t number, size_t level, size_t depth);

/* Takes a list of free pages: the length, then the page numbers. */
static bool
take_free_list(struct walk *w, const uint8_t *value, size_t n)
{
	size_t count;
	if (n < sizeof count)
		return false;
	memcpy(&count, value, sizeof count);
	if (count > n / sizeof count - 1)
		return false;
	for (size_t i = 1; i <= count; i++) {
		size_t number;
		memcpy(&number, value + i * sizeof number, sizeof number);
		w->free_past_end += number >= w->file.pages;
	}
	return true;
}

static bool
check_overflow(struct walk *w, const struct page_node *node, size_t size)
{
	size_t at;
	if (!store_file_page_overflow(&w->file, node, size, &at))
		return false;
	if (!w->in_free_list)
		return true;
	uint8_t *list = mem_alloc(size);
	bool good = store_file_page_at(&w->file, list, size, at) &&
		    take_free_list(w, list, size);
	free(list);
	return good;
}

static bool
check_leaf_node(struct walk *w, const struct page_node *node)
{
	size_t size = store_file_page_value(node);
	/* For LMDB's other kinds of values and tables, flags decide how bytes are read as
	 * pointers. We use none of them. */
	if (node->head.flags & ~(NODE_BIG | NODE_TREE))
		return false;
	if (node->head.flags & NODE_BIG)
		return check_overflow(w, node, size);
	if (size > node->room)
		return false;
	if (w->in_free_list)
		return take_free_list(w, node->value, size);
	if (!(node->head.flags & NODE_TREE))
		return true;
	struct page_tree tree;
	if (size != sizeof tree)
		return false;
	memcpy(&tree, node->value, sizeof tree);
	if (tree.flags)
		return false;
	if (tree.root == PAGE_NONE)
		return true;
	/* META is read before a check of all pages can be requested. */
	enum store_file_extent extent = w->extent;
	bool first = span_eq((struct span){(const char *)node->key, node->head.key_size},
		schema_tables[TABLE_META]);
	if (first)
		w->extent = STORE_FILE_ALL;
	bool good = (extent == STORE_FILE_FIRST && !first) ||
		    walk_tree(w, tree.root, 1, tree.depth);
	w->extent = extent;
	return good;
}

static bool
check_branch_node(
	struct walk *w, const struct page_node *node, size_t level, size_t depth)
{
	size_t child = store_file_page_child(node);
	/* A leaf need not be read, only be there, unless all pages are checked. */
	if (level + 1 == depth && w->extent != STORE_FILE_ALL)
		return child >= 2 && child < w->file.pages;
	return walk_tree(w, child, level + 1, depth);
}

static bool
walk_nodes(struct walk *w, const uint8_t *page, const struct page_head *head,
	size_t level, size_t depth)
{
	bool leaf = head->flags & PAGE_LEAF;
	size_t count;
	if (leaf != (level == depth) || !store_file_page_nodes(&w->file, head, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct page_node node;
		if (!store_file_page_node(&w->file, page, i, &node))
			return false;
		if (!(leaf ? check_leaf_node(w, &node)
			   : check_branch_node(w, &node, level, depth)))
			return false;
	}
	return count > 0;
}

static bool
walk_tree(struct walk *w, size_t number, size_t level, size_t depth)
{
	if (depth < level || depth > PAGE_DEPTH_MAX)
		return false;
	struct page_head head;
	uint8_t *page = mem_alloc(w->file.page_size);
	bool good = store_file_page_read(&w->file, number, page, &head) &&
		    walk_nodes(w, page, &head, level, depth);
	free(page);
	return good;
}

static bool
walk_root(struct walk *w, const struct page_tree *tree)
{
	return tree->root == PAGE_NONE || walk_tree(w, tree->root, 1, tree->depth);
}

static bool
check_state(struct walk *w, const struct page_meta *meta)
{
	/* The table of tables is read down to its leaves, which hold the roots of the
	 * other tables. */
	bool all = w->extent == STORE_FILE_ALL;
	if (!walk_root(w, &meta->trees[1]))
		return false;
	if (w->extent == STORE_FILE_FIRST || (meta->last_page < w->file.pages && !all))
		return true;
	w->extent = STORE_FILE_ALL;
	w->in_free_list = true;
	if (!walk_root(w, &meta->trees[0]))
		return false;
	size_t past_end =
		meta->last_page < w->file.pages ? 0 : meta->last_page + 1 - w->file.pages;
	return w->free_past_end >= past_end;
}

/* Finds the meta page of state txn. LMDB writes the two in turn. */
static bool
find_meta(const struct walk *w, size_t txn, struct page_meta *meta)
{
	for (size_t i = 0; i < 2; i++)
		if (store_file_page_meta(&w->file, i, meta) && meta->txn == txn)
			return true;
	return false;
}

/* ERR_BUSY: writers were so quick that both meta pages are newer than the state we
 * read. */
static int
check_once(struct store *store, enum store_file_extent extent, bool *good)
{
	struct walk w = {.extent = extent};
	MDB_txn *txn;
	MDB_stat stat;
	struct stat file;
	struct page_meta meta;
	int code = store_transact_begin(store, MDB_RDONLY, &txn);
	if (code)
		return code;
	mdb_env_stat(store->env, &stat);
	mdb_env_get_fd(store->env, &w.file.fd);
	w.file.page_size = stat.ms_psize;
	*good = true;
	if (fstat(w.file.fd, &file) == 0 && store_file_page_meta(&w.file, 0, &meta)) {
		w.file.pages = (size_t)file.st_size / w.file.page_size;
		w.file.visit_max = w.file.pages + 2;
		if (find_meta(&w, mdb_txn_id(txn), &meta))
			*good = check_state(&w, &meta);
		else
			code = ERR_BUSY;
	}
	mdb_txn_abort(txn);
	store_transact_end(store);
	return code;
}

static int
damaged(struct store *store, struct err *err)
{
	store->damaged = true;
	return err_set(err, ERR_DAMAGED,
		_("the store %s is damaged: pages are missing or not what they should "
		  "be. It was not changed: courant restore puts a backup in its place, "
		  "courant check --repair saves what can be read"),
		store->dir);
}

int
store_file_check(struct store *store, enum store_file_extent extent, struct err *err)
{
	bool good = true;
	int code = ERR_BUSY;
	for (int i = 0; i < TRIES && code == ERR_BUSY; i++)
		code = check_once(store, extent, &good);
	if (code && code != ERR_BUSY)
		return store_fail(store, code, err, _("cannot check the pages"));
	return good ? OK : damaged(store, err);
}

/* True also if neither has our layout: LMDB says what that means. */
static bool
metas_sound(struct page_file *file)
{
	struct page_meta meta;
	if (!store_file_page_size(file))
		return true;
	for (size_t i = 0; i < PAGE_METAS; i++)
		if (!store_file_page_meta(file, i, &meta) ||
			meta.last_page > meta.map_size / file->page_size)
			return false;
	return true;
}

/* The rest of a process that was killed while it made the store: nothing was ever in it.
 */
static bool
never_made(const struct page_file *file)
{
	struct page_meta meta;
	struct stat st;
	return store_file_page_meta(file, 0, &meta) && meta.txn == 0 &&
	       meta.trees[1].root == PAGE_NONE && fstat(file->fd, &st) == 0 &&
	       (size_t)st.st_size == file->page_size;
}

int
store_file_check_metas(struct store *store, struct err *err)
{
	struct page_file file = {
		.fd = open(store->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
	bool sound = file.fd < 0 || metas_sound(&file);
	if (!sound) {
		/* A process that makes a store writes the meta pages one after the other,
		 * within the gate. */
		int gate = store_move_enter_alone(store->dir);
		sound = metas_sound(&file) ||
			(never_made(&file) && truncate(store->path, 0) == 0);
		store_move_leave(gate);
	}
	if (file.fd >= 0)
		close(file.fd);
	return sound ? OK : damaged(store, err);
}
