# queue and download, against the loopback server.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Harbour: Talk/1</title>
	body <item><guid>1</guid><title>Ropes</title><pubDate>Sat, 03 Oct 2020 10:00:00 GMT</pubDate><itunes:duration>48:12</itunes:duration><enclosure url="@URL@/whole.mp3" type="audio/mpeg" length="200000"/></item>
	body <item><guid>2</guid><title>Tides</title><pubDate>Fri, 02 Oct 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/cut.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Knots</title><pubDate>Thu, 01 Oct 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/gone.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Cover</title><pubDate>Wed, 30 Sep 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/cover.jpg" type="image/jpeg"/></item>
	body <item><guid>5</guid><title>../../etc/x</title><pubDate>Tue, 29 Sep 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/page.mp3" type="audio/mpeg"/></item>
	body <item><guid>6</guid><title>Moved</title><pubDate>Mon, 28 Sep 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/tracker/moved.mp3" type="audio/mpeg"/></item>
	body <item><guid>7</guid><title>ROPES</title><pubDate>Sat, 03 Oct 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/again.mp3" type="audio/mpeg"/></item>
	body <item><guid>8</guid><title>List</title><pubDate>Sun, 27 Sep 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/list.mp3" type="audio/mpeg"/></item>
	body <item><guid>9</guid><title>Late</title><pubDate>Sat, 26 Sep 2020 10:00:00 GMT</pubDate><enclosure url="@URL@/late.mp3" type="audio/mpeg" length="150,000"/></item></channel></rss>
/whole.mp3
	made 200000 1
	ranges
	etag "one"
/again.mp3
	made 1000 2
/cut.mp3
	made 200000 3
	ranges
	etag "one"
	cut 150000
then
	made 200000 3
	ranges
	etag "one"
/killed
	body <rss version="2.0"><channel><title>Killed</title>
	body <item><guid>1</guid><title>Slow</title><enclosure url="@URL@/slow.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Same</title><enclosure url="@URL@/same.mp3" type="audio/mpeg"/></item></channel></rss>
/slow.mp3
	made 1200000 7
	ranges
	etag "seven"
	stall 300000
then
	made 1200000 7
	ranges
	etag "seven"
	stall 300000
then
	made 1200000 7
	ranges
	etag "seven"
	stall 300000
then
	made 1200000 7
	ranges
	etag "seven"
	stall 300000
then
	made 1200000 7
	ranges
	etag "seven"
/same.mp3
	made 1200000 7
/gone.mp3
	status 404
/page.mp3
	header Content-Type: text/html
	body <html><body>Please log in</body></html>
/tracker/moved.mp3
	redirect 302 /cdn/moved.mp3
/cdn/moved.mp3
	made 3000 4
/late.mp3
	made 150000 5
/list.mp3
	body #EXTM3U\nhttp://127.0.0.1/x\n
END
serve --script "$dir/script"

fresh
media=$dir/c/store/media
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\n' >"$config"
run refresh
id() { "$courant" -C "$dir/c" search --format '{id}' "$@" </dev/null; }
show() { "$courant" -C "$dir/c" list --items --format "$1" "id:$2" </dev/null; }
ropes=$(id title:Ropes duration:48m)
tides=$(id title:Tides)

run list --items 'kind:audio duration:<1h' --format '{title} {kind} {duration}'
ok 'kind and duration are known' all 'is 0' 'out_is "Ropes audio 48:12"'
run queue
ok 'queue: at first it is empty' all 'is 0' silent quiet
run queue add "$tides" "$ropes"
ok 'queue: items are added' all 'is 0' quiet 'prints "2 items, 2 changed"'
run queue --format '{title}'
ok 'queue: in their order' all 'is 0' "out_is 'Tides
Ropes'"
run queue move "$ropes" top
run queue --format '{title}'
ok 'queue: an item moves' all 'is 0' "out_is 'Ropes
Tides'"
run queue move "$ropes" +1
run queue move "$ropes" -1
ok 'queue: by a step back, which is no option' all 'is 0' quiet
run queue --format '{title}'
ok 'queue: to where it was' all 'is 0' "out_is 'Ropes
Tides'"
run queue move "$ropes" sideways
ok 'queue: a place that is none' all 'is 2' 'says "not a place in the queue"'
run queue add --next title:Knots
run queue --json --fields title,queued
ok 'queue: in front' all 'is 0' is_json 'prints "{\"title\":\"Knots\",\"queued\":true}"'
run queue add title:Cover
ok 'queue: a picture is no episode' all 'is 3' 'says "none of them has an episode"'
run queue clear
run undo
run queue --format '{title}'
ok 'queue: clearing is undone' all 'is 0' "out_is 'Knots
Ropes
Tides'"
run queue remove is:queued --json
ok 'queue: by a query' all 'is 0' 'prints "\"changed\":3"'
run queue paint
ok 'queue: no such word' all 'is 2' 'says "use list, add"'
run queue move 1
ok 'queue: a word is missing' all 'is 2' 'says "number of words"'

