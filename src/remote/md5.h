/*
 * MD5 (RFC 1321), which Fever's API makes of user and password. Good for nothing else.
 */
#ifndef REMOTE_MD5_H
#define REMOTE_MD5_H

#include "base/span.h"

#define REMOTE_MD5_TEXT 33 /* bytes of its hexadecimal form, with a NUL */

void remote_md5(struct span text, char out[REMOTE_MD5_TEXT]);

#endif
