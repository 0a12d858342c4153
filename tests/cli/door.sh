# The player's socket for media keys and scripts: what they do there is seen, and whatever
# is wrong with that path, playing continues.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3
	made 400000 1
END
mkfifo "$dir/address"
"$builddir/tests/http/feedserve" --script "$dir/script" >"$dir/address" 2>"$dir/server" &
server=$!
trap 'kill "$server"; rm -rf "$dir"' EXIT
exec 3<"$dir/address"
read -r url <&3

mpv=$builddir/tests/player/fakempv
status_has() { "$courant" -C "$dir/c" play --status </dev/null | grep -q "$1"; }
# pause YES: as a media key does
pause() { "$mpv" --ask "$door" "{\"command\":[\"set_property\",\"pause\",$1]}" >"$dir/answer"; }
begin()
{
	"$courant" -C "$dir/c" listen title:One >"$dir/listen" 2>&1 </dev/null &
	listener=$!
	until_holds 'status_has playing'
}
end()
{
	"$courant" -C "$dir/c" play --stop </dev/null
	wait "$listener"
}
doors() { find "$1" -name 'mpv-*.sock'; }

export FAKEMPV="length=600 log=$dir/asked"
XDG_RUNTIME_DIR=$dir/r
export XDG_RUNTIME_DIR
mkdir "$dir/r"
fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer = %s\n' "$mpv" >"$config"
run refresh

begin
door=$(doors "$dir/r")
ok 'it is in a directory of the owner alone' test "$(stat -c %a "$dir/r/courant")" = 700
ok 'a pause from there is seen' all 'pause true' 'until_holds "status_has paused"'
ok 'and answered' grep -q success "$dir/answer"
ok 'so is its end' all 'pause false' 'until_holds "status_has playing"'
ok 'the player says so by itself: nobody has to ask from time to time' \
	all 'grep -q "observe_property.*pause" "$dir/asked"' \
	'not grep -q "get_property.*pause" "$dir/asked"'

"$mpv" "--input-ipc-server=$door" </dev/null
ok 'another player takes the path: playing continues' status_has playing
run play --seek 5:00
ok 'and is steered as before' all 'is 0' 'until_holds "status_has 5:0"'
end
ok 'nothing is left of it' test -z "$(doors "$dir/r")"

: >"$door"
begin
ok 'a file that is in the way' all 'pause true' 'until_holds "status_has paused"'
kill -9 "$listener"
wait "$listener" 2>"$dir/null"
begin
ok 'a socket that a killed player left' all 'pause true' 'until_holds "status_has paused"'
end

# Another process of this store has a player there.
exec 4<"$door.lock"
ok 'its lock is free without a player' until_holds 'flock -n 4'
begin
ok 'the path is not taken from the player of another process' test -z "$(doors "$dir/r")"
end
exec 4<&-

mkdir "$door"
begin
ok 'a directory in the way: it plays' status_has playing
end
rmdir "$door"

# without REASON: its door is elsewhere, where a command with another environment finds it.
without()
{
	begin
	ok "$1: it plays" all 'status_has playing' '[ -z "$(doors "$dir")" ]'
	XDG_RUNTIME_DIR=$dir/r run play --pause
	ok "$1: commands reach it" all 'is 0' 'until_holds "status_has paused"'
	end
}
chmod 777 "$dir/r/courant"
without 'a directory that others may write to'
ok 'nothing was made there' test -z "$(doors "$dir/r")"
chmod 700 "$dir/r/courant"
long=$dir/$(printf '%0100d' 0)
mkdir "$long"
XDG_RUNTIME_DIR=$long
without 'a path that is too long'
ok 'nothing was made there, either' test -z "$(doors "$long")"
XDG_RUNTIME_DIR=$dir/nowhere
without 'a directory that is missing'
XDG_RUNTIME_DIR=
without 'no runtime directory'
exec 3<&-
finish
