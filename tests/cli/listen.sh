# play and listen, with a player that speaks mpv's protocol and plays nothing.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Page</title><link>http://127.0.0.1/</link></item>
	body <item><guid>4</guid><title>Gone</title><enclosure url="@URL@/gone.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 400000 1
/two.mp3
	made 400000 2
/gone.mp3
	status 404
/tail
	body <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Tail</title>
	body <item><guid>1</guid><title>Tail</title><enclosure url="@URL@/tail.m4a" type="audio/mp4"/></item>
	body <item><guid>2</guid><title>Long</title><enclosure url="@URL@/long.ogg" type="audio/ogg"/></item>
	body <item><guid>3</guid><title>Hinted</title><itunes:duration>1:00</itunes:duration><enclosure url="@URL@/hinted.ogg" type="audio/ogg"/></item></channel></rss>
/long.ogg
	made 900000 7
	slow 100000 100ms
/hinted.ogg
	made 900000 8
	slow 100000 100ms
/tail.m4a
	made 900000 4
	slow 100000 100ms
/tracked
	body <rss version="2.0"><channel><title>Tracked</title>
	body <item><guid>1</guid><title>Tracked</title><enclosure url="https://pdst.fm/e/cdn.example/a.mp3" type="audio/mpeg"/></item></channel></rss>
/broken
	body <rss version="2.0"><channel><title>Broken</title>
	body <item><guid>1</guid><title>Broken</title><pubDate>Sat, 03 Oct 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/broken.mp3" type="audio/mpeg"/></item></channel></rss>
/broken.mp3
	made 400000 6
	ranges
	etag "6"
	cut 300000
then
	made 400000 6
	ranges
	etag "6"
/ours
	body <rss version="2.0"><channel><title>Ours</title>
	body <item><guid>1</guid><title>Crawl</title><enclosure url="@URL@/crawl.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Quick</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item></channel></rss>
/crawl.mp3
	made 400000 5
	slow 1000 100ms
/odd
	body <rss version="2.0"><channel><title>$(touch pwned)</title>
	body <item><guid>1</guid><title>It's; touch pwned #`touch pwned`</title><enclosure url="@URL@/a;touch%20pwned'`touch+pwned`|x%23.mp3" type="audio/mpeg"/></item></channel></rss>
/a;*
	made 400000 3
END
serve --script "$dir/script"

mpv=$builddir/tests/player/fakempv
settings()
{
	printf 'media-free = 0\nplayer = %s\n' "$mpv" >"$config"
	for line; do echo "$line" >>"$config"; done
}
id() { "$courant" -C "$dir/c" search --format '{id}' "$@" </dev/null; }
# state TITLE: what is known of the episode
state() { run list --items --format '{played} {started} {unread} {queued}' "title:$1"; }
position() { "$courant" -C "$dir/c" list --items --format '{position}' "title:$1" </dev/null; }
# between LOW HIGH NUMBER
between() { [ "$3" -ge "$1" ] && [ "$3" -le "$2" ]; }
# until COMMAND…: waits for it to hold
status_has() { "$courant" -C "$dir/c" play --status </dev/null | grep -q "$1"; }

fresh
printf '%spod\n' "$url" >"$feeds"
settings
run refresh
one=$(id title:One)
two=$(id title:Two)

run play --status
ok 'status: nothing is playing' all 'is 3' 'out_is none'
run play --toggle
ok 'toggle: nothing is playing' all 'is 3' 'says "nothing is playing"'
run play --seek sideways
ok 'seek: a wrong time' all 'is 2' 'says "seek takes"'

run listen
ok 'an empty queue' all 'is 3' 'says "Nothing is queued"'

export FAKEMPV='length=1'
run play --wait "$one"
ok 'play: to the end' all 'is 0' quiet 'prints "Playing Pod: One"' 'prints "Nothing is playing"'
state One
ok 'play: then it is played, and read' all 'out_is "yes no no no"'
run undo
state One
ok 'play: undo takes that back' all 'prints "no "' 'prints "yes no"'
run queue add "$one" "$two"
run listen
ok 'listen: the queue, one after the other' all 'is 0' quiet 'prints "Playing Pod: One"' \
	'prints "Playing Pod: Two"'
run queue
ok 'listen: what was played has left it' all 'is 0' silent

run list --items title:Two --format '{played}'
ok 'listen: both are played' out_is yes
find "$dir/c" -name '*One*' -type f -exec rm {} +
timeout 20 "$courant" -C "$dir/c" play --wait "$one" >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'play: a file that was deleted comes again' all 'is 0' quiet 'prints "Playing Pod: One"' \
	'test -n "$(find "$dir/c" -name "*One*" -type f)"'
