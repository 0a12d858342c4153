# Downloads of which more than the transfer goes wrong: crashes, several processes, other
# files in the way, and addresses that give another file each time.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END_SCRIPT'
/left
	body <rss version="2.0"><channel><title>Left</title>
	body <item><guid>1</guid><title>Named</title><enclosure url="@URL@/slow/1.mp3" type="audio/mpeg" length="1200000"/></item>
	body <item><guid>2</guid><title>Taken</title><enclosure url="@URL@/slow/2.mp3" type="audio/mpeg" length="1200000"/></item>
	body <item><guid>3</guid><title>Both</title><enclosure url="@URL@/slow/3.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Moved</title><enclosure url="@URL@/slow/4.mp3" type="audio/mpeg"/></item>
	body <item><guid>5</guid><title>Unsized</title><enclosure url="@URL@/slow/5.mp3" type="audio/mpeg"/></item>
	body <item><guid>6</guid><title>Misjudged</title><enclosure url="@URL@/slow/6.mp3" type="audio/mpeg" length="1000"/></item>
	body <item><guid>7</guid><title>Typed</title><enclosure url="@URL@/slow/7" type="application/octet-stream"/></item>
	body <item><guid>8</guid><title>Linked</title><enclosure url="@URL@/slow/8" type="application/octet-stream"/></item>
	body <item><guid>9</guid><title>Dropped</title><enclosure url="@URL@/slow/9" type="application/octet-stream"/></item></channel></rss>
/slow/2.mp3
	made 1200000 7
	ranges
	stall 400000
then
	made 1200000 7
	ranges
/slow/4.mp3
	made 1200000 7
	ranges
	slow 20000 50ms
