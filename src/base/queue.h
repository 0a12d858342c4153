/*
 * A queue of messages between two threads. Posting gives the message away and never
 * blocks; the receiver polls queue_fd beside its other descriptors, or is woken by its
 * own means (wake). A message is a heap block; who takes it frees it.
 */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

struct queue;

/* wake (may be NULL) is called after each post, with no lock held, in the posting
 * thread. */
struct queue *queue_new(void (*wake)(void *), void *wake_data);
/* Frees the queue and, through drop (may be NULL: free()), what is still in it. */
void queue_free(struct queue *queue, void (*drop)(void *));

void queue_post(struct queue *queue, void *message);
/* The oldest message, or NULL when there is none. */
void *queue_take(struct queue *queue);
/* Readable while messages wait. For poll() only: never read from it. */
int queue_fd(const struct queue *queue);

#endif
