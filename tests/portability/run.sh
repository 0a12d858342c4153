#!/bin/sh
# usage: run.sh SRCDIR [STAGE…]   (make portability, in the build tree)
# Builds for another C library, word size and byte order, and tests what can be run:
#
#	musl        all of src/ compiles without a warning, and each function that it takes
#	            from the C library is in musl. Debian has none of our libraries for
#	            musl, so nothing is linked or run.
#	32bit       i386, on a processor that runs it: the whole of make check
#	big-endian  s390x, in an emulator: the tests from base to store, some commands
#
# Compilers and emulator must be installed; missing ones are named. The libraries for the
# other machines come out of Debian's packages and lie below portability/, where the next
# run finds them; nothing of them is installed. Ends with "N passed, N failed": stages.

srcdir=$1
shift
here=$PWD/portability
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
ccache=
command -v ccache >/dev/null && ccache='ccache '
packages='libc6-dev libc-bin libcurl4-openssl-dev libpsl-dev libmxml-dev liblmdb-dev
	libncurses-dev libgumbo-dev libjansson-dev libuchardet-dev libpcre2-dev libxxhash-dev
	libdeflate-dev libunistring-dev libsqlite3-dev libfribidi-dev libgd-dev
	libcmocka-dev libvterm-dev libssl-dev'

# need PROGRAM PACKAGE …: false if a program is missing; says which packages have it.
need()
{
	missing=
	while [ $# -gt 0 ]; do
		command -v "$1" >/dev/null || missing="$missing $2"
		shift 2
	done
	[ -z "$missing" ] || echo "ERROR: not installed:$missing"
	[ -z "$missing" ]
}

# unpack ARCHITECTURE: the packages, and whatever they depend on, in the directory $root.
# Sources of packages are the system's; apt is told nothing else of it.
unpack()
{
	root=$here/root-$1
	[ -f "$root/complete" ] && return
	rm -rf "$root"
	mkdir -p "$root/apt/state/lists/partial" "$root/apt/cache/archives/partial" || return
	: >"$root/apt/status"
	set -- -q -o "APT::Architecture=$1" -o "APT::Architectures=$1" \
		-o "Dir::State=$root/apt/state" -o "Dir::State::status=$root/apt/status" \
		-o "Dir::Cache=$root/apt/cache" -o Debug::NoLocking=1
	# a list that can't be had just now may not be needed
	apt-get "$@" update
	# shellcheck disable=SC2086
	apt-get "$@" install -y --download-only --no-install-recommends $packages || return
	for package in "$root"/apt/cache/archives/*.deb; do
		dpkg-deb -x "$package" "$root" || return
	done
	rm -rf "$root/apt"
	# absolute links would lead out of there
	find "$root" -type l | while read -r link; do
		to=$(readlink "$link")
		case $to in /*) ln -sfn "$root$to" "$link" ;; esac
	done
	: >"$root/complete"
}

# build_for TRIPLET ARG…: the program for that machine, with the libraries in $root, in a
# directory of its own, which is the current one afterwards.
build_for()
{
	triplet=$1
	shift
	multiarch=$(echo "$triplet" | sed s/i686/i386/)
	export PKG_CONFIG_SYSROOT_DIR="$root" GCONV_PATH="$root/usr/lib/$multiarch/gconv" \
		PKG_CONFIG_LIBDIR="$root/usr/lib/$multiarch/pkgconfig:$root/usr/share/pkgconfig"
	mkdir -p "$here/$triplet" && cd "$here/$triplet" || return
	[ -f Makefile ] || "$srcdir/configure" -q --host="$triplet" --enable-werror \
		CC="$ccache$triplet-gcc --sysroot=$root" CFLAGS='-O1 -g1' "$@" || return
	make -s -j"$jobs" src/courant
}

# check TARGET ARG…
check()
{
	COURANT_NO_LINT=1 COURANT_NO_CORPUS=1 make -s -j$((2 * jobs)) VERBOSE=1 "$@"
}

# The libraries' headers, without those of the system's C library beside them.
link_headers()
{
	mkdir -p headers
	for name in curl lmdb.h libpsl.h mxml.h gumbo.h tag_enum.h jansson.h jansson_config.h \
		uchardet pcre2.h xxhash.h xxh3.h libdeflate.h curses.h ncurses.h ncurses_dll.h \
		unctrl.h term.h eti.h unicase.h uniconv.h unictype.h uninorm.h unistr.h \
		unitypes.h uniwidth.h unistring sqlite3.h fribidi gd.h gd_io.h gd_errors.h \
		gd_color_map.h gdfx.h; do
		for dir in /usr/include "/usr/include/$(gcc -print-multiarch)"; do
			[ ! -e "$dir/$name" ] || ln -sfn "$dir/$name" headers/
		done
	done
}

# symbols FILTER FILE…: names that nm knows of the files, sorted.
symbols()
{
	filter=$1
	shift
	nm "$filter" "$@" 2>/dev/null | awk 'NF > 1 { sub(/@.*/, "", $NF); print $NF }' |
		sort -u
}

