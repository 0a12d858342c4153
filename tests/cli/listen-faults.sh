# What happens to a player, a file and an episode while it is played: the place is kept.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END_SCRIPT'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Cut</title><enclosure url="@URL@/cut.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Slow</title><enclosure url="@URL@/slow.mp3" type="audio/mpeg"/></item></channel></rss>
then
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One, edited</title><enclosure url="@URL@/other.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 400000 1
/two.mp3
	made 400000 2
/cut.mp3
	made 400000 3
	ranges
	cut 300000
then
	status 404
/slow.mp3
	made 900000 4
	ranges
	slow 100000 100ms
/other.mp3
	made 400000 5
END_SCRIPT
serve --script "$dir/script"

fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
run refresh
id() { "$courant" -C "$dir/c" search --format '{id}' "title:$1" </dev/null; }
position() { "$courant" -C "$dir/c" list --items --format '{position}' "id:$1" </dev/null; }
between() { [ "$3" -ge "$1" ] && [ "$3" -le "$2" ]; }
status_has() { "$courant" -C "$dir/c" play --status </dev/null | grep -q "$1"; }
# begins ITEM ARG…: in the background
begins()
{
	"$courant" -C "$dir/c" play --wait "$@" >"$dir/listen" 2>&1 </dev/null &
	listener=$!
}
# plays ITEM ARG…: the same, until it plays (a pause of its own may come first), if not
# until it has ended
plays()
{
	begins "$@"
	until_holds 'status_has "playing\|paused" || ! kill -0 "$listener" 2>"$dir/null"'
}
ends() { wait "$listener" 2>"$dir/null"; }
# told N TEXT: so often
told() { [ "$(grep -c "$2" "$dir/listen")" = "$1" ]; }
# hears TEXT: sooner or later; if not, what was told instead.
hears()
{
	until_holds "grep -q '$1' '$dir/listen'" && return
	sed 's/^/# listen: /' "$dir/listen"
	return 1
}
one=$(id One)
two=$(id Two)
slow=$(id Slow)
run download --wait "$one" "$two"

# A player that stands still for a minute, or for ever: what the clock says, nobody hears.
export FAKEMPV="length=600 pid=$dir/pid"
plays "$one" --from 5:00
kill -STOP "$(tail -n 1 "$dir/pid")"
run play --speed 4
ok 'a player that is stopped: this is told' until_holds 'told 1 "does not answer"'
run play --status
stood=$(cat "$dir/out")
sleep 1
run play --status
ok 'and time does not go on' out_is "$stood"
kill -CONT "$(tail -n 1 "$dir/pid")"
moves() { run play --status && ! out_is "$stood"; }
ok 'until it goes on' until_holds moves
kill -STOP "$(tail -n 1 "$dir/pid")"
run play --speed 4
ok 'again' until_holds 'told 2 "does not answer"'
stood=$(position "$one")
kill -9 "$(tail -n 1 "$dir/pid")"
ends
ok 'if it never does, the place is where it was when it was asked' all \
	'[ "$(position "$one")" = "$stood" ]' 'between 299 400 "$stood"'

FAKEMPV="length=600 late log=$dir/asked"
plays "$one" --from 1:00
run play --seek 8:00
ok 'a late answer to an older question' \
	until_holds '[ "$(grep -c get_property "$dir/asked")" -ge 2 ]'
run play --stop
ends
ok 'does not count' between 479 520 "$(position "$one")"

# Many of them at once: one plays, and the others hand over to it.
FAKEMPV="length=600 pid=$dir/pids"
for item in "$one" "$two" "$one" "$two" "$one" "$two"; do
	{
		"$courant" -C "$dir/c" play "$item"
		echo $? >>"$dir/over"
	} >>"$dir/many" 2>&1 </dev/null &
done
until_holds 'status_has playing' 'lines "$dir/over" 6'
ok 'many that begin at once: all succeed' all '[ "$(sort -u "$dir/over")" = 0 ]' \
	'not grep -q another "$dir/many"'
living() { for pid in $(cat "$dir/pids"); do kill -0 "$pid" 2>"$dir/null" && echo "$pid"; done; }
ok 'by one player' until_holds '[ "$(living | wc -l)" = 1 ]' \
	'status_has playing'
run play --stop
ok 'and none in the end' until_holds '[ -z "$(living)" ]' 'not status_has playing'
run play --seek 1:00
ok 'nothing is played any more' is 3

# The player is slow: only after it was asked for the second one, it says that the first one
# plays, and then that this one has ended.
FAKEMPV="length=600 behind log=$dir/loads"
begins "$one"
until_holds 'grep -qs loadfile "$dir/loads"'
run play "$two"
ok 'another one before the first has begun: it plays' until_holds 'status_has "playing.*Two"'
run play --stop
ends

# What is asked for while another one ends: it plays.
mkfifo "$dir/keys"
exec 4<>"$dir/keys"
FAKEMPV='length=600'
takes_keys()
{
	"$courant" -C "$dir/c" play --wait "$one" >"$dir/listen" 2>&1 <"$dir/keys" &
	listener=$!
	until_holds 'status_has playing'
}
printf 'stop-playing\nplay %s\n' "$two" >"$dir/lines"
takes_keys
cat "$dir/lines" >&4 # at once: printf may write line by line
ok 'one that was asked for before the end of the other was reported' \
	hears 'Playing.*Two'
