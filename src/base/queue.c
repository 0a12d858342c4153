/*
 * A linked list guarded by a mutex, and a pipe that holds one byte exactly while the list
 * is not empty. The byte is written when the list stops being empty and read when it
 * becomes so, both under the lock, so that the descriptor's state always agrees with the
 * list.
 */
#include "config.h"

#include "base/queue.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"

struct node {
	struct node *next;
	void *message;
};

struct queue {
	pthread_mutex_t lock; /* guards first, last and the byte in the pipe */
	struct node *first, *last;
	int pipe[2];
	void (*wake)(void *);
	void *wake_data;
};

struct queue *
queue_new(void (*wake)(void *), void *wake_data)
{
	struct queue *q = mem_zalloc(sizeof *q);
	if (pipe(q->pipe) != 0)
		mem_die(_("cannot create a pipe"));
	for (int i = 0; i < 2; i++) {
		fcntl(q->pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(q->pipe[i], F_SETFL, O_NONBLOCK);
	}
	pthread_mutex_init(&q->lock, NULL);
	q->wake = wake;
	q->wake_data = wake_data;
	return q;
}

void
queue_free(struct queue *q, void (*drop)(void *))
{
	if (!q)
		return;
	for (void *message; (message = queue_take(q)) != NULL;)
		drop ? drop(message) : free(message);
	close(q->pipe[0]);
	close(q->pipe[1]);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

void
queue_post(struct queue *q, void *message)
{
	struct node *node = mem_alloc(sizeof *node);
	*node = (struct node){NULL, message};
	pthread_mutex_lock(&q->lock);
	if (q->last) {
		q->last->next = node;
	} else {
		q->first = node;
		ssize_t ignored = write(q->pipe[1], "", 1);
		(void)ignored;
	}
	q->last = node;
	pthread_mutex_unlock(&q->lock);
	if (q->wake)
		q->wake(q->wake_data);
}

void *
queue_take(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	struct node *node = q->first;
	if (node) {
		q->first = node->next;
		if (!q->first) {
			char byte;
			ssize_t ignored = read(q->pipe[0], &byte, 1);
			(void)ignored;
			q->last = NULL;
		}
	}
	pthread_mutex_unlock(&q->lock);
	void *message = node ? node->message : NULL;
	free(node);
	return message;
}

int
queue_fd(const struct queue *q)
{
	return q->pipe[0];
}