# The libraries that the system's own build is linked with, but for the C library.
libraries()
{
	readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
		grep -Ev '^(libc|libm)\.so' >needed
	ldd "$program" | awk 'NR == FNR { needed[$1]; next } $1 in needed { print $3 }' needed -
}

# What courant takes from elsewhere, and neither its libraries, musl nor the compiler has.
nowhere()
{
	objects=$(find src -name '*.o')
	libc=$(find /lib /usr/lib -path '*musl*' -name libc.so | head -n 1)
	# shellcheck disable=SC2086,SC2046
	{
		symbols --defined-only $objects
		symbols -D $(libraries) "$libc"
		symbols --defined-only "$(gcc -print-libgcc-file-name)"
		echo _GLOBAL_OFFSET_TABLE_
	} | sort -u >known
	# shellcheck disable=SC2086
	symbols -u $objects | comm -23 - known
}

stage_musl()
{
	need musl-gcc musl-tools readelf binutils || return
	program=$PWD/src/courant
	mkdir -p "$here/musl" && cd "$here/musl" && link_headers || return
	include="-isystem $PWD/headers"
	set -- "CURSES_CFLAGS=$include -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=600" \
		"UCHARDET_CFLAGS=$include/uchardet" "FRIBIDI_CFLAGS=$include/fribidi"
	for name in CURL PSL MXML LMDB GUMBO JANSSON PCRE2 XXHASH LIBDEFLATE SQLITE GD; do
		set -- "$@" "${name}_CFLAGS=$include"
	done
	[ -f Makefile ] || "$srcdir/configure" -q --enable-werror CC="${ccache}musl-gcc" \
		CFLAGS='-O1 -g1' CPPFLAGS="$include" ac_cv_lib_unistring_u8_check=yes "$@" ||
		return
	# shellcheck disable=SC2046
	make -s -j"$jobs" $(cd "$srcdir" && ls src/*.c | sed 's,/,/courant-,; s/c$/o/') \
		$(sed -n '/^noinst_LIBRARIES = /,/[^\\]$/p' Makefile |
			grep -o 'src/[a-z0-9_/]*\.a') || return
	missing=$(nowhere)
	# shellcheck disable=SC2086
	[ -z "$missing" ] || echo "ERROR: not in musl:" $missing
	[ -z "$missing" ]
}

# Programs find the loader and the libraries where they lie, so that they run by themselves.
stage_32bit()
{
	case $(uname -m) in
	x86_64 | i?86) ;;
	*) echo "ERROR: this processor does not run programs for i386"; return 1 ;;
	esac
	need i686-linux-gnu-gcc gcc-i686-linux-gnu && unpack i386 || return
	libraries=$root/usr/lib/i386-linux-gnu:$root/lib/i386-linux-gnu
	build_for i686-linux-gnu LDFLAGS="-Wl,--disable-new-dtags,-rpath,$libraries,\
--dynamic-linker=$root/lib/ld-linux.so.2" && check check
}

# tests_of NAME…: the test programs of these layers.
tests_of()
{
	(cd "$srcdir" && for name; do ls tests/"$name"*.c; done) | sed 's/\.c$//' | tr '\n' ' '
}

# wrap PROGRAM…: puts each behind a script that runs it in the emulator.
wrap()
{
	for program; do
		if ! head -n 1 "$program" | grep -q '^#!'; then
			mv "$program" "$program.s390x"
			printf '#!/bin/sh\nexec qemu-s390x "$0.s390x" "$@"\n' >"$program"
			chmod +x "$program"
		fi
	done
}

# Little address space keeps maps small: the emulator goes through them page by page.
stage_big_endian()
{
	need s390x-linux-gnu-gcc gcc-s390x-linux-gnu qemu-s390x qemu-user &&
		unpack s390x && build_for s390x-linux-gnu || return
	programs=$(tests_of store/test_ unit/test_base unit/test_model unit/test_conf \
		unit/test_feed unit/test_query unit/test_store)
	scripts=$(cd "$srcdir" && ls tests/cli/export.sh tests/cli/list.sh tests/cli/mark.sh \
		tests/cli/rows.sh tests/cli/state.sh | tr '\n' ' ')
	# shellcheck disable=SC2086
	make -s -j"$jobs" tests/http/feedserve $programs || return
	wrap src/courant tests/http/feedserve
	export QEMU_LD_PREFIX="$root" QEMU_RESERVED_VA=0x40000000 COURANT_EMULATED=1 \
		CRASH_KILLS=15
	ulimit -v 1800000
	check check-TESTS TESTS="$programs $scripts" check_PROGRAMS="$programs" \
		LOG_COMPILER="sh $srcdir/tests/tap.sh qemu-s390x"
}

mkdir -p "$here" || exit 1
passed=0 failed=0
for stage in ${*:-musl 32bit big-endian}; do
	echo "portability: $stage"
	if ("stage_$(echo "$stage" | tr - _)") >"$here/$stage.log" 2>&1; then
		grep -E '^# (PASS|SKIP):' "$here/$stage.log"
		passed=$((passed + 1))
	else
		grep -E '^(FAIL:|ERROR:)|error:|ERROR: ' "$here/$stage.log" | head -n 30
		echo "portability: $stage FAILED, see $here/$stage.log"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