media=$(find "$dir/c" -name .courant -type f)
mv "${media%/*}" "$dir/away"
timeout 20 "$courant" -C "$dir/c" play --wait "$one" >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'play: of a disk that is not mounted' all 'is 1' 'says "is its disk mounted"'
mv "$dir/away" "${media%/*}"
FAKEMPV='length=60 ends=30'
run play --wait "$two" --from 0:28
ok 'a cut file is not played' all 'is 1' 'says "ended at 0:"' 'says "of 1:00"'
ok 'and its position is kept' between 28 32 "$(position Two)"
FAKEMPV='error=loading'
run play --wait "$two" --from 2:00
ok 'play: from behind its end' all 'is 1' 'says "only 1:00 long"'
ok 'nor is the position lost by that' between 28 32 "$(position Two)"
FAKEMPV='length=60'
run play --wait "$two" --from 2:00
ok 'play: a player that takes that for its end' all 'is 1' 'says "only 1:00 long"'
ok 'nor is it played then' test "$(run list --items --format '{played}' title:Two; cat "$dir/out")" = no
ok 'and its position is kept there, too' between 28 32 "$(position Two)"
FAKEMPV="length=31 log=$dir/first"
run play --wait "$two" --from 0:30
ok 'play: from a time on' all 'is 0' 'grep -q "start.:.30.000" "$dir/first"'
run undo
FAKEMPV="length=31 log=$dir/asked"
run play --wait "$two"
ok 'it goes on from there' all 'is 0' 'grep -q "start.:.\(2[89]\|3[0-2]\)" "$dir/asked"'
ok 'with the demuxer that follows nothing' grep -q '"demuxer":"lavf"' "$dir/asked"
ok 'and its title' grep -q '"force-media-title":"Pod: Two"' "$dir/asked"

FAKEMPV='error=no-format'
run play --wait "$one"
ok 'what cannot be played says why' all 'is 1' 'says "cannot be played: no-format"'
FAKEMPV='length=1 bad=One'
run queue add "$(id title:Gone)" "$one" "$two"
run listen
ok 'what cannot be played is told, and the next of the queue is played' all 'is 1' \
	'says "cannot be played: no-format"' 'says "404"' 'prints "Playing Pod: Two"'
run queue --format '{title}'
ok 'and it stays in the queue' all 'is 0' 'prints One' 'prints Gone' 'not prints Two'
FAKEMPV='length=60 ends=1'
run queue clear
run queue add "$one" "$two"
run listen
ok 'a cut file does not stop the queue' all 'is 1' 'says "the file is incomplete"' \
	'prints "Pod: One"' 'prints "Pod: Two"'
run queue clear
FAKEMPV=redirect
run play --wait "$one"
ok 'a playlist is not followed' all 'is 1' 'says "it is a playlist"'
FAKEMPV='dies=6'
run play --wait "$one"
ok 'a player that ends says so' all 'is 1' 'says "the player exited"'
FAKEMPV='length=1 junk torn'
run play --wait "$one"
ok 'junk and torn lines do no harm' all 'is 0' quiet 'prints "Nothing is playing"'
FAKEMPV='length=1 refuse'
settings 'player-options = --no-such-option'
run play --wait "$one"
ok 'options that it does not know are left out' all 'says "without them"' \
	'prints "Playing Pod: One"'
printf 'media-free = 0\nplayer = nosuchplayer\n' >"$config"
run play --wait "$one"
ok 'no player: what to do' all 'is 1' 'says "nosuchplayer is not installed"'
run queue add "$one"
timeout 20 "$courant" -C "$dir/c" listen >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'no player: the queue is tried once' all 'is 1' \
	'[ "$(wc -l <"$dir/err")" -eq 1 ]' 'says "nosuchplayer is not installed"'
