#include "config.h"

#include "store/file/lmdb_page.h"

#include <string.h>
#include <unistd.h>

bool
store_file_page_at(const struct page_file *f, void *to, size_t n, size_t at)
{
	return pread(f->fd, to, n, (off_t)at) == (ssize_t)n;
}

bool
store_file_page_meta(const struct page_file *f, size_t i, struct page_meta *meta)
{
	return store_file_page_at(f, meta, sizeof *meta,
		       i * f->page_size + sizeof(struct page_head)) &&
	       meta->magic == PAGE_MAGIC && meta->version == PAGE_VERSION &&
	       meta->trees[0].pad == f->page_size;
}

bool
store_file_page_size(struct page_file *f)
{
	struct page_meta meta;
	for (size_t size = 512; size <= 65536; size *= 2) {
		f->page_size = size;
		if (store_file_page_meta(f, 0, &meta) ||
			store_file_page_meta(f, 1, &meta))
			return true;
	}
	return false;
}

bool
store_file_page_read(
	struct page_file *f, size_t number, uint8_t *page, struct page_head *head)
{
	if (number < 2 || number >= f->pages || ++f->visited > f->visit_max ||
		!store_file_page_at(f, page, f->page_size, number * f->page_size))
		return false;
	memcpy(head, page, sizeof *head);
	return head->number == number;
}

bool
store_file_page_nodes(
	const struct page_file *f, const struct page_head *head, size_t *len)
{
	int flags = head->flags & ~PAGE_IN_MEMORY;
	if ((flags != PAGE_LEAF && flags != PAGE_BRANCH) || head->lower < sizeof *head ||
		head->lower > head->upper || head->upper > f->page_size)
		return false;
	*len = (head->lower - sizeof *head) / 2;
	return true;
}

bool
store_file_page_node(
	const struct page_file *f, const uint8_t *page, size_t i, struct page_node *node)
{
	uint16_t at;
	memcpy(&at, page + sizeof(struct page_head) + 2 * i, sizeof at);
	if (at < sizeof(struct page_head) || at + sizeof node->head > f->page_size)
		return false;
	memcpy(&node->head, page + at, sizeof node->head);
	size_t end = (size_t)at + sizeof node->head + node->head.key_size;
	if (end > f->page_size)
		return false;
	node->key = page + at + sizeof node->head;
	node->value = page + end;
	node->room = f->page_size - end;
	return true;
}

size_t
store_file_page_child(const struct page_node *node)
{
	size_t child = node->head.low | (size_t)node->head.high << 16;
	if (sizeof child > 4)
		child |= (uint64_t)node->head.flags << 32;
	return child;
}

size_t
store_file_page_value(const struct page_node *node)
{
	return node->head.low | (size_t)node->head.high << 16;
}

bool
store_file_page_overflow(
	const struct page_file *f, const struct page_node *node, size_t size, size_t *at)
{
	struct page_head head;
	size_t number;
	uint32_t count;
	if (node->room < sizeof number)
		return false;
	memcpy(&number, node->value, sizeof number);
	if (number < 2 || number >= f->pages ||
		!store_file_page_at(f, &head, sizeof head, number * f->page_size))
		return false;
	memcpy(&count, &head.lower, sizeof count);
	*at = number * f->page_size + sizeof head;
	return head.number == number && (head.flags & PAGE_OVERFLOW) && count > 0 &&
	       count <= f->pages - number &&
	       size <= (size_t)count * f->page_size - sizeof head;
}
