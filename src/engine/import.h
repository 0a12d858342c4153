/*
 * Lists of feeds from elsewhere; the function itself is in engine/api.h, for ui and cli.
 */
#ifndef ENGINE_IMPORT_H
#define ENGINE_IMPORT_H

#include "engine/api.h"

#endif
