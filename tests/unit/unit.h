/*
 * What every unit test starts with: cmocka and the headers it needs before it.
 */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"

/* Sanitizers themselves map terabytes: no limit of the address space holds with them. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#elif defined __has_feature
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED false
#endif

/* Runs a NULL-free array of cmocka_unit_test() entries as one TAP plan. */
#define UNIT_RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

#endif
