# courant play without a reader: in the background, unless it is to wait.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Page</title></item></channel></rss>
/one.mp3
	made 400000 1
/two.mp3
	made 400000 2
END
serve --script "$dir/script"
fresh
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
echo "${url}pod" >"$feeds"
run refresh
run download --wait kind:audio
export FAKEMPV='length=600'
status_has()
{
	"$courant" -C "$dir/c" play --status --format '{state} {title} {position} {speed}' </dev/null |
		grep -q "$1"
}

run play title:One --from 1:00 --speed 1.4
ok 'it returns as soon as it plays' all 'is 0' quiet 'prints "Pod: One"'
ok 'from there, at that speed' until_holds 'status_has "playing One 1:.* 1.4"'
run play title:Two --speed 2
ok 'another one is given to the process that plays' all 'is 0' quiet
ok 'at a speed of its own' until_holds 'status_has "playing Two 0:.* 2"'
run play title:Two --speed 3
ok 'what plays is not paused by that' all 'is 0' quiet 'until_holds "status_has \"playing Two .* 3\$\""'
run play --stream title:Two
run play --speed 2.5
ok 'nor by that' all 'is 0' 'until_holds "status_has \"Two .* 2.5\$\""' 'status_has "playing Two"'
run play --pause
until_holds 'status_has paused'
run play title:Two
ok 'but resumes' until_holds 'status_has "playing Two"'
run play --speed 1
ok 'or another while it plays' all 'is 0' 'until_holds "status_has \"playing Two .* 1\$\""'
run listen --plain kind:audio
ok 'listen says once that something plays already' all 'is 1' silent 'says_once courant'
run play --from 2:00
ok 'no episode: what plays goes there' all 'is 0' quiet \
	'until_holds "status_has \"playing Two 2:0\""'
run queue add title:One
run play next --from 3:00
ok 'the next one from there' all 'is 0' quiet 'until_holds "status_has \"playing One 3:0\""'
run play --stop
run play next --from 4:00
ok 'also if nothing plays' all 'is 0' quiet 'until_holds "status_has \"playing One 4:0\""'
run queue clear
"$courant" -C "$dir/c" play --wait title:One </dev/null >"$dir/waited" 2>&1 &
waiter=$!
ok 'who waits gives it to that process as well' until_holds 'status_has "playing One"'
ok 'and is there until it ends' kill -0 "$waiter"
"$courant" -C "$dir/c" play --wait title:Two </dev/null >"$dir/ended" 2>&1 &
waits=$!
until_holds 'status_has "playing Two"'
kill "$waits"
ok 'or is ended' until_holds '! kill -0 "$waits" 2>"$dir/null"'
kill -9 "$waits" 2>"$dir/null"
run play title:One
run play --stop
wait "$waiter"
ok 'but no longer' all 'is 0' 'not status_has playing'
run list --items --format '{title}' is:started
ok 'the places are kept' all 'prints One' 'prints Two'
# A player that starts a little before the place.
FAKEMPV='length=600 early=0.3 chapters'
run play title:Two --from 1:30
run play --pause
until_holds 'status_has "paused Two 1:3"'
run play --seek 2:00
run play --speed 1.5
ok 'a place that was asked for is not the second before' all 'is 0' \
	'until_holds "status_has \"Two .* 1.5\$\""' 'status_has "paused Two 2:00 1.5"'
run play --stop
FAKEMPV='length=600 bad=One'
run play title:Two
run play --wait title:One
ok 'who waits for what the other process cannot play is told' all 'is 1' silent \
	'says_once "was not played"'
run play title:Page
ok 'nothing to play: that is told' all 'is 1' silent 'says_once "nothing to play"'
run play title:Nothing
ok 'nothing is found' is 3
run -o "player=$dir/nowhere" play title:One
ok 'no player: that is told' all 'is 1' 'says_once "is not installed"'
run play title:One --speed fast
ok 'not a speed' all 'is 2' 'says speed'
FAKEMPV='length=2'
run play title:Two --from 0 --wait
ok 'with --wait it reports what happens' all 'is 0' 'prints "Playing Pod: Two"' \
	'prints "Nothing is playing"'

finish
