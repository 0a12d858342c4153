#!/bin/sh
# mutants.sh SOURCE [CASE…]: takes protections away one by one, in a copy of the source, and
# runs the test that should miss them. A mutant whose test still passes survives: the test
# has to be mended. The list is tests/faults/mutants; with numbers, only those cases.
source=$1
shift
work=${TMPDIR:-/tmp}/courant-mutants.$$
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT
(cd "$source" && tar cf - --exclude=./build --exclude=./.git .) | (cd "$work" && tar xf -) || exit 1
mkdir "$work/build"
cd "$work/build" || exit 1
../configure -q CFLAGS=-O1 --disable-hardening >/dev/null || exit 1
tab=$(printf '\t')
export srcdir="$work" builddir="$work/build" CMOCKA_MESSAGE_OUTPUT=TAP TZ=UTC LC_ALL=C.UTF-8 TERM=xterm-256color

# Builds what the test needs.
build()
{
	case $1 in
	*.sh | *.tui) make -s -j2 src/courant src/image/courant-picture tests/http/feedserve tests/tui/tuidrive tests/faults/preload.so tests/player/fakempv ;;
	store/*) make -s -j2 "tests/$1" src/courant ;;
	*) make -s -j2 "tests/$1" ;;
	esac >"$work/make" 2>&1
}

# True when the test passes.
passes()
{
	case $1 in
	*.sh) timeout 900 sh "$srcdir/tests/$1" ;;
	*.tui) timeout 900 tests/tui/tuidrive "$srcdir/tests/tui/scripts/$1" ;;
	*) timeout 900 sh "$srcdir/tests/tap.sh" "tests/$1" ;;
	esac >"$work/out" 2>&1 </dev/null || return 1
	! grep -q '^not ok' "$work/out"
}

# mutate FILE OLD NEW: the first line that has OLD.
mutate()
{
	old=$2 new=$3 awk 'BEGIN { old = ENVIRON["old"]; new = ENVIRON["new"] }
		!done && (i = index($0, old)) {
			$0 = substr($0, 1, i - 1) new substr($0, i + length(old)); done = 1 }
		{ print } END { exit !done }' "$work/$1" >"$work/mutant" &&
		cp "$work/mutant" "$work/$1"
}

killed=0 tried=0
sound=' '
while IFS=$tab read -r case file old new test; do
	case $case in
	'' | '#'*) continue ;;
	=)
		grep -qF -e "$old" "$work/$file" || echo "? $file has no \"$old\""
		continue
		;;
	esac
	[ $# -eq 0 ] || case " $* " in *" $case "*) ;; *) continue ;; esac
	case $sound in
	*" $test "*) ;;
	*)
		if ! build "$test" || ! passes "$test"; then
			echo "? case $case: $test fails without a mutation"
			continue
		fi
		sound="$sound$test "
		;;
	esac
	tried=$((tried + 1))
	cp "$work/$file" "$work/original"
	if ! mutate "$file" "$old" "$new"; then
		echo "? case $case: $file has no \"$old\""
	elif ! build "$test"; then
		echo "? case $case: $file does not compile: $(grep -m 1 error "$work/make")"
	elif passes "$test"; then
		echo "- case $case survives: $file: $old ($test)"
	else
		killed=$((killed + 1))
		echo "+ case $case: $file ($test)"
	fi
	cp "$work/original" "$work/$file"
done <"$source/tests/faults/mutants"
echo "$killed of $tried mutants killed"
[ "$killed" -eq "$tried" ]
