#!/bin/sh
# Every call that may fail does, in every command and in the reader: memory, files, the disk,
# pipes, processes, threads; once, and from then on; reads and writes are short, or interrupted
# by a signal (preload.c makes it). Nothing hangs, nothing dies without a sentence, and the store
# is sound each time (cases 124, 147).
#
# Alone it takes a sample: one call for three command lines of each command (lines.sh), of
# another kind each time.
# With FAULTS=sites (make faults) it is each place that calls: the innermost callers are its
# name, and the first and the last time that a line comes there fail, unless an earlier line was
# there; of each kind of call a line has at least one. With FAULTS=all it is every call.
# FAULTS_ONLY is a pattern for the lines ("reader" is the reader); FAULTS_PART=K/N takes one of
# N parts of the places (K from 0), for several runs beside each other. It prints what it did.
. "$srcdir/tests/cli/tap.sh"
preload=$builddir/tests/faults/preload.so
which_calls=${FAULTS:-}
if [ ! -e "$preload" ]; then
	echo "1..0 # SKIP there is no library to preload"
	exit 0
fi
ulimit -c 0
cat >"$dir/account" <<'END'
feed One Tech
items 1 3
read #1
END
cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title><item><guid>1</guid><title>One word</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 3000 1
/page
	body <html><head><title>Page</title></head><body><article><h1>Page</h1><p>Some words of a page.</p></article></body></html>
/x
	rss 2
END
serve --account "$dir/account" --script "$dir/script"
cd "$dir" || exit 1
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
cp a.xml feed.xml
printf '"exec:cat %s/a.xml"\n%spod\n' "$dir" "$url" >>"$feeds"
chmod 600 "$feeds"
cat >"$config" <<END
media-free = 0
host-gap = 0
player = $builddir/tests/player/fakempv
rule "title:\"Item 3\"" star
END
export FAKEMPV='length=1 ends=0.1'
echo "${url}x" >list
run refresh
ok 'set-up: feeds' is 0
run account add --user=ann --protocol=greader --password-command='echo readerpw1' box "$url"
ok 'set-up: an account' is 0
run star 'title:"Item 2"'
run queue add $("$courant" -C c search --format '{id}' feed:Pod)
ok 'set-up: the queue' is 0
run backup copy.mdb
run state export states
run export --traces trace
cp -r c start
tried=0
: >failed

again()
{
	rm -rf c written
	cp -r start c
}

# stop_when_waiting PID: what has said why it waits, such as until a download is tried again, is
# stopped if it still runs half a second later.
stop_when_waiting()
{
	more=5
	while [ $more -gt 0 ] && kill -0 "$1" 2>/dev/null; do
		[ ! -s "$dir/err" ] || more=$((more - 1))
		sleep 0.1
	done
	kill "$1" 2>/dev/null
}

# faulty KIND[=HOW] N ON ARG…
faulty()
{
	kind=${1%=*} at=$2 on=$3 how=${1#"${1%=*}"} limit=60
	shift 3
	# what runs until it is stopped is stopped
	case "$*" in daemon* | *--follow*) limit=0.5 ;; esac
	(
		[ -z "$on" ] || export FAULT_ON=1
		[ -z "$how" ] || export FAULT_HOW="${how#=}"
		FAULT_WHAT=$kind FAULT_AT=$at FAULT_COUNT=$dir/count FAULT_SITES=$dir/sites \
			LD_PRELOAD=$preload exec timeout -k 20 $limit "$courant" -C "$dir/c" "$@"
	) >"$dir/out" 2>"$dir/err" </dev/null &
	pid=$!
	case "$*" in listen* | play*) stop_when_waiting $pid ;; esac
	wait $pid
	status=$?
	case $status/$limit in 124/0.5 | 143/*) status=0 ;; esac
}
calls() { od -An -td4 "$dir/count" | tr -d ' '; }
# failed KIND[=HOW] N: remembers where the last run had its fault.
failed()
{
	od -An -tx4 -j $((($2 - 1) * 4)) -N 4 "$dir/sites" | sed "s/^ */$1 /" >>"$dir/failed"
}

# Commands end with a status and a sentence; account check fails where it lists differences.
# Libraries of others may crash where memory fails.
ended_well()
{
	[ "$status" -lt 124 ] && { [ "$status" = 0 ] || [ "$status" = 3 ] || [ -s "$dir/err" ] ||
		grep -q 'differences\?$' "$dir/out"; } ||
		{ [ "$kind" = malloc ] && grep -q 'courant: crashed' "$dir/err"; }
}

# The store is sound; it is if nothing was written.
sound()
{
	cmp -s start/store/data.mdb c/store/data.mdb && return
	run check
	[ "$status" = 0 ]
}

# one KIND N ON ARG…: with that call failing, the command ends well, and the store is sound.
one()
{
	what="$1 $2 $3"
	again
	faulty "$@"
	failed "$1" "$2"
	shift 3
	tried=$((tried + 1))
	ended_well || { echo "# $what: $* ends with $status"; return 1; }
	sound || { echo "# $what: $*: the store"; return 1; }
}

