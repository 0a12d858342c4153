# Lists of feeds from elsewhere (cases 22, 150, 152, 153).
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/list.opml" <<'EOF'
<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>mine</title></head><body>
<outline text="news">
  <outline text="world">
    <outline type="rss" text="One &amp; only" xmlUrl="https://example.org/1"/>
  </outline>
  <outline type="rss" text="Two &quot;quoted&quot; &lt;b&gt;" xmlUrl="https://example.org/2"/>
</outline>
<outline text="tech">
  <outline type="rss" text="One &amp; only" xmlUrl="https://example.org/1"/>
</outline>
<outline text="Four" xmlUrl="https://example.org/4"/>
</body></opml>
EOF
run import "$dir/list.opml"
ok 'OPML: three feeds' all 'is 0' silent 'says_once "3 feeds added"'
run list --json
ok 'OPML: folders are tags, a feed in two has both; the list has them at once' \
	all 'is 0' 'lines "$dir/out" 3' \
	'prints "\"url\":\"https://example.org/1\",\"title\":\"One & only\",\"tags\":[\"news/world\",\"tech\"]"' \
	'prints "\"title\":\"Two \\\"quoted\\\" <b>\",\"tags\":[\"news\"]"' \
	'prints "\"title\":\"Four\",\"tags\":[]"'
run import "$dir/list.opml"
ok 'OPML: the second time there is nothing to add' \
	all 'is 0' 'says_once "0 feeds added, 3 already there"' 'lines "$feeds" 3'

fresh
printf '# mine\n\nhttps://example.org/2   kept "~as it is"\n' >"$feeds"
cp "$feeds" "$dir/before"
run import --dry-run "$dir/list.opml"
ok 'dry run: shows the lines' \
	all 'is 0' 'lines "$dir/out" 2' 'prints "https://example.org/1 news/world tech"' \
	'says_once "2 feeds would be added, 1 already there"'
run import --dry-run --json "$dir/list.opml"
ok 'dry run: as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "{\"added\":2,\"there\":1,"' \
	'prints "\"remarks\":0,\"dry_run\":true,\"lines\":[\"https://example.org/1 news/world tech"' \
	'prints "\",\"https://example.org/4 "'
ok 'dry run: changes nothing' cmp -s "$feeds" "$dir/before"
run count --all
run list
ok 'dry run: stores nothing' lines "$dir/out" 1
run import "$dir/list.opml"
ok 'import: the lines that were there stay as they are' \
	sh -c 'head -3 "$1" | cmp -s - "$2"' - "$feeds" "$dir/before"

cat >"$dir/evil.opml" <<'EOF'
<opml version="2.0"><body>
<outline text="a" xmlUrl="|touch evil-1"/>
<outline text="b" xmlUrl="exec:touch evil-2"/>
<outline text="c" xmlUrl="filter:touch evil-3:https://example.org/"/>
<outline text="d" xmlUrl="file:///etc/passwd"/>
<outline text="e" filtercmd="touch evil-4" xmlUrl="https://example.org/good"/>
<outline text="f" xmlUrl="query:all:unread"/>
<outline text="g" xmlUrl="javascript:alert(1)"/>
</body></opml>
EOF
fresh
(cd "$dir" && "$courant" -C "$dir/c" import evil.opml) >"$dir/out" 2>"$dir/err"
status=$?
ok 'commands in OPML are left out and listed' \
	all 'is 0' 'says "1 feed added, 7 warnings"' 'says "evil.opml:2: "' \
	'says "exec:sh -c"' 'says "touch evil-1"' 'says "touch evil-4"' \
	'lines "$dir/err" 8'
ok 'the feeds file has nothing that runs' \
	all 'lines "$feeds" 1' 'grep -q "^https://example.org/good" "$feeds"'
run import --json "$dir/evil.opml"
ok 'as JSON: what was left out is still told' all 'is 0' 'lines "$dir/err" 7' \
	'prints "{\"added\":0,\"there\":1,"' 'prints "\"remarks\":7,\"dry_run\":false,\"lines\":[]}"'
printf 'exec:touch evil-5\nhttps://example.org/x user-agent=y t\n"filter:sed:http://h/" z\nquery:a:b\nfile:///etc/passwd\n' >"$dir/urls"
fresh
(cd "$dir" && "$courant" -C "$dir/c" import urls) >"$dir/out" 2>"$dir/err"
status=$?
ok 'commands in a list of lines are left out and listed' \
	all 'is 0' 'says "2 feeds added"' 'says "urls:1: "' 'says "urls:2: user-agent"' \
	'says "urls:3: "' 'says "urls:5: "' \
	'[ "$(cat "$feeds")" = "https://example.org/x t
