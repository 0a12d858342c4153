#!/bin/sh
# What could not be stored is a failure, and is told: a preloaded library makes writes fail
# from the Nth on, for all N (case 124).
. "$srcdir/tests/cli/tap.sh"
preload=$builddir/tests/faults/preload.so
if [ ! -e "$preload" ]; then
	echo "1..0 # SKIP there is no library to preload"
	exit 0
fi
cat >"$dir/script" <<'END'
/archive
	body <feed xmlns="http://www.w3.org/2005/Atom"><id>a</id><title>a</title><link rel="prev-archive" href="/older"/><entry><id>n</id><title>n</title></entry></feed>
/older
	body <feed xmlns="http://www.w3.org/2005/Atom"><id>a</id><title>a</title><entry><id>o</id><title>o</title></entry></feed>
/pod
	body <rss version="2.0"><channel><title>P</title><item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item><item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 1000 1
/two.mp3
	made 1000 2
*
	rss 3
END
serve --script "$dir/script"
fresh
printf '%s\n' "${url}a" "${url}b" "${url}c" >"$feeds"
run gc # makes the store
cp -r "$dir/c" "$dir/start"
printf '%s\n' "${url}d" "${url}e" >"$dir/list"

# faulty WHAT N HOW ARG…: the command, with WHAT failing from the Nth call on.
faulty()
{
	what=$1 at=$2 how=$3
	shift 3
	rm -rf "$dir/c"
	cp -r "$dir/start" "$dir/c"
	FAULT_WHAT=$what FAULT_AT=$at FAULT_ON=1 FAULT_HOW=$how FAULT_COUNT=$dir/count \
		LD_PRELOAD=$preload timeout 60 "$courant" -C "$dir/c" "$@" \
		>"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
calls() { od -An -td4 "$dir/count" | tr -d ' '; }
items() { [ "$("$courant" -C "$dir/c" count --all 2>/dev/null)" = "$1" ]; }
lines() { [ "$(wc -l <"$dir/c/feeds")" -eq "$1" ]; }

# honest CONDITION WHAT HOW ARG…: wherever it begins to fail, the command succeeds only if
# the condition holds in the end, and says what is the matter otherwise.
honest()
{
	wanted=$1 kind=$2 code=$3 n=0
	shift 3
	faulty "$kind" 0 "$code" "$@"
	all 'is 0' "$wanted" || return 1
	total=$(calls)
	while [ $n -lt "$total" ]; do
		n=$((n + 1))
		faulty "$kind" $n "$code" "$@"
		if [ "$status" = 0 ]; then
			eval "$wanted" || { echo "# call $n"; return 1; }
		else
			all 'is 1' 'not quiet' || { echo "# call $n"; return 1; }
		fi
	done
	[ "$total" -gt 1 ]
}

ok 'refresh on a full disk' honest 'items 9' write 28 refresh
ok 'refresh where a write is an error' honest 'items 9' write 5 refresh --json
ok 'refresh where nothing reaches the disk' honest 'items 9' sync 5 refresh
faulty write 1 28 refresh --json
ok 'a full disk: it says that not all was stored' all 'is 1' 'prints "\"complete\":false"'
echo "${url}new" >>"$dir/start/feeds"
for command in list count 'search x' export why 'check' 'queue list'; do
	# shellcheck disable=SC2086
	faulty write 1 28 $command
	ok "$command: a full disk can be read, whatever the feeds file has" all 'not is 1' \
		'[ "$command" = check ] || says full'
done
for command in 'star x' 'state export z' refresh 'queue add x' undo; do
	# shellcheck disable=SC2086
	faulty write 1 28 $command
	ok "$command: a full disk is told once" all 'not is 0' '[ "$(grep -c full "$dir/err")" = 1 ]'
done
sed -i '$d' "$dir/start/feeds"
ok 'import on a full disk' honest 'lines 5' write 28 import "$dir/list"
ok 'import where nothing reaches the disk' honest 'lines 5' sync 5 import "$dir/list"
ok 'add on a full disk' honest 'items 3' write 28 add "${url}d"
kept() { grep -q "${url}d" "$dir/c/saved.atom" && lines 4; }
ok 'save on a full disk' honest kept write 28 save "${url}d"

# daemon WHAT HOW: it goes on, and its end tells of what its last round could not store.
daemon()
{
	rm -rf "$dir/c" "$dir/out"
	cp -r "$dir/start" "$dir/c"
	FAULT_WHAT=$1 FAULT_HOW=$2 FAULT_AT=1 FAULT_ON=1 LD_PRELOAD=$preload \
		"$courant" -C "$dir/c" daemon --json >"$dir/out" 2>"$dir/err" </dev/null &
	daemon=$!
	until_holds 'prints "\"event\":\"error\""'
	kill "$daemon"
	wait "$daemon"
	status=$?
	all 'prints "\"event\":\"error\""' 'is 1'
}
ok 'a daemon where nothing reaches a full disk says so' daemon sync 28
ok 'the log has it' grep -q full "$dir/c/log"
ok 'a daemon where a write is an error does' daemon write 5

fresh
echo "${url}archive" >"$feeds"
run refresh
rm -rf "$dir/start"
cp -r "$dir/c" "$dir/start"
ok 'backfill on a full disk' honest 'items 2' write 28 -o host-gap=0 backfill 1
ok 'backfill where a write is an error' honest 'items 2' write 5 -o host-gap=0 backfill 1
ok 'mark on a full disk' honest true write 28 mark is:unread

fresh
echo "${url}pod" >"$feeds"
echo 'media-free = 0' >"$config"
run refresh
rm -rf "$dir/start"
cp -r "$dir/c" "$dir/start"
here() { [ "$("$courant" -C "$dir/c" search --format '{id}' is:here | wc -l)" = 2 ]; }
ok 'download on a full disk' honest here write 28 download --wait 1 2
# goes_on WHAT HOW: wherever it began to fail, the next download comes, and nothing is left.
goes_on()
{
	faulty "$1" 0 "$2" download --wait 1
	total=$(calls) n=0
	while [ $n -lt "$total" ]; do
		n=$((n + 1))
		faulty "$1" $n "$2" download --wait 1
		run download --wait 1
		[ "$status" = 0 ] && [ "$(ls "$dir/c/store/media/P" | wc -l)" = 1 ] ||
			{ echo "# call $n"; return 1; }
	done
}
ok 'and with room again' goes_on write 28
ok 'or where nothing reached the disk' goes_on sync 5

# The position cannot be stored: playing goes on, and this is told once.
echo "player = $builddir/tests/player/fakempv" >>"$config"
run download --wait 1
rm -rf "$dir/start"
cp -r "$dir/c" "$dir/start"
export FAKEMPV='length=31 ends=30.5'
faulty write 0 28 play --wait --from 0:30 1
total=$(calls)
told() { [ "$(grep -c "cannot store\|not stored\|no space\|full" "$dir/err")" -ge 1 ]; }
plays()
{
	n=1
	while [ $n -le "$total" ]; do
		faulty write $n 28 play --wait --from 0:30 1
		[ "$status" -le 1 ] && told || { echo "# call $n"; return 1; }
		n=$((n + 1 + total / 3))
	done
}
ok 'playing on a full disk is honest, wherever it begins' plays

rm -rf "$dir/c"
cp -r "$dir/start" "$dir/c"
mkfifo "$dir/lines"
FAULT_WHAT=write FAULT_AT=1 FAULT_ON=1 FAULT_HOW=28 FAULT_COUNT=$dir/count LD_PRELOAD=$preload \
	FAKEMPV=length=600 "$courant" -C "$dir/c" listen 1 >"$dir/out" 2>"$dir/err" <"$dir/lines" &
listener=$!
exec 4>"$dir/lines"
# so_often N WORD: that many lines begin with it
so_often() { [ "$(grep -c "^$2 " "$dir/out")" = "$1" ]; }
for n in 1 2 3; do
	until_holds "so_often $n Playing"
	echo pause >&4
	until_holds "so_often $n Paused"
	echo resume >&4
done
ok 'it plays on, whatever is asked of it' so_often 3 Paused
echo quit >&4
exec 4>&-
wait "$listener"
ok 'and that nothing is stored is told once' all '[ "$(wc -l <"$dir/err")" = 1 ]' 'says full'

# What a sync found out cannot be stored, in the end at least.
printf 'feed One Tech\nitems 1 3\n' >"$dir/account"
rm "$dir/address"
serve --account "$dir/account"
fresh
run account add --user=ann --protocol=greader --password-command='echo readerpw1' box "$url"
ok 'an account' is 0
rm -rf "$dir/start"
cp -r "$dir/c" "$dir/start"
for command in 'account check box' 'account sync box'; do
	# shellcheck disable=SC2086
	faulty write 1 28 $command
	ok "$command on a full disk" all 'is 1' 'says full'
done
finish