# count KIND ARG…: sets $total, the calls of that kind.
count()
{
	which=$1
	shift
	again
	faulty "$which" 0 '' "$@"
	total=$(calls)
}

# places KIND[=HOW]: of the calls that were counted, those that shall fail: number and how long.
places()
{
	if [ "$which_calls" = all ]; then
		seq 1 "$total" | sed 'p; s/$/ on/'
		return
	fi
	od -An -v -tx4 -w4 -N $((total * 4)) "$dir/sites" |
		awk -v kind="$1" -v file="$dir/failed" -v part="${FAULTS_PART:-0/1}" '
			BEGIN {
				while ((getline line < file) > 0)
					failed[line] = 1
				split(part, of, "/")
			}
			index("0123456789abcdef", substr($1, length($1))) % of[2] != of[1] { next }
			failed[kind " " $1] { next }
			!($1 in first) { first[$1] = NR; new = 1 }
			{ last[$1] = NR }
			END {
				if (NR && !new)
					first[0] = last[0] = int(NR / 2) + 1
				for (site in first) {
					print first[site]
					print first[site], "on"
					if (last[site] != first[site])
						print last[site]
				}
			}' | sort -n
}

# each_place COMMAND KIND[=HOW] ARG…: has the command try all places. Sets $bad if one was bad.
each_place()
{
	command=$1 this=$2
	shift 2
	places "$this" >"$dir/places"
	while read -r n on; do
		case $this$on in
		*=4on) ;; # always interrupted, it would try for ever
		*) "$command" "$this" "$n" "$on" "$@" || bad=1 ;;
		esac
	done <"$dir/places"
}

kinds='write sync rename mmap open pipe fork thread read read=short write=short read=4 write=4 malloc'
all_kinds()
{
	bad=0
	for every in $kinds; do
		count "$every" "$@"
		each_place one "$every" "$@"
	done
	[ $bad = 0 ]
}

# sample NUMBER ARG…: one place of one kind of those that the command has; the number decides.
sample()
{
	seed=$1 tries=0
	shift
	while [ $tries -lt 14 ]; do
		this=$(echo "$kinds" | cut -d ' ' -f $(((seed * 5 + tries) % 14 + 1)))
		count "$this" "$@"
		[ "$total" -eq 0 ] || break
		tries=$((tries + 1))
	done
	[ "$total" -gt 0 ] || return 0
	always=on
	case $((seed % 2))$this in
	0* | *=4) always= ;;
	esac
	one "$this" $((seed * 7919 % total + 1)) "$always" "$@"
}

# late FROM STEP TO ARG…: of the command's calls for memory, counted from the last one.
late()
{
	from=$1 step=$2 to=$3
	shift 3
	count malloc "$@"
	for n in $(seq $((total - from)) "$step" $((total - to))); do
		one malloc "$n" '' "$@" || return 1
	done
}

ok 'no memory while an answer is waited for' late 160 3 0 parse "${url}x"
ok 'no memory for what the player says last' late 105 7 56 listen feed:Pod
sh "$srcdir/tests/faults/lines.sh" "$courant" "${url}x" >lines
ok 'every command has a line' [ "$(cut -d ' ' -f 1 lines | sort -u | wc -l)" -gt 30 ]
if [ -n "$which_calls" ]; then
	grep -e "${FAULTS_ONLY:-.}" lines >some
else
	awk 'n[$1]++ < 3' lines >some
fi
line_number=0
while read -r line; do
	line_number=$((line_number + 1))
	if [ -n "$which_calls" ]; then
		# shellcheck disable=SC2086
		ok "$line" all_kinds $line
	else
		# shellcheck disable=SC2086
		ok "$line" sample $line_number $line
	fi
done <some

# session KIND[=HOW] N ON: the reader on a terminal, with that fault.
session()
{
	again
	how=${1#"${1%=*}"}
	INJECT="FAULT_WHAT=${1%=*} ${how:+FAULT_HOW=${how#=}} FAULT_AT=$2 FAULT_COUNT=$dir/count \
		FAULT_SITES=$dir/sites ${3:+FAULT_ON=1}" HOME_COPY=$dir/c \
		"$builddir/tests/tui/tuidrive" "$srcdir/tests/faults/reader.tui" \
		>"$dir/out" 2>"$dir/err" </dev/null
}

# reader_one KIND N ON: the terminal is as it was before.
reader_one()
{
	tried=$((tried + 1))
	session "$@" || { echo "# $*"; return 1; }
	failed "$1" "$2"
	sound || { echo "# $*: the store"; return 1; }
}

reader()
{
	bad=0
	for kind in $kinds; do
		session "$kind" 0 '' || { echo "# $kind"; return 1; }
		total=$(calls)
		if [ -n "$which_calls" ]; then
			each_place reader_one "$kind"
		else
			reader_one "$kind" $((total / 2 + 1)) '' || bad=1
		fi
	done
	[ $bad = 0 ]
}
if ! echo reader | grep -q -e "${FAULTS_ONLY:-.}"; then
	:
elif [ -x "$builddir/tests/tui/tuidrive" ]; then
	ok 'the reader gives the terminal back' reader
else
	skip 'the reader gives the terminal back' 'no driver of terminals'
fi
echo "# $tried faults"
finish
