# src/fetch: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/fetch/libfetch.a
src_fetch_libfetch_a_SOURCES = \
	src/fetch/address.c src/fetch/address.h \
	src/fetch/budget.c src/fetch/budget.h \
	src/fetch/domain.c src/fetch/domain.h \
	src/fetch/fetch.c src/fetch/fetch.h \
	src/fetch/headers.c src/fetch/headers.h \
	src/fetch/heap.c src/fetch/heap.h \
	src/fetch/job.c src/fetch/job.h \
	src/fetch/loop.c src/fetch/loop.h \
	src/fetch/message.c src/fetch/message.h \
	src/fetch/own.c src/fetch/own.h \
	src/fetch/part.c src/fetch/part.h \
	src/fetch/private.c src/fetch/private.h \
	src/fetch/proxy.c src/fetch/proxy.h \
	src/fetch/queue.c src/fetch/queue.h \
	src/fetch/receive.c src/fetch/receive.h \
	src/fetch/request.h \
	src/fetch/result.c src/fetch/result.h \
	src/fetch/run.c src/fetch/run.h \
	src/fetch/send.c src/fetch/send.h \
	src/fetch/sink.c src/fetch/sink.h \
	src/fetch/transfer.c src/fetch/transfer.h \
	src/fetch/window.c src/fetch/window.h
src_fetch_libfetch_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(PSL_CFLAGS)
FETCH = src/fetch/libfetch.a $(CURL_LIBS) $(PSL_LIBS)
