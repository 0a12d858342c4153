#!/bin/sh
# Every call that may fail does, in every command and in the reader: memory, files, the disk,
# pipes, processes, threads; once, and from then on; reads and writes are short, or interrupted
# by a signal (preload.c makes it). Nothing hangs, nothing dies without a sentence, and the store
# is sound each time (cases 124, 147).
#
# Alone it takes a sample: one call for three command lines of each command (lines.sh), of
# another kind each time.
# FAULTS_MOST is the number of places that are tried for each line and kind of call, spread over
# all of them; 0: all (make faults). FAULTS_MEMORY is the same for memory alone, of which there
# are thousands. FAULTS_ONLY is a pattern for the lines. It prints what it did.
. "$srcdir/tests/cli/tap.sh"
preload=$builddir/tests/faults/preload.so
most=${FAULTS_MOST:-}
memory=${FAULTS_MEMORY:-$most}
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

again()
{
	rm -rf c written
	cp -r start c
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
		FAULT_WHAT=$kind FAULT_AT=$at FAULT_COUNT=$dir/count LD_PRELOAD=$preload \
			exec timeout -k 20 $limit "$courant" -C "$dir/c" "$@"
	) >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	[ "$status" != 124 ] || [ $limit = 60 ] || status=0
}
calls() { od -An -td4 "$dir/count" | tr -d ' '; }

# Commands end with a status and a sentence. Libraries of others may crash where memory fails.
ended_well()
{
	[ "$status" -lt 124 ] && { [ "$status" = 0 ] || [ "$status" = 3 ] || [ -s "$dir/err" ]; } ||
		{ [ "$kind" = malloc ] && grep -q 'courant: crashed' "$dir/err"; }
}

# one KIND N ON ARG…: with that call failing, the command ends well, and the store is sound.
one()
{
	what="$1 $2 $3"
	again
	faulty "$@"
	shift 3
	tried=$((tried + 1))
	ended_well || { echo "# $what: $* ends with $status"; return 1; }
	run check
	[ "$status" = 0 ] || { echo "# $what: $*: the store"; return 1; }
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

# stride KIND: sets $step, from one place to the next.
stride()
{
	limit=${most:-1} step=1
	[ "$1" != malloc ] || limit=${memory:-1}
	[ "$limit" -eq 0 ] || step=$((total / limit + 1))
}

# sweep KIND[=HOW] ARG…: all places, or as many as wanted.
sweep()
{
	this=$1
	shift
	count "$this" "$@"
	stride "$this"
	n=$((step / 2 + 1))
	while [ "$n" -le "$total" ]; do
		one "$this" "$n" '' "$@" || return 1
		case $this in
		*=4) ;;
		*) one "$this" "$n" on "$@" || return 1 ;;
		esac
		n=$((n + step))
	done
}

kinds='malloc write sync rename mmap open pipe fork thread read read=short write=short read=4 write=4'
all_kinds()
{
	for every in $kinds; do
		sweep "$every" "$@" || return 1
	done
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
	0* | *=4) always= ;; # always interrupted, it would try for ever
	esac
	one "$this" $((seed * 7919 % total + 1)) "$always" "$@"
}

sh "$srcdir/tests/faults/lines.sh" "$courant" "${url}x" >lines
ok 'every command has a line' [ "$(cut -d ' ' -f 1 lines | sort -u | wc -l)" -gt 30 ]
if [ -n "$most" ]; then
	grep -e "${FAULTS_ONLY:-.}" lines >some
else
	awk 'n[$1]++ < 3' lines >some
fi
line_number=0
while read -r line; do
	line_number=$((line_number + 1))
	if [ -n "$most" ]; then
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
		${3:+FAULT_ON=1}" HOME_COPY=$dir/c \
		"$builddir/tests/tui/tuidrive" "$srcdir/tests/faults/reader.tui" \
		>"$dir/out" 2>"$dir/err"
}

# The reader: whatever fails, once or from then on, the terminal is as it was before.
reader()
{
	for kind in $kinds; do
		session "$kind" 0 '' || { echo "# $kind"; return 1; }
		total=$(calls)
		stride "$kind"
		n=$((step / 2 + 1))
		while [ "$n" -le "$total" ]; do
			for on in '' on; do
				case $kind$on in *=4on) continue ;; esac
				tried=$((tried + 1))
				session "$kind" "$n" "$on" || { echo "# $kind $n $on"; return 1; }
				run check
				[ "$status" = 0 ] || { echo "# $kind $n $on: the store"; return 1; }
			done
			n=$((n + step))
		done
	done
}
if [ -n "${FAULTS_ONLY-}" ]; then
	:
elif [ -x "$builddir/tests/tui/tuidrive" ]; then
	ok 'the reader gives the terminal back' reader
else
	skip 'the reader gives the terminal back' 'no driver of terminals'
fi
echo "# $tried faults"
finish