run queue clear
settings
page=$(id title:Page)
run queue add "$page"
ok 'queue: an item without an episode' all 'is 3' 'says "item '"$page"' has no episode"'
run queue add title:Page
ok 'queue: what a query finds has none' all 'is 3' 'says "none of them has an episode"'
run download "$page"
ok 'download: an item without an episode' all 'is 3' 'says "item '"$page"' has no episode"'
run download "$one" "$page"
ok 'download: one of them without' all 'is 3' 'says "item '"$page"' has no episode"'
run download title:Page
ok 'download: what a query finds has none' all 'is 3' 'says "none of them has an episode"'
run queue add "$one"
run queue move "$one" 0
ok 'queue: there is no place 0' all 'is 2' 'says "is not a place in the queue"'
run queue move "$one" nowhere
ok 'queue: nor others' all 'is 2' 'says "is not a place in the queue"'
run queue clear
run play --toggle --pause
ok 'play: what excludes each other' all 'is 2' 'says "exclude each other"'
run play --status --stop
ok 'play: so does telling' all 'is 2' 'says "exclude each other"'
run play --wait "$one" --from soon
ok 'play: from no time' all 'is 2' 'says "--from needs a time"'
run play --wait "$one" --seek 5:00
ok 'play: so does an item' all 'is 2' 'says "exclude each other"'
run play --wait title:Page
ok 'nothing to play in it' all 'is 1' 'says "nothing to play"'
run play --wait title:Gone
ok 'a file that does not come' all 'is 1' 'says "404"'

FAKEMPV='length=60'
run queue add "$one" "$two"
"$courant" -C "$dir/c" listen >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has "playing.*Pod: One"'
run play next
ok 'play next: not what is played already' until_holds 'status_has "playing.*Pod: Two"'
run play --pause
until_holds 'status_has paused'
run play
ok 'play: goes on with what is paused' until_holds 'status_has "playing.*Pod: Two"'
run play --stop
wait $!
run queue clear

# Silence between two processes is too short for a status bar. It looks once while
# nothing is playing, and not while the second process starts, which may take long.
"$courant" -C "$dir/c" play --status --follow >"$dir/followed" 2>&1 </dev/null &
follower=$!
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 </dev/null &
until_holds 'grep -q "playing.*Pod: One" "$dir/followed"'
kill -STOP "$follower"
run play --stop
wait $!
kill -CONT "$follower"
sleep 0.5
kill -STOP "$follower"
"$courant" -C "$dir/c" listen "$two" >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has "playing.*Pod: Two"'
kill -CONT "$follower"
until_holds 'grep -q "playing.*Pod: Two" "$dir/followed"'
sed 1d "$dir/followed" | grep -q none
ok 'follow: a moment between two episodes is not told' test $? = 1
run play --stop
wait $!
ok 'follow: but the end is' until_holds 'tail -n 1 "$dir/followed" | grep -q ^none'
kill "$follower"
wait "$follower"

# A server that cannot start in the middle.
FAKEMPV='length=60'
"$courant" -C "$dir/c" listen "$two" >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
run play --seek 0:40
until_holds 'status_has 0:4'
run play --stop
wait $!
FAKEMPV='length=60 start=0'
"$courant" -C "$dir/c" listen "$two" >"$dir/listen" 2>&1 </dev/null &
ok 'a start that was not possible is told' until_holds 'grep -q "start in the middle" "$dir/listen"'
run play --stop
wait $!
ok 'and the place is kept' between 39 50 "$(position Two)"
FAKEMPV='length=60 silent'
"$courant" -C "$dir/c" listen "$two" >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'a player that does not answer is told' until_holds 'grep -q "does not answer" "$dir/listen"'
run play "$one"
ok 'a second process hands over to the one that plays' all 'is 0' quiet
kill "$listener"
wait "$listener"

# Steering another process.
FAKEMPV='length=600 chapters'
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 </dev/null &
ok 'it plays in the background' until_holds 'status_has playing'
run play --seek 5:00
ok 'seek' all 'is 0' quiet 'until_holds "status_has 5:0"'
run play --pause
ok 'pause' all 'is 0' 'until_holds "status_has paused"'
run play --status --json
ok 'status as JSON' all 'is 0' is_json 'prints "\"state\":\"paused\""' \
	'prints "\"duration\":\"10:00\""'
run play --speed 1.5
run play --resume
ok 'speed' all 'is 0' 'until_holds "status_has playing"'
run play --status --format '{speed} {title}'
ok 'status by a template' out_is '1.5 One'
run play --chapter 2
ok 'chapter' all 'is 0' 'until_holds "status_has 0:2"'
run play --chapter 9
ok 'no chapter 9 of 2' all 'is 1' silent 'says_once "It has only 2 chapters"'
run play --seek 10:01
ok 'no place after the end' all 'is 1' silent 'says_once "it is only 10:00 long"'
run play "$one" --from 11:00
ok 'nor for a start there' all 'is 1' silent 'says_once "it is only 10:00 long"'
run play --speed 9
ok 'no speed of 9' all 'is 2' silent 'says "0.25 to 4"'
ok 'all of which changes nothing' status_has 'playing.*0:[2-5]'
run play "$one" --from 5:00
ok 'an item from a time on' all 'is 0' 'until_holds "status_has 5:0"'
run play --chapter 1
run play --sleep chapter
run play --seek 0:19
ok 'sleep at the end of the chapter' all 'is 0' 'until_holds "status_has paused"' \
	'until_holds "status_has 0:2"'