run play --stop
ends
takes_keys
kill -STOP "$listener"
printf 'quit\n' >&4
"$courant" -C "$dir/c" play "$two" >"$dir/later" 2>&1 </dev/null &
sleep 0.3 # so that it usually asks the process that is to end
kill -CONT "$listener"
ends
ok 'one that was asked for from a process that ended: another one plays it' \
	until_holds 'status_has "playing.*Two"'
run play --stop
wait $!
exec 4<&-

# It dies at any step, by itself or by a signal.
lost=
for step in 0 1 2 3 4 5 6; do
	FAKEMPV="length=600 dies=$step"
	timeout 20 "$courant" -C "$dir/c" play --wait "$one" >"$dir/listen" 2>&1 </dev/null
	[ $? = 1 ] && told 1 'exited\|does not start' && between 440 520 "$(position "$one")" ||
		lost="$lost $step"
done
ok 'a player that dies at any step: this is told, and the place is kept' test -z "$lost"
FAKEMPV="length=600 pid=$dir/pid"
for signal in TERM KILL; do
	plays "$one" --from 7:00
	kill -$signal "$(tail -n 1 "$dir/pid")"
	ends
	ok "one that is killed by $signal" all 'told 1 exited' 'between 419 440 "$(position "$one")"'
done

FAKEMPV='length=600 pauses=361'
begins "$one" --from 6:00
ok 'a pause by media keys is seen' until_holds 'status_has "paused.*6:01"'
run play --stop
ends
ok 'and the place is kept' test "$(position "$one")" = 361

# The place before a jump is kept over the end of the process.
FAKEMPV='length=600'
plays "$one" --from 1:00
run play --seek 8:00
run play --stop
ends
exec 4<>"$dir/keys"
"$courant" -C "$dir/c" listen "$one" >"$dir/listen" 2>&1 <"$dir/keys" &
listener=$!
until_holds 'status_has "playing.*[78]:"'
echo seek-back-to >&4
ok 'a later process goes back to before the jump' until_holds 'status_has "playing.*1:0"'
run play --stop
ends
exec 4<&-

# The place where it was left is not in the file any more, which another one has replaced.
for player in '' misses; do
	FAKEMPV="length=600"
	plays "$one" --from 5:00
	run play --seek 7:00
	run play --stop
	ends
	FAKEMPV="length=200 $player"
	plays "$one"
	ok "a shorter file plays from its beginning: ${player:-ends}" \
		until_holds 'status_has "playing.*[0-2]:../3:20"' 'told 1 "nothing at [67]:"'
	run play --stop
	ends
	ok 'and the place is kept, since the longer one may return' \
		between 410 430 "$(position "$one")"
	FAKEMPV="length=1 $player"
	run play --wait "$one"
	ok 'it is played when its end is heard' all 'is 0' \
		'run list --items --format "{played}" "id:$one"' 'out_is yes'
	run play --wait "$one" --from 5:00
	ok 'only a place that is asked for is an error' all 'is 1' \
		'says "only 0:01 long" || says "cannot be played"'
done
echo 'skip-start = 90s' >>"$config"
echo 'skip-end = 90s' >>"$config"
for player in '' misses; do
	FAKEMPV="length=60 $player"
	plays "$two"
	ok "what is shorter than what is skipped is played: ${player:-ends}" \
		until_holds 'status_has "playing.*0:../1:00"'
	# If enough was heard then, the length is known the second time.
	[ -n "$player" ] || ok 'and why from its beginning' until_holds 'told 1 "nothing at 1:30"'
	run play --stop
	ends
done
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"

# The rest of what is heard never comes.
FAKEMPV='length=60 ends=40'
plays "$(id Cut)" --from 0:38
ends
ok 'a file whose rest does not come: why' all 'grep -q 404 "$dir/listen"' 'not told 1 "is cut"'
ok 'and the place is kept' between 37 41 "$(position "$(id Cut)")"

# It is here all of a sudden, while nobody listens.
FAKEMPV='length=60'
plays "$slow" --from 0:20
run play --pause
ok 'a file is completed during a pause' \
	until_holds 'status_has paused' '[ -n "$(find "$dir/c" -name "*Slow.mp3")" ]'
run play --resume
ok 'it plays on then' until_holds 'status_has "playing.*0:[2-5]"'
run play --stop
ends
ok 'and the place is kept' between 19 40 "$(position "$slow")"

# Its file goes, another one takes its name.
FAKEMPV='length=60'
plays "$two" --from 0:30
file=$(find "$dir/c" -name '*Two.mp3')
rm "$file"
run play --seek 0:40
ok 'a file that is deleted while it is played' until_holds 'status_has "0:4"'
echo other >"$file"
run play --stop
ends
ok 'and the place is kept' between 39 55 "$(position "$two")"

# The item changes under it.
FAKEMPV='length=600'
plays "$one" --from 2:00
run refresh
run list --items --format '{title}' "id:$one"
ok 'an episode that is edited while it is played' all 'out_is "One, edited"' 'status_has edited'
run play --seek 3:00
run play --stop
ends
ok 'and the place is kept' between 179 200 "$(position "$one")"
plays "$one" --from 4:00
run delete "$one"
run play --pause
ok 'one that is deleted plays on' until_holds 'status_has paused'
run play --stop
ends
run undo
ok 'and undo brings it back with its place' all 'between 239 260 "$(position "$one")"'
plays "$two" --from 0:10
cp "$feeds" "$dir/subscribed"
: >"$feeds"
run refresh
run play --seek 0:50
run play --stop
ends
ok 'a feed that is no longer followed: it plays on' not told 1 error
cp "$dir/subscribed" "$feeds"
run check
ok 'the store is sound' all 'is 0' quiet
exec 3<&-
finish