run download
ok 'download: nothing to do' all 'is 3' silent 'says_once "No download is waiting"'
run download "$ropes"
ok 'download: an item is wanted' all 'is 0' quiet 'prints "1 item, 1 changed"'
run download --list --format '{title} {download}'
ok 'download: it waits' all 'is 0' 'out_is "Ropes waits"'
run download --hold title:Ropes
run download --release 'title:Ropes or title:Knots'
ok 'release: what is held, and nothing else' all 'is 0' 'out_is "3 items, 1 changed"'
run download --release "$ropes"
ok 'release: nothing is held' all 'is 0' 'out_is "1 item, 0 changed"'
run download --list --format '{title} {download}'
ok 'release: it waits again' out_is 'Ropes waits'
run download --hold "$ropes"
run download "$ropes"
run undo
run download --list --format '{title} {download}'
ok 'download: one that is held goes on; undo holds it again' out_is 'Ropes held'
run download --release "$ropes"
run download --list --json
ok 'download: as JSON' all 'is 0' is_json 'prints "\"download\":\"waits\""' \
	'prints "\"feed_title\":\"Harbour: Talk/1\""'
run download
ok 'download: and is fetched' all 'is 0' quiet 'out_is "Ropes: 200 kB"'
file="$media/Harbour- Talk-1/2020-10-03 Ropes.mp3"
ok 'download: under a safe name' test -f "$file"
ok 'download: as large as it is' test "$(wc -c <"$file")" -eq 200000
ok 'download: the directory is marked, for its owner' \
	test "$(stat -c %a "$media/.courant")" = 600
run list --items is:here --format '{title} {download} {file_size} {file}'
ok 'download: the store knows' all 'is 0' 'out_is "Ropes here 200000 $file"'
run list is:here --format '{title}'
ok 'list: what only items can be lists items' all 'is 0' quiet 'out_is Ropes'
run list --feeds is:here
ok 'list: unless feeds are asked for' all 'is 3' silent
run download "title:Ropes not id:$ropes" --wait
ok 'download: two of one name' all 'is 0' 'test -f "$media/Harbour- Talk-1/2020-10-03 ROPES (2).mp3"'

run download "$tides" --wait
ok 'download: one that breaks off fails' all 'is 1' 'says Tides'
part="$media/Harbour- Talk-1/2020-10-02 Tides.mp3.part"
ok 'download: what has come stays' test "$(wc -c <"$part")" -eq 150000
run download "$tides" --wait
ok 'download: the rest comes' all 'is 0' quiet 'prints "Tides: 200 kB"'
ok 'download: and no part is left' not test -e "$part"

run download title:Knots --wait
ok 'download: 404' all 'is 1' 'says "HTTP 404: the address does not exist"'
run list --items title:Knots --format '{download} {download_error}'
ok 'download: it is tried again later' all 'is 0' 'prints "waits HTTP 404"'
run download
ok 'download: that it waits' all 'is 3' 'says "1 episode waits"'
run download title:x --wait
ok 'download: a page in its place' all 'is 1' 'says "web page"'
ok 'download: nothing of it is kept' test -z "$(find "$media" -name '*etc*' -size +0)"
ok 'download: no title leads out' not test -e "$dir/c/etc"
run download title:Moved --wait
ok 'download: through a redirect' all 'is 0' quiet 'prints "Moved: 3 kB"'
run download title:List --wait
ok 'download: a playlist is no sound' all 'is 1' 'says "neither audio nor video"'
ok 'download: nothing of it is kept' test -z "$(find "$media" -name '*List*')"
run download title:List --wait
ok 'download: nor is it taken for sound when it is wanted again' all 'is 1' \
	'says "neither audio nor video"'
