# The daemon: polls by the schedule, beside others, until it is told to stop.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/slow
	delay 300ms
	rss 3
/bad*
	status 500
*
	rss 2
EOF
serve --script "$dir/script" --log "$dir/requests"
asked() { grep -c " $1" "$dir/requests"; }
fresh
printf '%sa\n%sb\n%sslow\n' "$url" "$url" "$url" >"$feeds"
chmod 600 "$feeds"

# start NAME [OPTION]
start()
{
	"$courant" -C "$dir/c" daemon --verbose ${2:+"$2"} 2>"$dir/$1" >"$dir/$1.out" </dev/null &
	eval "$1=\$!"
}
# stop NAME SIGNAL: sends it, and sets $status.
stop()
{
	eval "kill -$2 \"\$$1\"; wait \"\$$1\""
	status=$?
}
stored() { [ "$("$courant" -C "$dir/c" count --all)" = "$1" ]; }
: >"$dir/out"
: >"$dir/err"
status=0

start one
start two
ok 'two daemons: what is due is fetched' until_holds 'stored 7'
run list --items
ok 'a list beside them' all 'is 0' quiet 'lines "$dir/out" 7'
run refresh --due
ok 'a refresh beside them finds nothing due' all 'is 0' quiet 'prints "no feed is due"'
cp "$dir/requests" "$dir/out"
ok 'each feed was asked once' all '[ "$(asked /a)" -eq 1 ]' '[ "$(asked /b)" -eq 1 ]' \
	'[ "$(asked /slow)" -eq 1 ]'
ok 'nobody says that one is running already' not grep -q already "$dir/one" "$dir/two"

printf '%sc\n' "$url" >>"$feeds"
kill -HUP "$one"
ok 'SIGHUP: a new line is fetched' until_holds 'stored 9' '[ "$(asked /c)" -eq 1 ]'
run add "$url"d
ok 'add beside them' all 'is 0' quiet
stop one TERM
ok 'SIGTERM: the daemon ends with 0' all 'is 0' 'grep -q "told to stop" "$dir/one"'
stop two INT
ok 'SIGINT: so does the other' is 0
ok 'the log has the rounds' grep -q 'new item' "$dir/c/log"
ok 'standard output is left alone' all '[ ! -s "$dir/one.out" ]' '[ ! -s "$dir/two.out" ]'
run check
ok 'the store is sound' all 'is 0' quiet

# --json: a line an event, each an object, written at once; the log says the same as ever.
printf '%sa\n%se\n%sbad?token=secret\n' "$url" "$url" "$url" >"$feeds"
: >"$dir/c/log"
start lines --json
ok '--json: a line is there as it happens' \
	until_holds 'grep -q "\"event\":\"round\"" "$dir/lines.out"'
sed -i '$d' "$feeds"
kill -HUP "$lines"
ok '--json: the feeds file, read again' \
	until_holds 'grep -q "\"event\":\"reload\"" "$dir/lines.out"'
stop lines TERM
cp "$dir/lines.out" "$dir/out"
event() { grep "\"event\":\"$1\"" "$dir/out"; }
has() { event "$1" | grep -qF -e "$2"; }
ok '--json: every line is an object' all 'is 0' 'is_json "$dir/out"'
ok '--json: each has its time' not grep -qv '^{"time":1[0-9]*,"event":"[a-z]*",' "$dir/out"
ok '--json: begin and end' all 'head -1 "$dir/out" | grep -q "\"start\""' \
	'tail -1 "$dir/out" | grep -q "\"stop\""'
ok '--json: a feed and what it brought' has feed "\"url\":\"${url}e\",\"title\":\""
ok '--json: new items are a number' has feed '"new":2,"changed":0,"error":null'
ok '--json: a feed that failed, and why' has feed '"new":0,"changed":0,"error":"'
ok '--json: no secrets' not grep -q secret "$dir/out"
ok '--json: the figures of a round' has round '"new":2,'
ok '--json: one failed' has round '"failed":1,"unreachable":0,"held":0,"complete":true}'
ok '--json: the log has no JSON' all 'grep -q "new item" "$dir/c/log"' \
	'not grep -q "{" "$dir/c/log"'
