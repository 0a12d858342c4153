#!/bin/sh
# shown.sh SOURCE [yes]: after make check, in the build directory: names the cases of
# tests/requirements.tsv whose tests were all skipped, so that nobody takes them for shown.
# Tests that were not run say nothing; yes: that a test was not run is a failure, unless make
# was told which tests to run.
case ${MAKEFLAGS-} in
*TESTS=* | *TEST_LOGS=* | *check_PROGRAMS=* | *check_SCRIPTS=*) wanted= ;;
*) wanted=${2-} ;;
esac
passed=$(grep -l '^:test-result: PASS' tests/*/*.trs tests/*/*/*.trs 2>/dev/null)
code=0
while IFS='	' read -r case _ _ named; do
	case $case$named in '#'* | *'- '*) continue ;; esac
	shown=
	for test in $named; do
		result=tests/${test%.*}.trs
		case " $(echo $passed) " in *" $result "*) shown=yes ;; esac
		[ -e "$result" ] && continue
		shown=yes
		[ -n "$wanted" ] || continue
		echo "case $case: tests/$test was not run: is it in a list of tests?"
		code=1
	done
	[ -n "$shown" ] || echo "case $case: not shown here, its tests were skipped: $named"
done <"$1/tests/requirements.tsv"
exit $code
