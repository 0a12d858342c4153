# The checks that need clang's tools and cppcheck, for make lint: clang-format, cppcheck,
# clang-tidy. A tool that is missing fails, too: make lint is for who works on the code.
# LINT names some of them, when there is no time for all.

cd "$srcdir" || exit 1
failed=0
sources=$(find src tests man -name '*.[ch]' | sort)
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
flags="-std=gnu11 -DHAVE_CONFIG_H -D_GNU_SOURCE -I$builddir -Isrc -I. -Itests -Itests/http \
	$(sed -n 's/^[A-Z]*_CFLAGS = \([^$]*\)$/\1/p' "$builddir/Makefile" | tr '\n' ' ')"

# stage NAME COMMAND…
stage()
{
	case " ${LINT-$1} " in *" $1 "*) ;; *) return ;; esac
	echo "lint: $1"
	shift
	"$@" || failed=1
}

# Formatting differs between versions of clang-format; 14 is what the tree follows.
stage clang-format clang-format --dry-run -Werror $sources

stage cppcheck cppcheck -q --std=c11 -j "$jobs" --error-exitcode=1 --inline-suppr \
	--enable=warning,performance,portability \
	--suppressions-list=tests/lint/cppcheck.suppress \
	-D__GNUC__ '-Djson_array_foreach(a,i,v)=for(i=0;(v=json_array_get(a,i))!=0;i++)' \
	'-Djson_object_foreach(o,k,v)=for(k="";(v=json_object_get(o,k))!=0;)' \
	-DLOCALEDIR='""' -I src -I . src tests man

tidy()
{
	echo "$sources" | grep '\.c$' | xargs -n 1 -P "$jobs" sh -c '
		flags=$1
		shift
		clang-tidy --quiet "$@" -- $flags -DLOCALEDIR=\"\" 2>/dev/null' tidy "$flags"
}
stage clang-tidy tidy

[ $failed -eq 0 ] && echo "lint: clean"
exit $failed
