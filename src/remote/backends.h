/*
 * The table of backends.
 */
#ifndef REMOTE_BACKENDS_H
#define REMOTE_BACKENDS_H

struct remote_backend;

/* All backends, in the order in which addresses are probed; ends with NULL. */
extern const struct remote_backend *const remote_backends[];
const struct remote_backend *remote_backend(const char *name);

#endif