query:a:b" ]'
printf 'exec:touch evil-6\nfile:///etc/passwd\n' >"$dir/urls"
run import "$dir/urls"
ok 'a list that has nothing else says so' \
	all 'is 1' 'says "exec:touch"' 'says "add the 2 lines above yourself"'
ok 'nothing was run' [ -z "$(ls "$dir" | grep evil-)" ]

fresh
printf '\357\273\277# comment\r\n\r\nhttp://example.org/a\r\nfeed://example.org/b\r\nexample.org/c\r\n' |
	"$courant" -C "$dir/c" import - >"$dir/out" 2>"$dir/err"
status=$?
ok 'addresses one a line, from standard input, with BOM and CRLF' \
	all 'is 0' 'says_once "3 feeds added"' 'grep -qx "https://example.org/c" "$feeds"'
fresh
printf 'https://example.org/n news "two words" "~A title" !\n' >"$dir/urls"
run import "$dir/urls"
run list --json
ok 'a urls file of newsboat: tags and title' \
	all 'is 0' 'prints "\"title\":\"A title\",\"tags\":[\"news\",\"two words\"]"'

# What is no list of feeds.
fresh
bad()
{
	run import "$dir/bad"
	ok "$1" all 'is 1' silent "says_once \"$2\"" 'says "$dir/bad"' '[ ! -e "$feeds" ]'
}
bad 'a missing file' 'No such file'
mkdir "$dir/bad"
bad 'a directory without a list' 'no feed'
rmdir "$dir/bad"
: >"$dir/bad"
bad 'an empty file' 'no feed'
printf '<rss version="2.0"><channel><title>x</title><item><title>y</title></item></channel></rss>' >"$dir/bad"
bad 'a feed is no list' 'is a feed itself'
printf '<!DOCTYPE html><html><head><title>x</title></head><body>hello</body></html>' >"$dir/bad"
bad 'a web page is no list' 'not a list of feeds'
printf 'once upon a time\nthere was a file\nof many words\nand no address\n' >"$dir/bad"
bad 'a text is no list: one sentence, not one a line' 'not a list of feeds'
printf '<opml version="2.0"><body><outline text="folder"/></body></opml>' >"$dir/bad"
bad 'OPML without a feed' 'no feed'
head -c 104857600 /dev/zero >"$dir/bad"
bad 'a hundred megabytes' 'not a list of feeds'
rm "$dir/bad"
if [ "$(id -u)" -ne 0 ]; then
	: >"$dir/bad"
	chmod 000 "$dir/bad"
	bad 'an unreadable file' 'ermission'
	rm -f "$dir/bad"
else
	skip 'an unreadable file' 'the superuser reads all'
fi

# Case 153: lists as they are found.
quirk()
{
	fresh
	run import "$dir/quirk"
	ok "$1" all 'is 0' "grep -qx '$2' \"\$feeds\""
}
printf '<opml><body><OUTLINE TEXT="T" XMLURL="https://example.org/q"/></body></opml>' >"$dir/quirk"
quirk 'names in capitals' 'https://example.org/q "~T"'
printf '\357\273\277 \n<opml><body><outline type="rss" text="T" url="https://example.org/q"/></body></opml>' >"$dir/quirk"
quirk 'url= for xmlUrl=, BOM and blanks in front' 'https://example.org/q "~T"'
printf '<opml><body><outline title="A &amp; B &nbsp; C & D" xmlUrl="https://example.org/q?a=1&b=2"/></body></opml>' >"$dir/quirk"
quirk 'entities of HTML, stray ampersands' 'https://example.org/q?a=1&b=2 "~A & B C & D"'
printf '<opml><body><outline text="x"><outline text="T" xmlUrl="https://example.org/q"/>' >"$dir/quirk"
quirk 'an end that is missing' 'https://example.org/q x "~T"'
printf '<opml><body><outline text="a&#10;b&#27;[2J" xmlUrl="https://example.org/q"/></body></opml>' >"$dir/quirk"
quirk 'a title of two lines with a control character' 'https://example.org/q "~a b\[2J"'

# Case 152: bombs. Bounded and quick, whatever comes of them.
awk 'BEGIN { printf "<opml><body>"; for (i = 0; i < 100000; i++) printf "<outline text=\"d\">"
	printf "<outline text=\"T\" xmlUrl=\"https://example.org/deep\"/>" }' >"$dir/deep.opml"
