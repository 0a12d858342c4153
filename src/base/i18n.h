/*
 * Messages in the user's language. _() translates where a sentence is used, N_() marks a
 * string in a table that is translated when it is shown. Every file that uses either
 * stands in po/POTFILES.in.
 */
#ifndef BASE_I18N_H
#define BASE_I18N_H

#include "config.h"

#ifdef ENABLE_NLS
#include <libintl.h>
#define _(text) gettext(text)
#define N_(text) text
#define P_(one, many, n) ngettext(one, many, (unsigned long)(n))
#else
#define _(text) (text)
#define N_(text) text
#define P_(one, many, n) ((n) == 1 ? (one) : (many))
#endif

#endif