/slow/*
	made 1200000 7
	ranges
	stall 400000
/crowd
	body <rss version="2.0"><channel><title>Crowd</title>
	body <item><guid>1</guid><title>A</title><enclosure url="@URL@/crowd/1.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>B</title><enclosure url="@URL@/crowd/2.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>C</title><enclosure url="@URL@/crowd/3.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>D</title><enclosure url="@URL@/crowd/4.mp3" type="audio/mpeg"/></item></channel></rss>
/crowd/*
	made 100000 8
	slow 20000 20ms
/turning
	body <rss version="2.0"><channel><title>Turning</title>
	body <item><guid>1</guid><title>Adverts</title><enclosure url="@URL@/adverts.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Token</title><enclosure url="@URL@/token/1.mp3" type="audio/mpeg" length="199000"/></item>
	body <item><guid>4</guid><title>Query</title><enclosure url="@URL@/query.mp3?1" type="audio/mpeg" length="199000"/></item>
	body <item><guid>3</guid><title>Session</title><enclosure url="@URL@/session.mp3" type="audio/mpeg"/></item></channel></rss>
then
	body <rss version="2.0"><channel><title>Turning</title>
	body <item><guid>4</guid><title>Query</title><enclosure url="@URL@/query.mp3?2" type="audio/mpeg" length="199000"/></item>
	body <item><guid>2</guid><title>Token</title><enclosure url="@URL@/token/2.mp3" type="audio/mpeg" length="199000"/></item></channel></rss>
/adverts.mp3
	made 200000 1
	ranges
	etag "1"
	cut 150000
then
	made 210000 2
	ranges
	etag "2"
	cut 150000
then
	made 220000 3
	ranges
	etag "3"
	cut 150000
then
	made 230000 4
	ranges
	etag "4"
/token/1.mp3
	made 200000 3
	ranges
	cut 150000
/token/2.mp3
	made 200000 3
	ranges
/query.mp3?1
	made 200000 3
	ranges
	cut 150000
/query.mp3?2
	made 200000 3
	ranges
/session.mp3
	redirect 302 /session/1.mp3
then
	redirect 302 /session/2.mp3
/session/1.mp3
	made 200000 3
	ranges
	cut 150000
then
	status 404
/session/2.mp3
	made 200000 3
	ranges
/refusing
	body <rss version="2.0"><channel><title>Refusing</title>
	body <item><guid>1</guid><title>Banned</title><enclosure url="@URL@/451.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Broken</title><enclosure url="@URL@/500.mp3" type="audio/mpeg"/></item></channel></rss>
/451.mp3
	status 451
/500.mp3
	status 500
/linked
	body <rss version="2.0"><channel><title>Linked</title><item><guid>1</guid><title>Elsewhere</title><enclosure url="@URL@/small.mp3" type="audio/mpeg"/></item></channel></rss>
/small.mp3
	made 1000 5
END_SCRIPT
serve --script "$dir/script" --log "$dir/asked"

media=$dir/c/store/media
follow() { fresh; printf "$url%s\n" "$@" >"$feeds"; options; run refresh; }
options() { printf 'media-free = 0\nmedia-name = {feed}/{title}\nhost-gap = 0\n%s\n' "$@" >"$config"; }
size() { [ -e "$1" ] && wc -c <"$1" || echo 0; }
# asked TARGET: how often
asked() { grep -c "^REQUEST [0-9]* GET $1 " "$dir/asked"; }
# last TARGET: the headers of the last request
last() { awk -v "target=$1" '/^REQUEST/ { on = $4 == target; if (on) text = "" } on { text = text $0 "\n" } END { printf "%s", text }' "$dir/asked"; }
state() { "$courant" -C "$dir/c" list --items --format '{download}' "title:$1" </dev/null; }

# A crash after the file got its name, and before the store knew of that.
follow left
# runs TITLE [ENDING]: until something came
runs()
{
	"$courant" -C "$dir/c" download --wait "title:$1" >"$dir/out" 2>"$dir/err" </dev/null &
	pid=$!
	until_holds '[ "$(size "$media/Left/'"$1.${2:-mp3}"'.part")" -gt 70000 ]'
}
# begins TITLE [ENDING]: to be killed; what has come by then is $part
begins()
{
	runs "$@"
	part=$media/Left/$1.${2:-mp3}.part
	kill -9 "$pid"
	wait "$pid" 2>"$dir/null"
}
begins Named
rm "$part"
head -c 1200000 /dev/zero >"$media/Left/Named.mp3"
before=$(asked /slow/1.mp3)
run download
ok 'a file that had its name before the crash is here' all 'is 0' '[ "$(state Named)" = here ]' \
	'[ "$(asked /slow/1.mp3)" = "$before" ]'
begins Both
ln "$part" "$media/Left/Both.mp3"
run download --wait title:Both
ok 'so is one that still has the name of the part as well' all 'is 0' quiet \
	'[ "$(state Both)" = here ]' 'not test -e "$part"' '[ "$(asked /slow/3.mp3)" = 1 ]'
begins Unsized
mv "$part" "$media/Left/Unsized.mp3"
run download --wait title:Unsized
ok 'so is one of which nobody said how large it is' all 'is 0' quiet '[ "$(state Unsized)" = here ]' \
	'[ "$(ls "$media/Left")" = "Both.mp3
Named.mp3
Unsized.mp3" ]' '[ "$(asked /slow/5.mp3)" = 1 ]'
begins Misjudged
mv "$part" "$media/Left/Misjudged.mp3"
run download --wait title:Misjudged
ok 'so is one that is larger than the feed says' all 'is 0' quiet '[ "$(state Misjudged)" = here ]' \
	'[ -z "$(find "$media/Left" -name "Misjudged?*.mp3*")" ]' '[ "$(asked /slow/6.mp3)" = 1 ]'
begins Typed bin
mv "$part" "$media/Left/Typed.ogg"
run download --wait title:Typed
ok 'so is one that has got another ending by its bytes' all 'is 0' quiet '[ "$(state Typed)" = here ]' \
	'[ "$(ls "$media/Left" | grep Typed)" = Typed.ogg ]' '[ "$(asked /slow/7)" = 1 ]'
begins Linked bin
ln "$part" "$media/Left/Linked.ogg"
mv "$part" "$media/Left/Linked.bin"
run download --wait title:Linked
ok 'or both of them' all 'is 0' quiet '[ "$(state Linked)" = here ]' \
	'[ "$(ls "$media/Left" | grep Linked)" = Linked.ogg ]' '[ "$(asked /slow/8)" = 1 ]'
begins Dropped bin
mv "$part" "$media/Left/Dropped.ogg"
run download --remove title:Dropped
run download
ok 'and one that is removed then is not left there' all '[ -z "$(find "$media/Left" -name "Dropped*")" ]' \
	'[ -n "$(find "$media/.trash" -type f)" ]'
ln "$media/.trash"/[0-9]* "$media/Left/Dropped.ogg"
run undo
run download
ok 'a crash while it comes back is no fault either' all quiet '[ "$(state Dropped)" = here ]' \
	'[ -z "$(find "$media/.trash" -type f)" ]'
begins Taken
echo mine >"$media/Left/Taken.mp3"
rm "$part"
run download --wait title:Taken
ok "somebody else's file of another size is not it" all 'is 0' quiet '[ "$(state Taken)" = here ]' \
	'[ "$(cat "$media/Left/Taken.mp3")" = mine ]' \
	'[ "$(size "$media/Left/Taken (2).mp3")" = 1200000 ]' 'not test -e "$part"'
ln "$media/Left/Named.mp3" "$dir/mine"
run download --remove title:Named
run download
ok 'a file that has another name, too, stays' all 'test -f "$media/Left/Named.mp3"' \
	'[ -z "$(find "$media/.trash" -type f)" ]'

# The disk is unmounted while a file comes.
mv "$media" "$dir/disk"
ln -s "$dir/disk" "$media"
runs Moved
rm "$media"
mkdir "$media"
wait "$pid"
status=$?
ok 'what comes to a disk that is unmounted then is not here' all 'is 1' silent \
	'says "is its disk mounted"' '[ "$(state Moved)" = waits ]'
rmdir "$media"
mv "$dir/disk" "$media"
run download --wait title:Moved
ok 'until it is mounted again' all 'is 0' quiet '[ "$(state Moved)" = here ]' \
	'[ "$(size "$media/Left/Moved.mp3")" = 1200000 ]' '[ "$(asked /slow/4.mp3)" = 1 ]'

# Two processes, one queue.
follow crowd
run download feed:Crowd
"$courant" -C "$dir/c" download >"$dir/first" 2>&1 </dev/null &
first=$!
"$courant" -C "$dir/c" download >"$dir/second" 2>&1 </dev/null &
second=$!
wait "$first" "$second"
for n in 1 2 3 4; do asked "/crowd/$n.mp3"; done >"$dir/out"
ok 'two processes: each file comes once' all 'out_is "1
1
1
1"' '[ "$(find "$media" -name "*.mp3" -size +190 | wc -l)" = 4 ]' \
	'[ -z "$(find "$media" -name "*.part")" ]'

# Another file each time: after two of them, ranges are not asked for.
follow turning
for try in 1 2 3; do
	run download --wait title:Adverts
	ok "cut at the $try. time" all 'is 1' '[ "$(size "$media/Turning/Adverts.mp3.part")" = 150000 ]'
done
last /adverts.mp3 >"$dir/out"
ok 'so far the rest was asked for' prints 'Range: bytes=84464-'
run download --wait title:Adverts
last /adverts.mp3 >"$dir/out"
ok 'then all of it at once' all 'not prints Range' '[ "$(size "$media/Turning/Adverts.mp3")" = 230000 ]'
run download --wait title:Session
ok 'a session: cut' all 'is 1' '[ "$(size "$media/Turning/Session.mp3.part")" = 150000 ]'
run download --wait title:Session
ok 'the session is over: another one continues, and that is no fault' all 'is 0' quiet \
	'[ "$(size "$media/Turning/Session.mp3")" = 200000 ]' '[ "$(asked /session/1.mp3)" = 2 ]'
run download --wait title:Token
ok 'a token: cut' all 'is 1' '[ "$(size "$media/Turning/Token.mp3.part")" = 150000 ]'
run download --wait title:Query
ok 'one in the query: cut' all 'is 1' '[ "$(size "$media/Turning/Query.mp3.part")" = 150000 ]'
run refresh
run download --wait title:Token
ok 'another token: it comes' all 'is 0' '[ "$(size "$media/Turning/Token.mp3")" = 200000 ]'
last /token/2.mp3 >"$dir/out"
ok 'and goes on where it was, though the feed is wrong about its length' all \
	"prints 'Range: bytes=84464-'" '[ "$(asked /token/2.mp3)" = 1 ]'
run download --wait title:Query
ok 'so does one in the query' all 'is 0' '[ "$(size "$media/Turning/Query.mp3")" = 200000 ]' \
	'[ "$(asked /query.mp3?2)" = 1 ]'

# Servers that do not send it.
follow refusing
run download --wait title:Banned
ok 'a file that may not be sent' all 'is 1' 'says "HTTP 451: the server refuses access"'
run download --wait title:Broken
ok 'a server that fails' all 'is 1' 'says "the server failed (HTTP 500)"'

# What is in the way.
follow linked
mkdir "$dir/elsewhere"
run download title:Nothing # makes the directory
mkdir -p "$media" && ln -s "$dir/elsewhere" "$media/Linked"
run download --wait title:Elsewhere
ok 'a folder that is a link is not followed' all 'is 1' 'says "cannot use"' \
	'[ -z "$(ls "$dir/elsewhere")" ]'
echo file >"$dir/file"
options "media-dir = $dir/file"
run download --wait title:Elsewhere
ok 'a directory that is a file' all 'is 1' 'says "cannot use"' '[ "$(cat "$dir/file")" = file ]'
run check
ok 'the store is sound' all 'is 0' quiet
exec 3<&-
finish
