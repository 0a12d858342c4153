/*
 * What happens between a crash and the end of the process: a crash in any thread, with
 * its stack used up, or by abort(). The signal then has its usual effect, so that there
 * is a core file.
 */
#ifndef BASE_CRASH_H
#define BASE_CRASH_H

/* From now on, a crash calls restore (NULL: nothing), which has to be async-signal-safe,
 * and writes text to fd. What was set before is replaced, but without restore, the
 * handlers of others, such as sanitizers, stay. The text is copied; at most 300 bytes.
 * Not for several threads at once. */
void crash_catch(void (*restore)(void), int fd, const char *text);
/* Never returns if another thread has crashed. The thread that draws calls this before it
 * writes; otherwise it would undo what restore did. */
void crash_wait(void);
/* To be called before the terminal is restored for good: other threads that call
 * crash_wait finish what they are writing and then write nothing more. The process has to
 * end soon. */
void crash_hold(void);
/* The calling thread's stack for handling its crashes. Every thread needs one, or running
 * out of stack is not handled; thread_start takes care of it. End it in the same thread;
 * NULL is allowed. */
struct crash_stack;
struct crash_stack *crash_stack_begin(void);
void crash_stack_end(struct crash_stack *stack);

#endif
