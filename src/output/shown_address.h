/*
 * Addresses as they are shown to people.
 */
#ifndef OUTPUT_SHOWN_ADDRESS_H
#define OUTPUT_SHOWN_ADDRESS_H

struct arena;

/* In arena: without passwords, and where the host is not ASCII, with the name that will
 * be looked up (case 17). Any thread. */
char *output_address(struct arena *arena, const char *url);

#endif
