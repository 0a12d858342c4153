/*
 * courant-picture: reads a PNG, JPEG, GIF or WebP on standard input and writes it as a
 * portable pixmap (P6), scaled down. A picture may be made to take over the program that
 * decodes it. So this is a program of its own, which gives up its rights before it reads
 * the first byte: after that, it can only read its input, write its output and use some
 * memory.
 *
 * The format is taken from the picture's first bytes, not from the server. A picture with
 * too many pixels is refused before memory is allocated for it.
 */
#include "config.h"

#include <gd.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/attr.h"
#include "image/limits.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
/* The numbers of system calls are different for each machine. */
#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __i386__
#define MACHINE AUDIT_ARCH_I386
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __arm__
#define MACHINE AUDIT_ARCH_ARM
#elif defined __riscv && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif
#endif

#if defined MACHINE && !defined SANITIZED
#define FILTERS 1
#endif

#define MEMORY_MAX ((rlim_t)512 << 20)
#define SECONDS_MAX 5
#define WORDS 3 /* for refusals: standard error, out of reach of libraries */

static void
fail(const char *why)
{
	dprintf(WORDS, "%s\n", why);
	exit(1);
}

static void
stop(int signal)
{
	static const char why[] = "the picture takes too long\n";
	(void)signal;
	_exit(write(WORDS, why, sizeof why - 1) < 0 ? 2 : 1);
}

/* ---- rights */

#ifdef FILTERS
/* What memory and descriptors need, and nothing else. */
static void
filter_calls(void)
{
	static const int calls[] = {
		__NR_read,
		__NR_write,
		__NR_brk,
		__NR_munmap,
		__NR_mremap,
		__NR_madvise,
		__NR_mprotect,
		__NR_futex,
		__NR_exit,
		__NR_exit_group,
		__NR_rt_sigreturn,
		__NR_getrandom,
		__NR_clock_gettime,
		__NR_lseek,
#ifdef __NR_mmap
		__NR_mmap,
#endif
#ifdef __NR_mmap2
		__NR_mmap2,
#endif
#ifdef __NR_fstat
		__NR_fstat,
#endif
#ifdef __NR_fstat64
		__NR_fstat64,
#endif
#ifdef __NR_newfstatat
		__NR_newfstatat,
#endif
#ifdef __NR_clock_gettime64 /* 32 bits */
		__NR_clock_gettime64,
#endif
#ifdef __NR_futex_time64
		__NR_futex_time64,
#endif
#ifdef __NR__llseek
		__NR__llseek,
#endif
#ifdef __NR_statx
		__NR_statx,
#endif
	};
	struct sock_filter code[COUNT_OF(calls) + 6];
	size_t n = 0;
	code[n++] = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
	code[n++] =
		(struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL);
	code[n++] = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < COUNT_OF(calls); i++)
		code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			(unsigned)calls[i], (unsigned char)(COUNT_OF(calls) - i), 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = {(unsigned short)n, code};
	/* A kernel without filters still has the limits below. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0 &&
		errno != EINVAL)
		fail("the decoder's rights could not be given up");
}
#endif

static void
keep_words(void)
{
	if (dup2(STDERR_FILENO, WORDS) < 0)
		_exit(1);
#ifndef SANITIZED
	close(STDERR_FILENO);
#endif
	signal(SIGXCPU, stop);
}

static void
give_up_rights(void)
{
	const struct {
		int what;
		rlim_t most;
	} limits[] = {
		{RLIMIT_CPU, SECONDS_MAX},
		{RLIMIT_CORE, 0},
		{RLIMIT_NOFILE, 3},
#ifndef SANITIZED
		{RLIMIT_AS, MEMORY_MAX},
#endif
	};
	for (size_t i = 0; i < COUNT_OF(limits); i++) {
		bool time = limits[i].what == RLIMIT_CPU;
		const struct rlimit limit = {limits[i].most, limits[i].most + time};
		if (setrlimit(limits[i].what, &limit) != 0)
			fail("the decoder's limits could not be set");
	}
#ifdef FILTERS
	filter_calls();
#endif
}

/* ---- what it is */

static uint32_t
number(const unsigned char *p, int bytes, bool little)
{
	uint32_t value = 0;
	for (int i = 0; i < bytes; i++)
		value = value << 8 | p[little ? bytes - 1 - i : i];
	return value;
}

/* The size of a JPEG is in its frame, after other segments. */
static bool
jpeg_size(const unsigned char *p, size_t n, uint32_t *w, uint32_t *h)
{
	for (size_t at = 2; at + 9 < n;) {
		if (p[at] != 0xff) {
			at++;
			continue;
		}
		unsigned char kind = p[at + 1];
		bool alone =
			kind == 0xff || kind == 0x01 || (kind >= 0xd0 && kind <= 0xd8);
		if (alone) {
			at += kind == 0xff ? 1 : 2;
			continue;
		}
		bool frame = kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 &&
			     kind != 0xc8 && kind != 0xcc;
		if (frame) {
			*h = number(p + at + 5, 2, false);
			*w = number(p + at + 7, 2, false);
			return true;
		}
		at += 2 + number(p + at + 2, 2, false);
	}
	return false;
}

