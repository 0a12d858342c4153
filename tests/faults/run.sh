#!/bin/sh
# Every call that may fail does, in every command and in the reader: memory, files, the disk,
# pipes, processes, threads; once, and from then on; reads and writes are short, or interrupted
# by a signal (preload.c makes it). Nothing hangs,
# nothing dies without a sentence, and the store is sound each time (cases 124, 147).
#
# FAULTS_MOST is the number of places that are tried for each command and kind of call, spread
# over all of them; 0: all (make faults). FAULTS_MEMORY is the same for memory alone, of which
# there are thousands. It prints what it did.
. "$srcdir/tests/cli/tap.sh"
preload=$builddir/tests/faults/preload.so
most=${FAULTS_MOST:-1}
memory=${FAULTS_MEMORY:-$most}
if [ ! -e "$preload" ]; then
	echo "1..0 # SKIP there is no library to preload"
	exit 0
fi
ulimit -c 0
fresh
for name in a b c; do
	{
		echo "<rss version=\"2.0\"><channel><title>Feed $name</title>"
		for i in 1 2 3 4; do
			echo "<item><guid>$i</guid><title>Item $i</title><description>one <b>word</b> $name$i</description></item>"
		done
		echo '</channel></rss>'
	} >"$dir/$name.xml"
	echo "file://$dir/$name.xml news" >>"$feeds"
done
echo "\"exec:cat $dir/a.xml\"" >>"$feeds"
chmod 600 "$feeds"
echo 'http://127.0.0.1:1/x' >"$dir/list"
run refresh
run star 'title:"Item 2"'
cp -r "$dir/c" "$dir/start"
tried=0

again()
{
	rm -rf "$dir/c"
	cp -r "$dir/start" "$dir/c"
}

# faulty KIND[=HOW] N ON ARG…
faulty()
{
	kind=${1%=*} at=$2 on=$3 how=${1#"${1%=*}"}
	shift 3
	(
		[ -z "$on" ] || export FAULT_ON=1
		[ -z "$how" ] || export FAULT_HOW="${how#=}"
		FAULT_WHAT=$kind FAULT_AT=$at FAULT_COUNT=$dir/count LD_PRELOAD=$preload \
			exec timeout -s KILL 60 "$courant" -C "$dir/c" "$@"
	) >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
calls() { od -An -td4 "$dir/count" | tr -d ' '; }

# Commands end with a status and a sentence. Libraries of others may crash where memory fails.
ended_well()
{
	[ "$status" -lt 128 ] && { [ "$status" = 0 ] || [ "$status" = 3 ] || [ -s "$dir/err" ]; } ||
		{ [ "$kind" = malloc ] && grep -q 'courant: crashed' "$dir/err"; }
}

# stride KIND: sets $step, from one place to the next.
stride()
{
	limit=$most step=1
	[ "$1" != malloc ] || limit=$memory
	[ "$limit" -eq 0 ] || step=$((total / limit + 1))
}

# sweep KIND[=HOW] ARG…: all places, or as many as wanted.
sweep()
{
	which=$1
	shift
	again
	faulty "$which" 0 '' "$@"
	total=$(calls)
	stride "$which"
	n=$((step / 2 + 1))
	while [ "$n" -le "$total" ]; do
		for on in '' on; do
			[ "$which$on" != read=4on ] && [ "$which$on" != write=4on ] || continue
			again
			faulty "$which" "$n" "$on" "$@"
			tried=$((tried + 1))
			ended_well || { echo "# $which $n $on: $*"; return 1; }
			run check
			[ "$status" = 0 ] || { echo "# $which $n $on: $*: the store"; return 1; }
		done
		n=$((n + step))
	done
}

all_kinds()
{
	for each in malloc write sync rename mmap open pipe fork thread read read=short \
		write=short read=4 write=4; do
		sweep $each "$@" || return 1
	done
}

while read -r line; do
	# shellcheck disable=SC2086
	ok "$line" all_kinds $line
done <<END
list
list --items --json
show 1
search word
count
why 1
export
stats
check
state export
mark read all
tag kept 1
undo
refresh
import $dir/list
rename 1 other
remove 1
backup $dir/backup
compact
gc
parse $dir/a.xml
END

# session KIND N ON: the reader on a terminal, with that fault.
session()
{
	again
	INJECT="FAULT_WHAT=$1 FAULT_AT=$2 FAULT_COUNT=$dir/count ${3:+FAULT_ON=1}" HOME_COPY=$dir/c \
		"$builddir/tests/tui/tuidrive" "$srcdir/tests/faults/reader.tui" \
		>"$dir/out" 2>"$dir/err"
}

# The reader: whatever fails, once or from then on, the terminal is as it was before.
reader()
{
	for kind in malloc write sync mmap open pipe fork thread read; do
		session "$kind" 0 '' || { echo "# $kind"; return 1; }
		total=$(calls)
		stride "$kind"
		n=$((step / 2 + 1))
		while [ "$n" -le "$total" ]; do
			for on in '' on; do
				tried=$((tried + 1))
				session "$kind" "$n" "$on" || { echo "# $kind $n $on"; return 1; }
				run check
				[ "$status" = 0 ] || { echo "# $kind $n $on: the store"; return 1; }
			done
			n=$((n + step))
		done
	done
}
if [ -x "$builddir/tests/tui/tuidrive" ]; then
	ok 'the reader gives the terminal back' reader
else
	skip 'the reader gives the terminal back' 'no driver of terminals'
fi
echo "# $tried faults"
finish
