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

/* Runs a NULL-free array of cmocka_unit_test() entries as one TAP plan. */
#define UNIT_RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

#endif