fresh
run import "$dir/deep.opml"
ok 'a hundred thousand levels' all 'is 0 || is 1' '[ ! -e "$feeds" ] || lines "$feeds" 1' \
	'[ ! -e "$feeds" ] || [ "$(wc -c <"$feeds")" -lt 4096 ]'
awk 'BEGIN { printf "<opml><body>"; for (i = 0; i < 60000; i++)
	printf "<outline text=\"T%d\" xmlUrl=\"https://example.org/%d\"/>\n", i, i }' >"$dir/many.opml"
fresh
run import "$dir/many.opml"
ok 'sixty thousand feeds: the first fifty thousand' \
	all 'is 0' 'lines "$feeds" 50000' 'says "too many feeds"'
cat >"$dir/bomb.opml" <<'EOF'
<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
<!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
<opml version="2.0"><body><outline text="&e;&x;" xmlUrl="https://example.org/bomb"/></body></opml>
EOF
fresh
run import "$dir/bomb.opml"
ok 'an entity bomb and an outside entity' \
	all 'is 0' '[ "$(wc -c <"$feeds")" -lt 16384 ]' 'not grep -q root: "$feeds"'

# newsboat's config: what has a counterpart becomes a line for it, and all of it loads.
cat >"$dir/nbconfig" <<'EOF'
highlight all "\\$[0-9]+" red
highlight-article "title =~ \"x\"" red default
notify-beep yes
feedlist-format "%4i %n %t"
bind-key e enqueue
download-path ~/pod
download-filename-format "%n/%Y-%m-%d %t.%e"
max-downloads 3
scrolloff 5
save-path ~/x
player mpv
EOF
fresh
run import --config "$dir/nbconfig"
cp "$dir/out" "$config"
ok 'episodes, notices and highlights have lines of their own' all 'is 0' \
	'prints "highlight-text \"/" && prints "highlight \"title =~ \\\"x\\\"\" star"' \
	'prints "notify = all
notify-by = bell"' 'prints "bind all e enqueue"' 'prints "media-dir = ~/pod"' \
	'prints "media-name = {feed}/{date} {title}"' \
	'prints "downloads = 3"' 'prints "scroll-margin = 5"' 'prints "save-dir = ~/x"'
ok 'what has none says what does it' all 'prints "feeds-format = "' \
	'prints "mpv plays episodes"'
run check-config
ok 'and these lines are without a fault' all 'is 0' quiet 'out_is "no faults"'
# names FORMAT MEDIA-NAME
names()
{
	printf 'download-path ~/pod/%%h/%%N/\ndownload-filename-format "%s"\n' "$1" >"$dir/nbconfig"
	run import --config --from newsboat "$dir/nbconfig"
	all 'is 0' 'prints "media-dir = ~/pod"' 'prints "# download-path ~/pod/%h/%N/"' &&
		grep -qxF "media-name = $2" "$dir/out"
}
ok 'folders and names become one, without what is not known here' all \
	'names "%?u?%u&%Y-%b-%d-%H%M%S.unknown?" "{feed}/{date} {title}"' \
	'names "%?t?%t_&x?%F.%e" "{feed}/{title}_{date}"' \
	'names "%t {%h}/" "{feed}/{title}"' \
	'names "%?" "{feed}/{date} {title}"' 'names "%?u" "{feed}/u {date} {title}"' \
	'names "50%% %t%" "{feed}/50% {title}"'

# newsraft's, wherever it is: some of its settings are named as newsboat's are.
printf '%s\n' 'reload-period 60' 'user-agent x' 'pager-width 76' \
	'proxy http://p.example:8080' 'scrolloff 5' >"$dir/config"
run import --config "$dir/config"
ok 'a config of newsraft is not taken for one of newsboat' all 'is 0' \
	'prints "max-interval = 60m"' 'prints "text-width = 76"' \
	'prints "proxy = http://p.example:8080"' 'not prints newsboat'
printf '%s\n' 'bind g select-first' 'bind y exec mpv "%l"' 'reload-period 60' >"$dir/config"
run import --config "$dir/config"
cp "$dir/out" "$config"
run check-config
ok 'keys with which longer ones begin here are free for them' all 'is 0' quiet \
	'out_is "no faults"'
rm "$config"
printf 'https://a.example/feed "A" < reload-period 60\n' >"$dir/config"
run import --config "$dir/config"
ok 'and a list of feeds is not one' is 1
finish
