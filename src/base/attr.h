/*
 * Compiler attributes under short names. MUST_USE marks every function whose status may
 * not be dropped; PRINTF(f, a) lets the compiler check format strings; NEVER_NULL tells
 * it what a function's pointer is.
 */
#ifndef BASE_ATTR_H
#define BASE_ATTR_H

#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define NEVER_NULL __attribute__((returns_nonnull))
#define UNUSED __attribute__((unused))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
