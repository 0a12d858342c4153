# src/fetch: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/fetch/libfetch.a
src_fetch_libfetch_a_SOURCES = \
	src/fetch/address.c src/fetch/address.h \
	src/fetch/domain.c src/fetch/domain.h \
	src/fetch/error_message.c src/fetch/error_message.h \
	src/fetch/fetch.c src/fetch/fetch.h \
	src/fetch/fetch_job.c src/fetch/fetch_job.h \
	src/fetch/headers.c src/fetch/headers.h \
	src/fetch/heap.c src/fetch/heap.h \
	src/fetch/http_request.h \
	src/fetch/integrity.c src/fetch/integrity.h \
	src/fetch/socket_wait.c src/fetch/socket_wait.h \
	src/fetch/memory.c src/fetch/memory.h \
	src/fetch/own.c src/fetch/own.h \
	src/fetch/part_file.c src/fetch/part_file.h \
	src/fetch/private.c src/fetch/private.h \
	src/fetch/proxy.c src/fetch/proxy.h \
	src/fetch/receive.c src/fetch/receive.h \
	src/fetch/request_queue.c src/fetch/request_queue.h \
	src/fetch/result.c src/fetch/result.h \
	src/fetch/run.c src/fetch/run.h \
	src/fetch/send.c src/fetch/send.h \
	src/fetch/sink.c src/fetch/sink.h \
	src/fetch/transfer.c src/fetch/transfer.h \
	src/fetch/window.c src/fetch/window.h \
	src/fetch/yield.c src/fetch/yield.h
src_fetch_libfetch_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(PSL_CFLAGS)
FETCH = src/fetch/libfetch.a $(MODEL) $(CURL_LIBS) $(PSL_LIBS)
