/*
 * Short names for compiler attributes. MUST_USE marks every function whose status must
 * not be ignored; PRINTF(fmt, args) lets the compiler check format strings; NEVER_NULL
 * says that a function does not return NULL.
 */
#ifndef BASE_ATTR_H
#define BASE_ATTR_H

#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define NEVER_NULL __attribute__((returns_nonnull))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
