# The rules of the source that a script can check within seconds; TAP. The slow ones are
# in slow.sh (make lint).
# shellcheck disable=SC2046

. "$srcdir/tests/lint/skip.sh"
cd "$srcdir" || exit 1
number=0
say=${TMPDIR:-/tmp}/courant-lint.$$
trap 'rm -rf "$say"' EXIT
sources=$(find src tests man -name '*.[ch]' | sort)

# check NAME COMMAND…: a case that holds when the command succeeds; it says why not.
check()
{
	name=$1
	shift
	number=$((number + 1))
	if "$@" >"$say" 2>&1; then
		echo "ok $number - $name"
	else
		sed 's/^/# /' "$say"
		echo "not ok $number - $name"
	fi
}

skip()
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

# Of src/, as the scripts name them there.
files_of_src()
{
	echo "$sources" | sed -n 's,^src/,,p' | grep /
}

layers()
{
	(cd src && awk -f ../tests/lint/layers.awk LAYERS $(files_of_src))
}

fences()
{
	(cd src && awk -f ../tests/lint/fence.awk LAYERS $(files_of_src))
}

circles()
{
	(cd src && awk -f ../tests/lint/circles.awk $(files_of_src))
}

# Calls from file to file: the same, but for tables, which go upwards.
calls()
{
	(cd "$builddir/src" && nm -A -g $(find . -name 'lib*.a') 2>/dev/null) |
		awk -f tests/lint/calls.awk | awk -f tests/lint/circles.awk
}

# Calls from folder to folder: headers that other headers include would allow too many.
linked()
{
	(cd "$builddir/src" && nm -A -g $(find . -name 'lib*.a') 2>/dev/null) |
		awk -f tests/lint/calls.awk | awk -f tests/lint/linked.awk src/LAYERS -
}

# What a folder exports begins with its path, as HACKING says (section 8).
names()
{
	for library in $(find "$builddir/src" -name "lib*.a" | sort); do
		folder=${library%/*}
		nm -g --defined-only "$library" 2>/dev/null |
			awk -v folder="${folder#"$builddir"/src/}" -f tests/lint/names.awk -
	done >"$say.names"
	cat "$say.names"
	test ! -s "$say.names"
	rc=$?
	rm -f "$say.names"
	return $rc
}

# po/POTFILES.in is exactly the files that have messages, sorted.
potfiles()
{
	grep -lE '(^|[^A-Za-z0-9_])(_|N_|P_|NP_)\(' $(echo "$sources" | grep '^src/') |
		grep -v '^src/base/i18n.h$' | sort >"$say.use"
	grep -v '^#' po/POTFILES.in | grep . >"$say.list"
	diff "$say.list" "$say.use"
	rc=$?
	rm -f "$say.use" "$say.list"
	return $rc
}

# Every header compiles alone; private ones with the flags of their libraries. A generated
# table is part of the one file that includes it.
headers()
{
	cc=$(sed -n 's/^CC = //p' "$builddir/Makefile")
	flags=$(sed -n 's/^[A-Z]*_CFLAGS = \([^$]*\)$/\1/p' "$builddir/Makefile" | tr '\n' ' ')
	rc=0
	for header in $(echo "$sources" | grep '\.h$' | grep -v '_table\.h$'); do
		printf '#include "config.h"\n#include "%s"\n' "${header#src/}" |
			$cc -I"$builddir" -Isrc -I. -Itests -Itests/http $flags -DLOCALEDIR='""' -fsyntax-only -x c - ||
			rc=1
	done
	return $rc
}

# No two headers have one name, but for the same thing (homonyms.allow).
homonyms()
{
	echo "$sources" | sed -n 's,^src/.*/\([^/]*\.h\)$,\1,p' | sort | uniq -d >"$say.twice"
	sed -n 's/^\([a-z].*\)\t.*/\1/p' tests/lint/homonyms.allow | diff - "$say.twice"
	rc=$?
	rm -f "$say.twice"
	return $rc
}

globals()
{
	objdump -t $(find "$builddir/src" -name 'lib*.a') |
		awk -f tests/lint/globals.awk tests/lint/globals.allow -
}

echo 1..12
check 'layers include only what src/LAYERS allows' layers
check 'no header carries a fenced library to another folder' fences
check 'no circles of files but small ones in one folder' circles
check 'form: lengths, order of includes, banned calls' \
	awk -f tests/lint/source.awk $sources
check 'functions used in one file are static' awk -f tests/lint/static.awk $sources
check 'po/POTFILES.in lists the files with messages' potfiles
check 'every header compiles alone' headers
check 'headers of one name are about the same' homonyms
if command -v nm >/dev/null; then
	check 'names begin with their folder' names
	check 'no circles of calls but small ones in one folder' calls
	check 'folders call only what src/LAYERS allows' linked
else
	skip 'names begin with their folder' 'needs nm'
	skip 'no circles of calls but small ones in one folder' 'needs nm'
	skip 'folders call only what src/LAYERS allows' 'needs nm'
fi
if command -v objdump >/dev/null && objdump -f "$builddir/src/courant" 2>/dev/null | grep -q elf; then
	check 'no mutable globals' globals
else
	skip 'no mutable globals' 'needs objdump and ELF'
fi
