/*
 * A queue of messages between threads. Posting a message gives it away and never blocks.
 * The receiver polls queue_fd along with its other descriptors, or has itself woken by a
 * callback. A message is a heap block, to be freed by the receiver.
 */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

struct queue;

/* wake (may be NULL) is called after each post, in the posting thread, with no lock held.
 * Ends the program if no file descriptor is available. */
struct queue *queue_new(void (*wake)(void *), void *wake_data);
/* Frees the queue and, with drop (NULL: free()), the messages still in it. */
void queue_free(struct queue *queue, void (*drop)(void *));

void queue_post(struct queue *queue, void *message);
/* Takes the oldest message, or NULL if there is none. */
void *queue_take(struct queue *queue);
/* A descriptor that is readable while messages wait. For poll() only: never read from it.
 */
int queue_fd(const struct queue *queue);

#endif
