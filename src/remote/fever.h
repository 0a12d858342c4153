/*
 * Fever's API, a stop-gap for servers that have nothing better: one item per mark, fifty
 * per request, and no way to subscribe.
 */
#ifndef REMOTE_FEVER_H
#define REMOTE_FEVER_H

#include "remote/remote.h"

extern const struct remote_backend remote_fever;

#endif
