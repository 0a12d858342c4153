# player = auto: which of the players that are installed plays.
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

# has NAME…: players that are installed, and note what they are given.
mkdir "$dir/bin"
has()
{
	for name; do
		printf '#!/bin/sh\necho "%s $*" >>"%s"\n' "$name" "$dir/played" >"$dir/bin/$name"
		chmod +x "$dir/bin/$name"
	done
}
# play: with only these
play()
{
	: >"$dir/played"
	PATH=$dir/bin "$courant" -C "$dir/c" play --wait title:One --from 1:00 \
		>"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
played() { grep -q "^$1" "$dir/played"; }

fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\n' >"$config"
run refresh

play
ok 'none is installed' all 'is 1' 'says "the player mpv is not installed"'
has mpg123
play
ok 'a player of MP3 takes frames' all 'is 0' 'played "mpg123 -q -k 2296 /"'
has mplayer
play
ok 'one that plays more comes first' played 'mplayer .*-ss 60 .*-speed 1 /'
has ffplay
play
ok 'the next better one' played 'ffplay .*-ss 60 '
has cvlc vlc
play
ok 'VLC, without a window' all 'is 0' 'played "cvlc .*--start-time=60 "' \
	'[ "$(wc -l <"$dir/played")" -eq 1 ]'
ok 'it says that the place is not known' all 'says "Playing in cvlc; mpv would remember"' \
	'says "mpv would report it"'

has mpv # which takes no socket: it is too old
play
ok 'an old mpv gives way' all 'played "mpv --input-ipc-client"' 'played cvlc' \
	'says "mpv does not start, so cvlc plays; mpv has to be 0.33 or later"'
printf 'media-free = 0\nplayer = mpv\n' >"$config"
play
ok 'but not if it is asked for' all 'is 1' 'says "mpv does not start"' 'not played cvlc'
printf 'media-free = 0\n' >"$config"

rm "$dir/bin/mpv"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$builddir/tests/player/fakempv" >"$dir/bin/mpv"
chmod +x "$dir/bin/mpv"
FAKEMPV='length=61'
export FAKEMPV
play
ok 'mpv comes before all others' all 'is 0' quiet 'not played cvlc'
run list --items --format '{played}' title:One
ok 'and knows that it is played' out_is yes

rm "$dir"/bin/*
mkdir "$dir/bin/mpv" "$dir/bin/vlc"
: >"$dir/bin/cvlc"
has ffplay
play
ok 'what is no program does not count' all 'is 0' 'played ffplay'
# The login of an address does not get into the list of processes.
cat >"$dir/feed.xml" <<END
<rss version="2.0"><channel><title>Own</title><item><guid>1</guid><title>Own</title><enclosure url="http://ann:hush@${url#http://}one.mp3" type="audio/mpeg"/></item></channel></rss>
END
printf 'file://%s\n' "$dir/feed.xml" >"$feeds"
run refresh
: >"$dir/played"
run -o "player=$dir/bin/ffplay %u" play --wait --stream title:Own
ok 'an address with a login is downloaded first' all 'is 0' 'played "ffplay /"' \
	'! grep -q hush "$dir/played"'

exec 3<&-
finish
