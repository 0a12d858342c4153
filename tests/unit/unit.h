/*
 * What every unit test includes first: cmocka, and the headers that it needs.
 */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/attr.h"

/* Sanitizers map terabytes, so that the address space can't be limited with them. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#elif defined __has_feature
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED false
#endif

/* What an emulator of another machine (tests/portability) gets wrong: limits of the
 * address space, when a forked process began, locks of a process that was killed, and
 * that a program to be run is not there. */
#define EMULATED (getenv("COURANT_EMULATED") != NULL)

/* For tests that only compute, and whose code others run as well: under a sanitizer they
 * would take a tenth of all its time. Ends the program, as skipped. */
static inline void
unit_skip_sanitized(void)
{
	if (SANITIZED) {
		puts("1..0 # SKIP takes too long under a sanitizer");
		exit(0);
	}
}

#define UNIT_SECONDS 600 /* that a test program may take, at the slowest */

/* Called in each round of a test that takes as long as it is told to: the bound is then
 * on a round, however many there are and however busy the machine is. */
static inline void
unit_goes_on(void)
{
	alarm(UNIT_SECONDS);
}

static inline void
unit_begin(void)
{
	setpgid(0, 0);
	unit_goes_on();
}

/* Ends children that a failed case left behind: they would keep the log open. */
static inline int
unit_end(int failed)
{
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
	return failed;
}

/* Runs an array of cmocka_unit_test() entries as a TAP plan, in a process group of its
 * own. */
#define UNIT_RUN(tests)                                                                  \
	(unit_begin(), unit_end(cmocka_run_group_tests(tests, NULL, NULL)))

#endif