static bool
webp_size(const unsigned char *p, size_t n, uint32_t *w, uint32_t *h)
{
	if (n < 30)
		return false;
	if (memcmp(p + 12, "VP8X", 4) == 0) {
		*w = number(p + 24, 3, true) + 1;
		*h = number(p + 27, 3, true) + 1;
	} else if (memcmp(p + 12, "VP8L", 4) == 0) {
		uint32_t bits = number(p + 21, 4, true);
		*w = (bits & 0x3fff) + 1;
		*h = (bits >> 14 & 0x3fff) + 1;
	} else {
		*w = number(p + 26, 2, true) & 0x3fff;
		*h = number(p + 28, 2, true) & 0x3fff;
	}
	return true;
}

static bool
png_size(const unsigned char *p, size_t n, uint32_t *w, uint32_t *h)
{
	if (n < 24)
		return false;
	*w = number(p + 16, 4, false);
	*h = number(p + 20, 4, false);
	return true;
}

static bool
gif_size(const unsigned char *p, size_t n, uint32_t *w, uint32_t *h)
{
	if (n < 10)
		return false;
	*w = number(p + 6, 2, true);
	*h = number(p + 8, 2, true);
	return true;
}

static const struct kind {
	const char *start;
	size_t n, at; /* its length and offset */
	bool (*size)(const unsigned char *p, size_t n, uint32_t *w, uint32_t *h);
	gdImagePtr (*read)(int size, void *data);
} kinds[] = {
	{"\x89PNG\r\n\x1a\n", 8, 0, png_size, gdImageCreateFromPngPtr},
	{"\xff\xd8\xff", 3, 0, jpeg_size, gdImageCreateFromJpegPtr},
	{"GIF8", 4, 0, gif_size, gdImageCreateFromGifPtr},
	{"WEBP", 4, 8, webp_size, gdImageCreateFromWebpPtr},
};

static gdImagePtr
decode(unsigned char *data, size_t n)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		const struct kind *kind = &kinds[i];
		uint32_t w = 0, h = 0;
		if (n < kind->at + kind->n ||
			memcmp(data + kind->at, kind->start, kind->n) != 0)
			continue;
		if (!kind->size(data, n, &w, &h) || w == 0 || h == 0)
			fail("the picture is damaged");
		if ((uint64_t)w * h > IMAGE_PIXELS_MAX)
			fail("the picture has too many pixels");
		return kind->read((int)n, data);
	}
	fail("it is not a picture of a kind that can be shown (PNG, JPEG, GIF, WebP)");
	return NULL;
}

/* ---- in and out */

static size_t
read_all(unsigned char *data, size_t max)
{
	size_t n = 0;
	ssize_t got;
	while (n < max && (got = read(STDIN_FILENO, data + n, max - n)) > 0)
		n += (size_t)got;
	return n;
}

static void
write_all(const unsigned char *data, size_t n)
{
	while (n > 0) {
		ssize_t done = write(STDOUT_FILENO, data, n);
		if (done <= 0)
			_exit(1);
		data += done;
		n -= (size_t)done;
	}
}

/* A copy of the size that is kept, on white where the picture is transparent. */
static gdImagePtr
scale(gdImagePtr from)
{
	int w = gdImageSX(from), h = gdImageSY(from);
	int most = w > h ? w : h;
	int to_w = most > IMAGE_SIDE_MAX ? w * IMAGE_SIDE_MAX / most : w;
	int to_h = most > IMAGE_SIDE_MAX ? h * IMAGE_SIDE_MAX / most : h;
	to_w += to_w == 0;
	to_h += to_h == 0;
	gdImagePtr to = gdImageCreateTrueColor(to_w, to_h);
	if (!to)
		fail("there is too little memory for the picture");
	gdImageFilledRectangle(to, 0, 0, to_w - 1, to_h - 1, 0xffffff);
	gdImageCopyResampled(to, from, 0, 0, 0, 0, to_w, to_h, w, h);
	return to;
}

static void
write_pixmap(gdImagePtr image)
{
	int w = gdImageSX(image), h = gdImageSY(image);
	char head[32];
	size_t n = (size_t)snprintf(head, sizeof head, "P6\n%d %d\n255\n", w, h);
	size_t size = (size_t)w * (size_t)h * 3;
	unsigned char *out = malloc(n + size), *p = out + n;
	if (!out)
		fail("there is too little memory for the picture");
	memcpy(out, head, n);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			int color = gdImageTrueColorPixel(image, x, y);
			*p++ = (unsigned char)gdTrueColorGetRed(color);
			*p++ = (unsigned char)gdTrueColorGetGreen(color);
			*p++ = (unsigned char)gdTrueColorGetBlue(color);
		}
	write_all(out, n + size);
}

static void
say_nothing(int priority, const char *format, va_list args)
{
	(void)priority;
	(void)format;
	(void)args;
}

int
main(void)
{
	keep_words();
	give_up_rights();
	gdSetErrorMethod(say_nothing);
	unsigned char *data = malloc(IMAGE_BYTES_MAX + 1);
	size_t n = data ? read_all(data, IMAGE_BYTES_MAX + 1) : 0;
	if (n == 0 || n > IMAGE_BYTES_MAX)
		fail(n ? "the picture is too large" : "the picture is empty");
	gdImagePtr image = decode(data, n);
	if (!image)
		fail("the picture is damaged");
	write_pixmap(scale(image));
	_exit(0);
}
