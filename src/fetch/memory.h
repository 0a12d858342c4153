/*
 * How much memory the bodies of all running transfers may take together. A transfer that
 * would need more has to wait, but the first one to need more may continue up to its own
 * limit, so that something always ends. Only for the thread of struct fetch.
 */
#ifndef FETCH_MEMORY_H
#define FETCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct fetch_budget {
	size_t max;        /* bytes */
	size_t used;       /* it may exceed max by one body */
	const void *first; /* the owner that may exceed it; NULL: none does */
	size_t waiting;    /* owners */
	size_t least;      /* the fewest bytes that one of them waits for */
};

/* Takes n bytes for an owner. False: it has to wait until fetch_budget_free says so. */
bool fetch_budget_take(struct fetch_budget *budget, const void *owner, size_t n);
/* The owner, which has taken n bytes in all, is done. */
void fetch_budget_give(struct fetch_budget *budget, const void *owner, size_t n);
/* Whether it is worth while for the waiting owners to try again. */
bool fetch_budget_free(const struct fetch_budget *budget);
/* All waiting owners are about to try. */
void fetch_budget_retry(struct fetch_budget *budget);

#endif
