#!/bin/sh
# usage: run.sh SRCDIR SECONDS JOBS TARGET…   (in the build tree)
# Runs each fuzz target for SECONDS, JOBS of them at a time, from its own seeds or else the
# shared corpus (as far as it is there), and from what earlier runs found. Ends with "N
# passed, N failed" and a status to match.
#
# With FUZZ_SEED=N in the environment the same inputs come in the same order each time, as far
# as SECONDS last; without it, others in every run.

srcdir=$1 seconds=$2 jobs=$3
shift 3
seeds=$srcdir/../shared/corpus/files
test -d "$seeds" || seeds=
export ASAN_OPTIONS=${ASAN_OPTIONS-detect_leaks=1}
export seconds seeds srcdir

# What xargs runs for each target: one line on standard output, more if it found something.
one='name=${1##*/}
found=tests/fuzz/found/$name
own=$srcdir/tests/fuzz/seeds/$name
test -d "$own" || own=$seeds
mkdir -p "$found"
if "./$1" -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=2048 \
	-artifact_prefix="$found-crash-" -verbosity=0 -print_final_stats=1 \
	${FUZZ_SEED:+"-seed=$FUZZ_SEED"} \
	"$found" ${own:+"$own"} >"$found.log" 2>&1; then
	echo "$name: $(sed -n "s/^stat::number_of_executed_units: *//p" "$found.log") runs"
else
	echo "$name: FAILED, see $found.log"
	tail -n 30 "$found.log"
fi'

mkdir -p tests/fuzz/found
report=tests/fuzz/found/report
printf '%s\n' "$@" | xargs -n 1 -P "$jobs" sh -c "$one" one | tee "$report"
failed=$(grep -c ': FAILED, see ' "$report")
echo "$(($# - failed)) passed, $failed failed"
test "$failed" -eq 0
