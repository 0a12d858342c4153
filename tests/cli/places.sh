# Where episodes were left, between machines: by state-dir, and by servers that speak as
# oPodSync and Nextcloud's gPodder Sync do.
. "$srcdir/tests/cli/tap.sh"

# utc SECONDS: that many seconds from now
utc()
{
	at=$(($(date +%s) + $1))
	date -u -d "@$at" +%Y-%m-%dT%H:%M:%S 2>/dev/null || date -u -r $at +%Y-%m-%dT%H:%M:%S
}
# One device tells local time for UTC, another that of another century.
ahead=$(utc 28800)
cat >"$dir/account" <<END
action {"podcast":"@URL@/pod","episode":"@URL@/four.mp3","action":"play","timestamp":"$ahead","position":50,"total":60}
action {"podcast":"@URL@/late","episode":"@URL@/late.mp3","action":"play","timestamp":"$(utc -900000)","position":15,"total":60}
action {"podcast":"@URL@/calls","episode":"@URL@/call?id=2","action":"play","timestamp":"$(utc -900000)","started":0,"position":42,"total":60}
action {"podcast":"@URL@/calls","episode":"@URL@/call?id=9","action":"play","timestamp":"$(utc -896400)","started":0,"position":41,"total":60}
action {"podcast":"@URL@/pod","episode":"@URL@/five.mp3","action":"play","timestamp":"2099-01-01T00:00:00","position":55,"total":60}
action {"podcast":"@URL@/tea-","episode":"@URL@/tea.mp3","action":"play","timestamp":"$(date -u +%Y-%m-%dT%H:%M:%S)","position":33,"total":60}
END
cat >>"$dir/account" <<'END'
podcast http://elsewhere.example/feed
podcast @URL@/pod
action {"podcast":"@URL@/pod","episode":"@URL@/one.mp3?token=8","action":"play","timestamp":"2026-11-20T10:00:00","started":0,"position":20,"total":60}
action {"podcast":"@URL@/pod","episode":"@URL@/one.mp3?token=9","action":"PLAY","timestamp":"2026-11-21T10:00:00Z","started":0,"position":25,"total":60}
action {"podcast":"@URL@/pod","episode":"@URL@/gone.mp3","guid":"2","action":"play","timestamp":"2026-11-21T11:00:00","started":0,"position":60,"total":60}
action {"podcast":"@URL@/pod","episode":"@URL@/three.mp3","action":"delete","timestamp":"2026-11-21T12:00:00"}
action {"podcast":"http://never.example/","episode":"@URL@/three.mp3","action":"play","timestamp":"2026-11-21T12:00:00","position":7}
trap poison 2
END
cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/one.mp3?token=7" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Three</title><enclosure url="@URL@/three.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Four</title><enclosure url="@URL@/four.mp3" type="audio/mpeg"/></item>
	body <item><guid>5</guid><title>Five</title><enclosure url="@URL@/five.mp3" type="audio/mpeg"/></item>
	body <item><guid>6</guid><title>Six</title><enclosure url="@URL@/refused.mp3" type="audio/mpeg"/></item></channel></rss>
/late
	body <rss version="2.0"><channel><title>Late</title><item><guid>1</guid><title>Late</title><enclosure url="@URL@/late.mp3" type="audio/mpeg"/></item></channel></rss>
/calls
	body <rss version="2.0"><channel><title>Calls</title>
	body <item><guid>x</guid><title>First</title><enclosure url="@URL@/call?id=1" type="audio/mpeg"/></item>
	body <item><guid>y</guid><title>Second</title><enclosure url="@URL@/call?id=2" type="audio/mpeg"/></item>
	body <item><guid>z</guid><title>Third</title><enclosure url="@URL@/call?id=3" type="audio/mpeg"/></item></channel></rss>
/tea-rewrite
	body <rss version="2.0"><channel><title>Tea</title><item><guid>t</guid><title>Oolong</title><enclosure url="@URL@/tea.mp3" type="audio/mpeg"/></item></channel></rss>
/refused-pod
	body <rss version="2.0"><channel><title>Local</title><item><guid>l</guid><title>Local</title><enclosure url="@URL@/local.mp3" type="audio/mpeg"/></item></channel></rss>
/one.mp3*
	made 400000 1
/two.mp3
	made 400000 2
/three.mp3
	made 400000 3
/four.mp3
	made 400000 4
/five.mp3
	made 400000 5