run play --chapter 1
run play --resume
until_holds 'status_has "playing.*0:0"'
run play --sleep chapter
run play --chapter 2
ok 'a jump out of a chapter at whose end it sleeps does not pause' all \
	'until_holds "status_has \"0:\(2[1-9]\|[345]\)\""' 'status_has playing'
run play --sleep no
run play --stop
ok 'stop' all 'is 0'
wait $!
run list --items --format '{position}' title:One
ok 'stopping keeps the place' between 19 60 "$(cat "$dir/out")"
ok 'chapters are told, clean and sorted' grep -q '2/2 Two' "$dir/listen"
ok 'without what steers terminals' not grep -q "$(printf '\033')" "$dir/listen"

# Where it is to sleep, a chapter begins that is skipped.
settings 'skip-chapters = Two*'
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
run play "$one" --from 0:10
until_holds 'status_has "playing.*0:1"'
run play --sleep chapter
run play --seek 0:19
ok 'sleep goes before what is skipped' all 'until_holds "status_has \"paused.*0:[12]\""' \
	'! status_has "9:5"'
run play --resume
ok 'and when it wakes, that is skipped: nothing follows it' all 'is 0' 'until_holds "status_has none"'
wait $!
run list --items --format '{played}' title:One
ok 'so the episode is played' out_is yes
settings

# Death of the owner.
"$courant" -C "$dir/c" listen "$two" >"$dir/listen" 2>&1 </dev/null &
listener=$!
until_holds 'status_has playing'
run play --seek 2:00
until_holds 'status_has 2:0'
run play --toggle
kill -9 "$listener"
wait "$listener" 2>/dev/null
run play --status
ok 'kill -9: nothing is playing any more' all 'is 3'
ok 'kill -9: the place is kept' between 115 140 "$(position Two)"
run check
ok 'the store is sound' all 'is 0' quiet

# Another player.
cat >"$dir/other" <<'END'
#!/bin/sh
echo "$@" >>"$0.log"
sleep "${OTHER:-0}"
END
chmod +x "$dir/other"
settings "player = $dir/other \"%t\" --at=%s %u"
run mark --unread "$two"
run play --wait "$two" --from 1:00
ok 'another player: it gets title, start and file' all 'is 0' \
	'grep -q "^Pod: Two --at=60 /.*Two.mp3$" "$dir/other.log"' 'says "; mpv would remember the place"' 'says "mpv would report"'
OTHER=60
export OTHER
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
run play --pause
ok 'another player: it cannot be controlled' all 'is 1' 'says_once "Only mpv can be"' \
	'status_has playing'
run play --stop
ok 'another player: it can be stopped' all 'is 0' 'until_holds "status_has none"'
wait $!
ok 'another player: its listener knows which' grep -q 'Playing in .*/other;' "$dir/listen"
settings "player = $dir/nosuch %u"
run play --wait "$one"
ok 'another player: none' all 'is 1' 'says "cannot run"'

# Nothing else happens at that place.
settings 'skip-end = 20s'
FAKEMPV='length=60'
run mark --unread "$two"
"$courant" -C "$dir/c" play --wait "$two" --from 0:38 >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing || ! kill -0 $! 2>"$dir/null"'
ok 'what is skipped at the end is not heard' until_holds 'status_has none'
wait $!
state Two
ok 'and the episode is played' grep -q '^yes no' "$dir/out"
settings

FAKEMPV='length=1'
printf 'pause\nnonsense\nquit\n' | "$courant" -C "$dir/c" listen "$one" >"$dir/out" 2>"$dir/err"
status=$?
ok 'lines on standard input' all 'is 0' 'says "has no command \"nonsense\""'

# It sleeps after a time, and becomes quieter before.
settings 'sleep-fade = 5s'
FAKEMPV="length=600 log=$dir/quieter"
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
run play --sleep 1s
ok 'sleep: after a time' all 'is 0' 'until_holds "status_has paused"'
volumes() { grep -c "\"multiply\",\"volume\",\"$1\"" "$dir/quieter"; }
ok 'sleep: it became quieter, and is as loud as before' all '[ "$(volumes 0.8)" -gt 0 ]' \
	'[ "$(volumes 0.8)" -eq "$(volumes 1.25)" ]'
