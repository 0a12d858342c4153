# play and listen with the real mpv, which makes no sound.
if ! command -v mpv >/dev/null; then
	echo "1..0 # SKIP mpv is not installed"
	exit 0
fi
. "$srcdir/tests/cli/tap.sh"

# wav SECONDS, 1 or 60: silence of 8000 bytes each
wav()
{
	case $1 in
	1) sizes='\0144\0037\0000\0000 \0100\0037\0000\0000' ;;
	60) sizes='\0044\0123\0007\0000 \0000\0123\0007\0000' ;;
	esac
	printf 'RIFF%bWAVEfmt ' "${sizes% *}"
	printf '\020\0\0\0\001\0\001\0\100\037\0\0\100\037\0\0\001\0\010\0'
	printf 'data%b' "${sizes#* }"
	head -c "${1}0000" /dev/zero | head -c $(($1 * 8000)) | tr '\0' '\200'
}
wav 1 >"$dir/short.wav"
wav 60 >"$dir/long.wav"

cat >"$dir/script" <<END
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>Short</title><enclosure url="@URL@/short.wav" type="audio/x-wav"/></item>
	body <item><guid>2</guid><title>Long</title><enclosure url="@URL@/long.wav" type="audio/x-wav"/></item>
	body <item><guid>3</guid><title>Noise</title><enclosure url="@URL@/noise.mp3" type="audio/mpeg"/></item></channel></rss>
/short.wav
	file $dir/short.wav
/long.wav
	file $dir/long.wav
/noise.mp3
	made 300000
END
serve --script "$dir/script"

status_has() { "$courant" -C "$dir/c" play --status </dev/null | grep -q "$1"; }
position() { "$courant" -C "$dir/c" list --items --format '{position}' "title:$1" </dev/null; }
between() { [ "$3" -ge "$1" ] && [ "$3" -le "$2" ]; }

XDG_RUNTIME_DIR=$dir/r
export XDG_RUNTIME_DIR
mkdir "$dir/r"
fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer-options = --ao=null --no-config\n' >"$config"
run refresh

run play --wait title:Short
ok 'an episode to its end' all 'is 0' quiet 'prints "Playing Pod: Short"' \
	'prints "Nothing is playing"'
run list --items --format '{played} {unread}' title:Short
ok 'then it is played, and read' out_is 'yes no'

"$courant" -C "$dir/c" play --wait title:Long >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'it plays in the background' until_holds 'status_has playing'
run play --seek 0:30
ok 'seek' all 'is 0' quiet 'until_holds "status_has 0:3"'
run play --pause
ok 'pause' all 'is 0' quiet 'until_holds "status_has paused"'
door=$(find "$dir/r" -name 'mpv-*.sock')
ok 'what is asked at its own socket is seen' all \
	'"$builddir/tests/player/fakempv" --ask "$door" "{\"command\":[\"set_property\",\"pause\",false]}"' \
	'until_holds "status_has playing"'
run play --speed 1.5
run play --status --format '{speed} {title}'
ok 'speed' out_is '1.5 Long'
run play --stop
wait "$listener"
ok 'the place is kept' between 25 40 "$(position Long)"

"$courant" -C "$dir/c" play --wait title:Long >"$dir/listen" 2>&1 </dev/null &
listener=$!
ok 'and taken up' until_holds 'status_has "0:[23]"'
kill "$listener"
wait "$listener"

find "$dir/c" -name '*Long.wav' -exec cp "$dir/short.wav" {} \;
run play --wait title:Long
ok 'a file that ends before that place plays from its beginning' all 'is 0' \
	'prints "nothing at 0:" || says "nothing at 0:"' 'prints "Playing Pod: Long"'
run list --items --format '{played}' title:Long
ok 'and to its end' out_is yes

cp "$dir/long.wav" "$(find "$dir/c" -name '*Long.wav')"
run play --speed 2 title:Long
until_holds 'status_has playing'
door=$(find "$dir/r" -name 'mpv-*.sock')
"$builddir/tests/player/fakempv" --ask "$door" '{"command":["get_property","speed"]}' >"$dir/out"
ok 'a speed that is asked for with an episode' prints '"data":2'
run play --stop
until_holds 'not status_has playing'

run play --wait title:Noise
ok 'what is no sound says so' all 'is 1' '! quiet'
exec 3<&-
finish