/refused.mp3
	made 400000 6
END
serve --account "$dir/account" --script "$dir/script"

mpv=$builddir/tests/player/fakempv
shared=$dir/shared
mkdir "$shared"
for machine in a b; do
	mkdir "$dir/$machine"
	printf '%spod\n' "$url" >"$dir/$machine/feeds"
	chmod 600 "$dir/$machine/feeds"
	printf 'media-free = 0\nplayer = %s\n' "$mpv" >"$dir/$machine/config"
done
# on NAME ARG…: courant on that machine.
on()
{
	machine=$1
	shift
	"$courant" -C "$dir/$machine" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
id() { "$courant" -C "$dir/$1" search --format '{id}' "title:$2" </dev/null; }
# place MACHINE TITLE: played, position
place() { "$courant" -C "$dir/$1" list --items --format '{played} {position}' "title:$2" </dev/null; }
# is_at MACHINE TITLE LOW HIGH: it was left between two times
is_at()
{
	set -- "$3" "$4" $(place "$1" "$2")
	[ "$3" = no ] && [ "$4" -ge "$1" ] && [ "$4" -le "$2" ]
}
# ---- by state-dir

for machine in a b; do
	printf 'state-dir = %s\n' "$shared" >>"$dir/$machine/config"
	on $machine refresh --quiet
done
on a download --wait title:One # of a part, the length would not be known
on b download --wait title:Two
export FAKEMPV='length=60 ends=31.3'
on a play --wait "$(id a One)" --from 0:30
# At its end a command has a third of a second for the logs; the next one does the rest.
meet() { on a refresh --due --quiet && on b refresh --due --quiet; }
ok 'a place goes along' all 'is_at a One 30 45' 'until_holds meet "is_at b One 30 45"'
ok 'in a line of the log' all 'grep -q " at=[0-9]*/60000 " "$shared"/*.state'
export FAKEMPV='length=59.3'
on b play --wait "$(id b Two)" --from 0:58
is_played() { [ "$(place "$1" Two | cut -d" " -f1)" = "$2" ]; }
ok 'so does that it was played' until_holds meet 'is_played a yes'
on b undo
ok 'and that this was taken back' until_holds meet 'is_played a no'

# ---- by a server

# server MACHINE PROTOCOL: an account there.
server()
{
	printf 'readerpw1\n' | "$courant" -C "$dir/$1" account add phone "$url" --user ann \
		--protocol "$2" >"$dir/out" 2>"$dir/err"
	status=$?
}
for machine in c d e; do
	mkdir "$dir/$machine"
	printf '%spod\n' "$url" >"$dir/$machine/feeds"
	chmod 600 "$dir/$machine/feeds"
	printf 'media-free = 0\nplayer = %s\n' "$mpv" >"$dir/$machine/config"
	on $machine refresh --quiet
	on $machine download --wait kind:audio
done
server c gpodder
ok 'account add: a server for podcasts' all 'is 0' quiet 'prints gpodder' \
	'prints "3 positions from there"' 'prints "1 podcast that you follow only there"'
ok 'its address has changed since: the newest action counts' is_at c One 25 25
ok 'found by its guid' all '[ "$(place c Two | cut -d" " -f1)" = yes ]'
ok 'what was deleted there stays' all '[ "$(place c Three)" = "no 0" ]'
on c account podcasts phone
ok 'account podcasts' all 'is 0' quiet 'out_is "phone: 1 podcast that you follow only there
only there     http://elsewhere.example/feed"'
on c account podcasts phone --take
ok 'account podcasts: taken' all 'is 0' 'says_once "1 podcast was added"' \
	'grep -qx "http://elsewhere.example/feed" "$dir/c/feeds"'

# What was heard before its episode is here waits for it.
mkdir "$dir/late"
printf '%s\n' "${url}late" "${url}calls" >"$dir/late/feeds"
chmod 600 "$dir/late/feeds"
server late gpodder
on late account sync phone
on late refresh
on late account sync phone
ok 'an episode that comes later goes on there, too' is_at late Late 15 15
ok 'episodes whose addresses differ in the query only are not taken for one another' all \
	'is_at late Second 42 42' '[ "$(place late First)" = "no 0" ]' \
	'[ "$(place late Third)" = "no 0" ]'

# A public server may not lead to a private network (case 27).
mkdir "$dir/f"
printf 'proxy = %s\n' "${url%/}" >"$dir/f/config"
printf 'readerpw1\n' | "$courant" -C "$dir/f" account add phone http://pub.example.com \
	--user ann --protocol gpodder --plain-login >"$dir/out" 2>"$dir/err"
on f account podcasts phone
ok 'a public server that names a private address' all 'is 0' \
	'out_is "phone: 1 podcast that you follow only there
only there     http://elsewhere.example/feed"'

export FAKEMPV='length=60 ends=41.3'
on c play --wait "$(id c One)" --from 0:40
on c play --wait "$(id c Three)" --from 0:40
on c account sync
ok 'what was heard is sent' all 'is 0' quiet 'prints "changes sent"'
sends_nothing() { on c account sync && ! prints sent; }
ok 'but not again and again' until_holds sends_nothing
server d gpoddersync
ok 'account add: a Nextcloud' all 'is 0' quiet 'prints "gPodder Sync"'
ok 'what one sends the other gets' all 'is_at d One 40 58' 'is_at d Three 40 58'

# It is played there later, from the start; and at the same time in a third place.
export FAKEMPV='length=60 ends=13.3'
on d play --wait "$(id d One)" --from 0:12
on d account sync
on c account sync
ok 'a later place counts, even if it is the smaller one' is_at c One 12 24
export FAKEMPV='length=59.3'
on d play --wait "$(id d Three)" --from 0:58
on d account sync
on c account sync
ok 'played there is played here' all '[ "$(place c Three | cut -d" " -f1)" = yes ]'
sleep 1 # servers count in seconds
on d undo
on d account sync
on c account sync
ok 'and what is taken back there is taken back here' \
	all '[ "$(place c Three | cut -d" " -f1)" = no ]'

# What is heard after a place that a clock ahead told is later than that.
ok 'a place of a clock that is hours ahead' is_at c Four 50 50
ok 'but not of one that is years ahead' all '[ "$(place c Five)" = "no 0" ]'
export FAKEMPV='length=60 ends=23.3'
on c play --wait "$(id c Four)" --from 0:22
on c account sync
on c account sync
ok 'what is heard afterwards is not taken back' is_at c Four 22 40
on d account sync
ok 'nor elsewhere' is_at d Four 22 40

# One that the server never takes holds up no other.
export FAKEMPV='length=60 ends=33.3'
on c play --wait "$(id c Six)" --from 0:32
on c account sync
ok 'a place that is refused, and nothing else: the server has failed' all 'is 1' 'says "too much"'
on c play --wait "$(id c Five)" --from 0:32
on c play --wait "$(id c Six)" --from 0:32
on c account sync
ok 'a place that is refused' all 'is 0' quiet 'prints "1 change that the server refuses"'
on d account sync
ok 'and the others arrive' is_at d Five 32 50

printf '%stwo-pods\n' "$url" >>"$dir/d/feeds"
on d account podcasts phone --give
ok 'account podcasts: nothing to give of feeds that have no episodes' all 'is 0' \
	'not prints "only here"'

# A server that has its own addresses for some podcasts, and does not take others.
mkdir "$dir/g"
printf '%s\n' "${url}tea-rewrite" "${url}refused-pod" >"$dir/g/feeds"
chmod 600 "$dir/g/feeds"
printf 'media-free = 0\n' >"$dir/g/config"
on g refresh --quiet
server g gpodder
ok 'a server that lacks the podcasts here takes none away' all 'is 0' \
	'lines "$dir/g/feeds" 2'
on g account podcasts phone --give
ok 'account podcasts: given; what is refused is named' all \
	'says "the server does not take the podcast ${url}refused-pod"' \
	'not says "tea-rewrite"'
on g account sync
on g account podcasts phone
ok 'what it has under its own address is there' all 'is 0' \
	'prints "only here      ${url}refused-pod"' 'not prints "tea-"'
ok 'and places under that address are found' is_at g Oolong 33 33

on d account remove phone
ok 'account remove: the places stay' all 'is 0' 'is_at d One 12 24'
server e gpodder
ok 'a server that fails at many actions: all arrive in the end' is_at e One 12 24
printf 'wrong\n' | "$courant" -C "$dir/d" account add phone "$url" --user ann \
	--protocol gpodder >"$dir/out" 2>"$dir/err"
status=$?
ok 'account add: a wrong password' all 'is 1' 'says "password is wrong"' 'says "not added"'
exec 3<&-
finish