ok '--json: standard error has its words' all 'not grep -q "{" "$dir/lines"' \
	'grep -q "^courant: .*new item" "$dir/lines"'
(
	"$courant" -C "$dir/c" daemon --json 2>"$dir/err" </dev/null
	echo $? >"$dir/status"
) | :
ok '--json: it ends when nobody reads' all 'until_holds "[ -s \"$dir/status\" ]"' \
	'[ "$(cat "$dir/status")" = 0 ]' quiet

# The feeds file and the config change while it runs.
printf '%sa\n' "$url" >"$feeds"
printf 'user-agent = first\n' >"$config"
: >"$dir/c/log"
start five --json
told() { grep "\"event\":\"$1\"" "$dir/five.out" | grep -qF -e "$2"; }
until_holds 'told start daemon'
cp "$feeds" "$dir/new"
printf '%sf\n' "$url" >>"$dir/new"
mv "$dir/new" "$feeds"
ok 'a new line is noticed, and its feed fetched' \
	until_holds '[ "$(asked /f)" -eq 1 ]' 'told reload "feeds reloaded"'
printf 'nonsense\n' >>"$feeds"
ok 'a faulty one is reported' until_holds 'told error "$feeds:3: "'
cp "$dir/five.out" "$dir/out"
ok '… once' [ "$(grep -c '"error":"feeds not' "$dir/out")" -eq 1 ]
sed -i '$d' "$feeds"
printf 'user-agent = second\nlog-level = warn\nfetch-windw = 2\n[x\n' >"$config"
kill -HUP "$five"
ok 'SIGHUP: a faulty config is reported line by line' \
	until_holds 'told error "$config:3: "' 'told error "$config:4: "' \
	'told error "settings not reloaded"'
printf 'user-agent = second\n' >"$config"
kill -HUP "$five"
ok 'SIGHUP: a good one is taken over' \
	until_holds 'told reload "settings reloaded; changed: user-agent"'
printf '%sg\n' "$url" >>"$feeds"
ok 'and the daemon polls on' until_holds '[ "$(asked /g)" -eq 1 ]'
printf 'user-agent = second\nlog-level = error\n' >"$config"
kill -HUP "$five"
until_holds 'told reload "changed: log-level"'
stop five TERM
cp "$dir/five.out" "$dir/out"
ok 'no fault changed anything' all 'is 0' 'not grep -q "changed:.*fetch-window" "$dir/out"' \
	'grep -q "settings not reloaded" "$dir/c/log"' 'not grep -q "told to stop" "$dir/c/log"'

# A killed daemon's claims are taken over at once: its feed is due again when the claim is
# gone with its process.
printf '%sstuck\n' "$url" >"$feeds"
cat >"$dir/script2" <<'EOF'
/stuck
	silent
then
	rss 4
/held
	silent
/never
	silent
EOF
kill "$server"
exec 3<&-
rm "$dir/address"
serve --script "$dir/script2" --log "$dir/requests2"
printf '%sstuck\n' "$url" >"$feeds"
start three
ok 'a daemon waits for a silent server' until_holds 'grep -q stuck "$dir/requests2"'
kill -KILL "$three"
wait "$three" 2>/dev/null
run refresh
ok 'kill -9: another takes its feed over at once' all 'is 0' quiet 'prints "1 feed: 4 new items"'
run check
ok 'kill -9: the store is sound' all 'is 0'

printf '%sheld\n' "$url" >"$feeds"
start four
until_holds 'grep -q held "$dir/requests2"'
stop four SEGV 2>/dev/null
ok 'a crash says what to do' all 'not is 0' 'grep -qE "crashed|Sanitizer" "$dir/four"'
run check
ok 'a crash: the store is sound' all 'is 0'

# The daemon alone reloads by SIGHUP; commands end.
fresh
printf '%snever\n' "$url" >"$feeds"
chmod 600 "$feeds"
"$courant" -C "$dir/c" refresh >"$dir/out" 2>"$dir/err" </dev/null &
ended=$!
until_holds 'grep -q never "$dir/requests2"'
stop ended HUP
ok 'SIGHUP: a refresh that is not done ends with it' all 'is 129' 'prints "1 not fetched"'
exec 3<&-
finish
