# Playing from the address: if it is asked for, and if there is no room for the file.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 3000000 1
/two.mp3
	made 400000 2
END
mkfifo "$dir/address"
"$builddir/tests/http/feedserve" --script "$dir/script" >"$dir/address" 2>"$dir/server" &
server=$!
trap 'kill "$server"; rm -rf "$dir"' EXIT
exec 3<"$dir/address"
read -r url <&3

settings()
{
	printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
	for line; do echo "$line" >>"$config"; done
}
until_holds()
{
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ] || return 1
		sleep 0.1
	done
}
status_has() { "$courant" -C "$dir/c" play --status </dev/null | grep -q "$1"; }
files() { find "$dir/c" -name '*.mp3*' | wc -l; }
# streamed: whether what was loaded last has an address
streamed() { grep loadfile "$dir/asked" | tail -n 1 | grep -qF "$url"; }

fresh
printf '%spod\n' "$url" >"$feeds"
settings
run refresh
FAKEMPV="length=1 log=$dir/asked"
export FAKEMPV

run play --wait --stream title:One
ok 'stream: from its address' all 'is 0' quiet streamed \
	'[ "$(files)" -eq 0 ]' 'prints "Nothing is playing"'
run list --items --format '{played}' title:One
ok 'stream: and it is played' out_is yes
run play --wait title:Two
ok 'otherwise it is kept' all 'is 0' '[ -z "$(find "$dir/c" -name "*One.mp3*")" ]'
run mark --unread title:Two
run play --wait --stream title:Two
ok 'stream: what is here is not fetched again' all 'is 0' 'not streamed'

FAKEMPV="length=600 log=$dir/asked"
"$courant" -C "$dir/c" listen title:Two >"$dir/listen" 2>&1 </dev/null &
until_holds status_has 'playing.*Two'
run play --stream title:One --from 2:00
ok 'stream: in the process that plays' all 'is 0' 'until_holds status_has "playing.*One.*2:0"' \
	streamed '[ -z "$(find "$dir/c" -name "*One.mp3*")" ]'
run play --stop
wait $!

settings 'media-limit = 1M'
FAKEMPV="length=121 log=$dir/asked"
run play --wait title:One --from 2:00
ok 'without room for the file' all 'is 0' streamed \
	'says "no room for its file, so it is played from its address"'
exec 3<&-
finish
