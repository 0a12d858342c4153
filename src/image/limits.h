/*
 * How large pictures may be, for the reader and for the program that decodes them.
 */
#ifndef IMAGE_LIMITS_H
#define IMAGE_LIMITS_H

#define IMAGE_BYTES_MAX ((size_t)8 << 20)     /* as it comes */
#define IMAGE_PIXELS_MAX ((uint64_t)40 << 20) /* of it */
#define IMAGE_SIDE_MAX 480                    /* pixels of what is kept, each way */
#define IMAGE_COUNT_MAX 50                    /* of an article */

#endif