run play --resume
until_holds 'status_has playing'
run play --sleep 4s
until_holds \
	'[ "$(grep -c 0.8 "$dir/quieter")" -gt "$(grep -c 1.25 "$dir/quieter")" ]'
run play --sleep no
ok 'sleep: not any more' until_holds \
	'[ "$(grep -c 0.8 "$dir/quieter")" -eq "$(grep -c 1.25 "$dir/quieter")" ]'
run play --stop
wait $!
settings

# Case 20: what a shell would run is only a name.
fresh
printf '%sodd\n' "$url" >"$feeds"
settings
run refresh
odd=$(id title:It)
FAKEMPV="length=1 log=$dir/odd"
run listen "$odd"
ok 'an episode with an odd address and name plays, and no shell sees them' all 'is 0' \
	"grep -qF \"It's; touch\" \"\$dir/odd\"" 'not test -e pwned'

# A film or sound that can be opened only when all of it is here.
fresh
printf '%stail\n' "$url" >"$feeds"
settings
run refresh
FAKEMPV="length=1 whole log=$dir/tail"
run play --wait title:Tail
ok 'a file that cannot be opened while it comes plays when it is here' all 'is 0' \
	'says_once "once all of its file is here"' \
	'grep -q "appending:.*Tail.m4a.part" "$dir/tail"' 'grep -q "\"/.*Tail.m4a\"" "$dir/tail"' \
	'prints "Playing Tail: Tail"'

# Of some files that still come, the player knows only how long the part is that is here.
FAKEMPV='length=60 told=5'
"$courant" -C "$dir/c" listen title:Hinted >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
run play --seek 0:40
ok 'a growing file: the feed may know its length' until_holds 'status_has "0:4./1:00"'
run play --stop
wait $!
"$courant" -C "$dir/c" listen title:Long >"$dir/listen" 2>&1 </dev/null &
until_holds 'status_has playing'
until_holds '[ -n "$(find "$dir/c" -name "*Long.ogg")" ]'
run play --seek 0:20
ok 'a growing file: once it is here, every place can be reached' until_holds 'status_has 0:2'
run play --stop
wait $!
state Long
ok 'a growing file: the end of its part is not the end' grep -q '^no yes' "$dir/out"
ok 'a growing file: the place is kept' between 18 40 "$(position Long)"

# The player stands still while it waits for more of the file: time does not go on.
FAKEMPV='length=60 stalls=21'
"$courant" -C "$dir/c" play --wait --from 20 title:Tail >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'a player that stands still: so does the time' all 'until_holds "status_has \"0:21/1:00\""' \
	'sleep 2' 'until_holds "status_has \"0:21/1:00\""'
kill "$listener"
wait "$listener" 2>"$dir/null"

# What is heard while it comes breaks off: the rest is fetched at once.
fresh
printf '%sbroken\n' "$url" >"$feeds"
settings
run refresh
FAKEMPV='length=60'
"$courant" -C "$dir/c" listen title:Broken >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'what is heard does not wait for its rest' \
	until_holds '[ -f "$dir/c/store/media/Broken/2020-10-03 Broken.mp3" ]'
kill "$listener"
wait "$listener" 2>"$dir/null"

# What is waited for is held, or removed.
fresh
printf '%sours\n' "$url" >"$feeds"
settings
run refresh
for act in hold remove; do
	"$courant" -C "$dir/c" listen title:Crawl >"$dir/listen" 2>&1 </dev/null &
	listener=$!
	until_holds 'status_has waiting'
	run download title:Crawl --$act
	ok "what is waited for is stopped: $act" until_holds 'status_has none'
	kill "$listener" 2>"$dir/null"
	wait "$listener" 2>"$dir/null"
done

# Others come from the same host, and one of them takes its time.
fresh
printf '%sours\n' "$url" >"$feeds"
settings 'downloads = 1'
run refresh
run download title:Crawl
FAKEMPV='length=60'
"$courant" -C "$dir/c" listen title:Quick >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'what is waited for does not wait for other downloads' until_holds 'status_has "playing.*Quick"'
kill "$listener"
wait "$listener" 2>"$dir/null"

# Services that count downloads are left out.
fresh
printf '%stracked\n' "$url" >"$feeds"
settings "player = $dir/other %u" 'stream = yes' 'media-skip-trackers = yes'
OTHER=0
run refresh
run play --wait "$(id title:Tracked)"
ok 'trackers: the player gets the address of the file' grep -qx 'https://cdn.example/a.mp3' \
	"$dir/other.log"

exec 3<&-
finish
