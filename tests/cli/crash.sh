#!/bin/sh
# A fault in any thread of a command says its sentence (case 139). A preloaded library makes
# it; the reader's threads are tests/tui/scripts/crash.tui's.
. "$srcdir/tests/cli/tap.sh"
preload=$builddir/tests/faults/preload.so
if [ ! -e "$preload" ]; then
	echo "1..0 # SKIP there is no library to preload"
	exit 0
fi
ulimit -c 0
fresh
cat >"$dir/feed.xml" <<'END'
<rss version="2.0"><channel><title>f</title>
<item><guid>1</guid><title>one</title><description>a word</description></item>
</channel></rss>
END
{
	echo '<rss version="2.0"><channel><title>many</title>'
	i=0
	while [ $((i += 1)) -le 2000 ]; do
		echo "<item><guid>$i</guid><title>$i</title><pubDate>$((i % 28 + 1)) Jan 2020 10:$((i % 50 + 10)):00 GMT</pubDate></item>"
	done
	echo '</channel></rss>'
} >"$dir/many.xml"
cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title><item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 300000 1
END
serve --script "$dir/script"
printf '%s\n' "file://$dir/feed.xml" "exec:cat $dir/feed.xml" >"$feeds"
run refresh

# crashes HOW N ARG…: the Nth thread of the command crashes.
crashes()
{
	how=$1 thread=$2
	shift 2
	CRASH_THREAD=$thread CRASH_HOW=$how LD_PRELOAD=$preload \
		"$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}

# all_crash HOW AT_LEAST ARG…: each of the command's threads in turn, until it has no more.
all_crash()
{
	how=$1 least=$2 n=0
	shift 2
	while n=$((n + 1)) && crashes "$how" $n "$@" && [ "$status" -ge 128 ]; do
		says "courant: crashed; " || return 1
	done
	[ $n -gt "$least" ] && [ "$status" = 0 ]
}

for how in segv bus fpe ill abort stack; do
	ok "$how in the threads of refresh" all_crash $how 2 refresh
done
for how in segv stack; do
	ok "$how in the thread of backup" all_crash $how 1 backup "$dir/backup"
	ok "$how in the thread of compact" all_crash $how 1 compact
	ok "$how in the thread of mark" all_crash $how 1 mark word
done

# Threads that are for one thing.
printf '%s\n' "file://$dir/many.xml" "${url}pod" >>"$feeds"
printf 'media-free = 0\nrule "title:1" run true\n' >"$config"
run refresh
run export --traces "$dir/traced"
ok 'set-up' is 0
several=$(($(getconf _NPROCESSORS_ONLN) > 1)) # threads that help
for how in segv stack; do
	ok "$how in the threads of search" all_crash $how $((several + 1)) search 'title:/[12]/'
	ok "$how in the threads of simulate" all_crash $how $several simulate "$dir/traced"
	ok "$how in the threads of a refresh with rules" all_crash $how 4 refresh --full
	ok "$how in the threads of a download" all_crash $how 2 download --wait feed:Pod
done
run check
ok "the store is sound" is 0
finish
