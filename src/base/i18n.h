/*
 * Messages in the user's language. _() translates a sentence where it is used; N_() marks
 * a string in a table, to be translated when it is displayed; P_() chooses a form by
 * number, NP_() marks the two forms in a table. Every file that uses them is listed in
 * po/POTFILES.in.
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
#define NP_(one, many) one, many

#endif
