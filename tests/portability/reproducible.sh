#!/bin/sh
# usage: reproducible.sh SRCDIR     (make reproducible, in the build tree)
# Builds and installs the source twice, in places of other names, at other times, in other
# zones, languages and umasks, and compares all files. The same for the release's tarball.
# Takes as long as two builds.
srcdir=$1
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
dir=$(mktemp -d "${TMPDIR:-/tmp}/courant-reproducible.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-1795000000}
export SOURCE_DATE_EPOCH

# Both are of the sources as they are now, whatever is edited meanwhile.
(cd "$srcdir" && git ls-files -z | tar cf "$dir/sources.tar" --null -T -) || exit 1

# once DIRECTORY: everything there, from the sources on
once()
{
	mkdir -p "$1" && tar xf "$dir/sources.tar" -C "$1" || return 1
	(
		cd "$1" && autoreconf -fi && ./configure -q --prefix=/usr \
			CFLAGS="-g -O2 -ffile-prefix-map=$1=." &&
			make -s -j"$jobs" && make -s install-strip DESTDIR="$1/root" &&
			make -s dist
	) >"$1.log" 2>&1 || {
		tail -n 20 "$1.log"
		return 1
	}
}
(umask 022 && TZ=UTC LC_ALL=C once "$dir/a") || exit 1
sleep 2 # into another second of the clock
(umask 077 && TZ=Pacific/Auckland LC_ALL=C.UTF-8 once "$dir/another/place") || exit 1

faults=0
# same NAME A B
same()
{
	if diff -r "$2" "$3" >"$dir/say" 2>&1; then
		echo "ok: $1"
	else
		sed -n '1,20s/^/# /p' "$dir/say"
		echo "not ok: $1"
		faults=1
	fi
}
same 'what is installed' "$dir/a/root" "$dir/another/place/root"
for place in a another/place; do
	mkdir "$dir/$place/dist" &&
		tar xf "$dir/$place"/courant-*.tar.xz -C "$dir/$place/dist" || exit 1
done
same 'what is in the tarball' "$dir/a/dist" "$dir/another/place/dist"
exit $faults
