# What is told of new items: the option notify, rules, the notify-command, the daemon.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/a
	rss 2
/b
	rss 3
EOF
serve --script "$dir/script"
fresh
printf '%sa\n%sb quiet\n' "$url" "$url" >"$feeds"
mkdir -p "$dir/c"
cat >"$dir/take" <<EOF
#!/bin/sh
cat >>"$dir/told"
echo run >>"$dir/runs"
EOF
cat >"$dir/fail" <<'EOF'
#!/bin/sh
echo "no such thing" >&2
exit 2
EOF
chmod +x "$dir/take" "$dir/fail"
config() { printf '%s\n' "$@" >"$dir/c/config"; }
again() { rm -rf "$dir/c/store" "$dir/told" "$dir/runs"; }
told() { [ "$(cat "$dir/told" 2>/dev/null | wc -l)" -eq "$1" ]; }

config "notify-command = $dir/take"
run refresh
ok 'notify is off by default' all 'is 0' '[ ! -e "$dir/told" ]'

again
config 'notify = all' "notify-command = $dir/take"
run refresh
ok 'all new items are told, once a refresh' all 'is 0' 'told 5' \
	'[ "$(wc -l <"$dir/runs")" -eq 1 ]'
ok 'each is a line of JSON with its feed' all \
	'[ "$(grep -c "^{\"id\":[0-9]*,\"feed\":[0-9]*,\"feed_url\":\"http.*}$" "$dir/told")" -eq 5 ]'
run refresh
ok 'what is known is not told again' told 5

again
config "notify-command = $dir/take" '[quiet]' 'notify = all'
run refresh
ok 'a tag has its own notify' all 'is 0' 'told 3'

again
config "notify = feed-url:/a" "notify-command = $dir/take"
run refresh
ok 'a query chooses' all 'is 0' 'told 2'

again
config "notify-command = $dir/take" 'rule "feed-url:/b" notify'
run refresh
ok 'so does a rule' all 'is 0' 'told 3'

again
config 'notify = all' "notify-command = $dir/take" 'rule "feed-url:/b" hide'
run refresh
ok 'what a rule hides is not told' all 'is 0' 'told 2'

again
config 'notify = all' "notify-command = $dir/fail"
run refresh
ok 'a command that fails is a message, no failure' all 'is 0' \
	'says "notify-command: "' 'says "no such thing"'

config 'notify = (' "notify-command = $dir/fail"
run refresh
ok 'a faulty query is told with its line' all 'not is 0' 'says "config:1"'

again
config 'notify = all' "notify-command = $dir/take"
"$courant" -C "$dir/c" daemon --json >"$dir/out" 2>"$dir/err" </dev/null &
pid=$!
ok 'the daemon runs it as well' until_holds 'told 5'
until_holds 'grep -q "\"event\":\"round\"" "$dir/out"'
kill "$pid"
wait "$pid"
ok 'and has an event per new item' all \
	'[ "$(grep -c "\"event\":\"item\"" "$dir/out")" -eq 5 ]' \
	'grep -q "\"event\":\"item\",\"feed\":[0-9]*,\"url\":\"http.*\"id\":[0-9]" "$dir/out"' \
	'grep -q "\"event\":\"notify\",\"text\":\".*and 4 more.*\",\"new\":5" "$dir/out"'
finish