run download title:Cover --wait
ok 'download: nor a picture' all 'is 3' 'says "none of them has an episode"'

run download "$ropes" --remove
run download
ok 'remove: the file goes to the trash' all 'not test -e "$file"' 'test -f "$media/.trash/$ropes"'
run undo
run download
ok 'remove: undo brings it back' all 'test -f "$file"' 'not test -e "$media/.trash/$ropes"'
run list --items is:here --format '{title}' "id:$ropes"
ok 'remove: it is here again' all 'is 0' 'prints Ropes'
mv "$file" "$dir/mine" && cp "$dir/mine" "$file" && echo more >>"$file"
run download "$ropes" --remove
run download
ok 'remove: a file that is not ours stays' test -f "$file"

run download "$tides" --hold
ok 'hold: what is here is not held' all 'is 0' 'prints "0 changed"'
run download --hold
ok 'hold: which items?' all 'is 2' 'says "name the items"'
run download --hold --release "$tides"
ok 'hold or release' all 'is 2' 'says_once "choose one of --hold, --release and --remove"'

mv "$media" "$dir/elsewhere"
run download title:Moved --remove
run download
ok 'an unmounted disk: nothing is made' all 'is 1' 'says "mounted"' 'not test -e "$media"'
mkdir "$media"
run download
ok 'an empty mount point: nothing is written' all 'is 1' 'says "mounted"' \
	'test -z "$(ls -A "$media")"'
rmdir "$media"
mv "$dir/elsewhere" "$media"
run download
ok 'mounted again: it goes on' all 'not says mounted' 'test -e "$media/.trash"'
sed -i 's/^store .*/store 0123456789abcdef/' "$media/.courant"
run download title:Late
run download
ok "another store's directory: nothing is written" all 'is 1' 'says "belongs to another store"' \
	'test -z "$(find "$media" -name "*Late*")"'
: >"$media/.courant"
run download --remove title:Late
run download
ok 'a mark that was emptied gets our number' all 'not says store' \
	'grep -q "^store [0-9a-f]\{16\}$" "$media/.courant"'

printf 'media-free = 0\nmedia-limit = 50k\n' >"$config"
run download title:Late --wait
ok 'a limit is kept' all 'is 1' 'says media-limit'
printf 'media-free = 900000G\n' >"$config"
run download title:Late --wait
ok 'so is room on the disk' all 'is 1' 'says "are needed"'
printf 'media-name = {nobody}\n' >"$config"
run list
ok 'a name that is no template' all 'says media-name' 'says "{title}"'
printf 'media-dir = Podcasts\n' >"$config"
run check-config
ok 'a directory that depends on where one is' all 'is 1' 'says "absolute path"'
printf 'media-free = 0\n' >"$config"
printf '%skilled\n' "$url" >>"$feeds"
run refresh
run queue add feed:Killed
run download title:Slow
part= size=0 kills=0 shrunk=0
grown()
{
	part=$(find "$media/Killed" -name '*Slow*' 2>"$dir/null")
	[ "$part" ] && [ "$(wc -c <"$part")" -gt $((size + 70000)) ]
}
while [ $((kills += 1)) -le 4 ]; do
	"$courant" -C "$dir/c" download >"$dir/null" 2>&1 </dev/null &
	pid=$!
	until_holds grown
	kill -9 "$pid"
	wait "$pid" 2>"$dir/null"
	now=$(wc -c <"$part")
	[ "$now" -gt "$size" ] || shrunk=1
	size=$now
done
ok 'kill -9: what has come stays' all "test $size -gt 280000" "test $shrunk = 0"
run download feed:Killed --wait
ok 'kill -9: the rest comes' all 'is 0' 'cmp -s "${part%.part}" "$media/Killed/"*Same*' \
	'not test -e "${part%.part}.part"'
run queue --format '{title}'
ok 'kill -9: the queue is kept' prints Slow
rm "$config"
run check
ok 'the store is sound' all 'is 0' quiet

exec 3<&-
finish
