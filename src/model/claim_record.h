/*
 * Which process works on something of the store.
 */
#ifndef MODEL_CLAIM_RECORD_H
#define MODEL_CLAIM_RECORD_H

#include <stdint.h>

/* It takes three numbers to identify a process, since pids
 * are reused. */
struct claim_record {
	uint32_t pid;
	uint64_t start;   /* of the process, in the system's unit; 0: unknown */
	uint64_t machine; /* hash of the boot id; 0: unknown */
	int64_t until;    /* the claim ends then */
	int64_t before;   /* next_poll before the claim */
	uint64_t space;   /* the pid namespace, to which pid belongs; 0: unknown */
};

#endif
