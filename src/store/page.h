/*
 * Pages of a data file, read by pread and not through a map, so that whatever the file
 * holds is at worst a short read. The layout is that of LMDB's data version 1 (lmdb 0.9),
 * as its mdb.c describes it; the struct members are as wide as there.
 */
#ifndef STORE_PAGE_H
#define STORE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE_MAGIC 0xBEEFC0DEu
#define PAGE_VERSION 1u
#define PAGE_NONE SIZE_MAX /* the root of an empty tree */
#define PAGE_DEPTH_MAX 32  /* LMDB's own limit */

enum page_flag {
	PAGE_BRANCH = 0x01,
	PAGE_LEAF = 0x02,
	PAGE_OVERFLOW = 0x04,
	PAGE_IN_MEMORY = 0xc010, /* of pages that are being written; means nothing here */
};

enum page_node_flag {
	NODE_BIG = 0x01, /* the value stands in overflow pages */
	NODE_TREE = 0x02 /* the value is a named table */
};

struct page_head {
	size_t number;
	uint16_t pad, flags;
	uint16_t lower, upper; /* overflow pages: one u32, how many there are */
};

struct page_node_head {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	uint16_t high, low;
#else
	uint16_t low, high; /* value size, or the lower bits of a page number */
#endif
	uint16_t flags;     /* or its bits 32-47 */
	uint16_t key_size;
};

struct page_tree {
	uint32_t pad;
	uint16_t flags, depth;
	size_t branches, leaves, overflows, entries, root;
};

struct page_meta {
	uint32_t magic, version;
	void *address;
	size_t map_size;
	struct page_tree trees[2]; /* free pages, the table of tables */
	size_t last_page, txn;
};

struct page_file {
	int fd;
	size_t page_size, pages;   /* whole pages that the file has */
	size_t visited, visit_max; /* more than the file has: a loop */
};

/* A node in a page that was read. */
struct page_node {
	struct page_node_head head;
	const uint8_t *key, *value;
	size_t room; /* from value to the page's end */
};

bool store_page_at(const struct page_file *file, void *to, size_t n, size_t at);
/* The meta page of that index, 0 or 1, of the known layout. */
bool store_page_meta(const struct page_file *file, size_t i, struct page_meta *meta);
/* A branch or leaf page, page_size bytes. False when it is not there, or another. */
bool store_page_read(
	struct page_file *file, size_t number, uint8_t *page, struct page_head *head);
/* How many nodes a page has; false when its head makes no sense, or is of a kind of page
 * that no table of ours has. */
bool
store_page_nodes(const struct page_file *file, const struct page_head *head, size_t *len);
/* The node at index i: head, key and what follows are all inside the page. */
bool store_page_node(const struct page_file *file, const uint8_t *page, size_t i,
	struct page_node *node);
/* In a branch: the page below. In a leaf: the length of the value. */
size_t store_page_child(const struct page_node *node);
size_t store_page_value(const struct page_node *node);
/* The pages of a long value of `size` bytes are there; *at is where it begins. */
bool store_page_overflow(const struct page_file *file, const struct page_node *node,
	size_t size, size_t *at);

#endif
