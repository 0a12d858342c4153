# Faulty lines of the user's own files: told by file and line, the rest works, and the
# command ends with 1 (case 150); secrets (cases 29, 30).
. "$srcdir/tests/cli/tap.sh"

fresh
printf 'fetch-windw = 3\nhost-gap = 1s\nnonsense\n' >"$config"
run count
ok 'faulty config lines: told, the command runs, the status tells' \
	all 'is 1' 'out_is 0' 'says "$config:1: unknown option fetch-windw; did you mean"' \
	'says "$config:3: "' 'lines "$dir/err" 2'
ok 'faulty lines are in the log, too' grep -qF 'config:1:' "$dir/c/log"
printf 'host-gap = 1s\n\nstrategy = fixed:soon\n' >"$config"
run refresh
ok 'so is a time that is none, and the default holds' \
	all 'is 1' 'says "$config:3: strategy = fixed:soon: what follows the colon"' 'lines "$dir/err" 1'
printf 'max-interval = 1d\n\nmin-interval = 2d\n[t]\nmin-interval = 3h\nmax-interval = 2h\n' >"$config"
run count
ok 'limits that contradict each other are told once, where the later one is' \
	all 'is 1' 'says "$config:3: min-interval is 2d, but max-interval only 1d"' \
	'says "$config:6: min-interval is 3h, but max-interval only 2h"' 'lines "$dir/err" 2'
rm "$config"
run -o min-interval=2d count
ok '… also on the command line' all 'is 2' 'says "min-interval is 2d, but max-interval only 1d"'
printf 'https://example.org/l min-interval=2h max-interval=1h\n' >"$feeds"
run list
ok '… and in the feeds file' all 'is 1' 'says "$feeds:1: min-interval is 2h"' \
	'prints example.org/l'
rm "$feeds"
printf 'strategy = fixed:60\n' >"$config"
run count
ok 'fixed: wants a unit' all 'is 1' 'says "$config:1: strategy = fixed:60: what follows the colon"'
printf 'host-gap = 1s\n' >"$config"
run count
ok 'mended' all 'is 0' quiet
rm "$config"
mkdir "$config"
run count
ok 'a config that is a directory' all 'is 1' silent 'says_once "$config"'
rmdir "$config"
head -c 10485760 /dev/zero | tr '\0' 'x' >"$config"
run count
ok 'a config of ten megabytes' all 'is 1' 'out_is 0' 'says_once "$config:1: "'
printf 'include config\n' >"$config"
run count
ok 'a config that includes itself' all 'is 1' 'says_once "includes itself"'
printf 'proxy = http://me:hush@localhost:1\n' >"$config"
chmod 644 "$config"
run count
ok 'a readable password in the config is warned of, not shown' \
	all 'is 0' 'says_once "chmod 600 $config"' 'not says hush'
chmod 600 "$config"
run count
ok 'a hidden one is not' all 'is 0' quiet
rm "$config"

printf '# mine\nhttps://example.org/a x\nnonsense here\nftp://h/\nhttps://example.org/b\n' >"$feeds"
chmod 600 "$feeds"
run list
ok 'faulty feeds lines: told, the others are there' \
	all 'is 1' 'says "$feeds:3: "' 'says "$feeds:4: "' 'lines "$dir/err" 2' \
	'prints example.org/a' 'prints example.org/b' 'lines "$dir/out" 2'
printf '%s\n' '"query:Old:flags =~ \"s\""' '"query:Open:(title =~ \"x\""' \
	'"query:Good:title:x"' 'https://example.org/b' >"$feeds"
run list
ok 'faulty query lines are told like any other' \
	all 'is 1' 'says "$feeds:1: character 1 of the query: unknown field flags"' \
	'says "$feeds:2: character 14 of the query: a closing parenthesis"' \
	'lines "$dir/err" 2' 'prints example.org/b'
printf 'https://me:hush@example.org/a?key=hush\nhttps://me:hush@example.org/a?key=hush\n' >"$feeds"
run count
ok 'an address in a message has no password' \
	all 'is 1' 'says "$feeds:2: "' 'not says hush' 'not grep -q hush "$dir/c/log"'
printf 'https://me:hush@example.org/a\n' >"$feeds"
chmod 644 "$feeds"
run count
ok 'a readable password in the feeds file is warned of' \
	all 'is 0' 'says_once "chmod 600 $feeds"' 'not says hush'
rm "$feeds"
mkdir "$feeds"
run count
ok 'a feeds file that is a directory' all 'is 1' silent 'says_once "$feeds"'
rmdir "$feeds"

# All faults at once, those that only the reader understands, too.
cat >"$config" <<'LINES'
bind nowhere x star
bind items zz no-such-command
color no-such-element red
color title purpleish
browser = "${HOME"
rule "" star
rule "title:x)" star
fixed-rows = unread, nonesuch
sort-items = -date
rule "(title:a" star
LINES
printf '%s\n' '"query:Bad:title:x)"' 'https://example.org/a' 'ftp://example.org/' >"$feeds"
chmod 600 "$feeds"
run check-config
ok 'check-config: tells all faults with file and line' all 'is 1' 'out_is "11 faults"' 'lines "$dir/err" 11' \
	'says "$config:1: unknown context \"nowhere\""' 'says "queue, downloads, chapters, transcript, help, all"' 'says "$config:2: unknown command"' \
	'says "$config:3: unknown element"' 'says "$config:4: \"purpleish\" is neither"' \
	'says "$config:5: \${ has no closing }"' 'says "$config:6: an empty query"' \
	'says "$config:7: character 8 of the query: this closing parenthesis"' \
	'says "$config:8: fixed-rows"' 'says "$config:10: character 9 of the query: a closing"' \
	'says "$feeds:1: character 8 of the query"' 'says "$feeds:3: "'
run count
ok 'and so does every other command' all 'is 1' 'lines "$dir/err" 11' 'says "$config:1: unknown context"' \
	'says "$config:3: unknown element"'
mkdir "$dir/c/themes"
printf 'color title red\n' >"$dir/c/themes/mine"
printf 'theme = mine\nbind items zz star; down\ncolor title red\nrule "id > 0" star\nfixed-rows =\n' >"$config"
printf 'https://example.org/a\n' >"$feeds"
# What a command is given is checked where that is known before.
good=$(cat "$config")
cat >"$config" <<'LINES'
bind items X set text-width abc
bind items X star ; set no-such-option 4
bind items X sort nonsense
bind all X layout four
bind all X keys emacs
bind items X copy everything
bind items X limit is:
bind items X search title:x)
bind all Y set -w text-width 40 ; set text-width ; sort reverse ; layout two ; keys vim
bind all F2 copy 3 ; copy markdown ; search "things found" ; limit is:unread ; set theme="none"
LINES
run check-config
ok 'check-config: arguments of bind lines' all 'is 1' 'lines "$dir/err" 8' \
	'says "$config:1: text-width = abc"' 'says "$config:2: unknown option"' \
	'says "$config:3: \"nonsense\" is not a key"' 'says "$config:4: "' 'says "$config:5: keys = "' \
	'says "$config:6: copy takes"' 'says "$config:7: character 4"' 'says "$config:8: "'
printf '%s\n' "$good" >"$config"
printf 'start = 2 down ; unread-items\non-new = touch x\non-open = !touch x\non-quit = \n' >>"$config"
run check-config
ok 'check-config: hooks name commands' all 'is 1' 'lines "$dir/err" 1' \
	'says "on-new: unknown command \"touch\""' 'says "needs a ! before it"'
sed '/^on-new/d' "$config" >"$dir/good" && mv "$dir/good" "$config"
cp "$config" "$dir/good"
printf '%s\n' 'start = unread-items ; sort nonsense' 'on-refresh = set text-width 40 ; copy 3' \
	'on-start = set text-width abc' >"$config"
run check-config
ok 'check-config: what the commands of hooks are given' all 'is 1' 'lines "$dir/err" 2' \
	'says "$config:1: start: \"nonsense\" is not a key"' 'not says "needs a !"' \
	'says "$config:3: on-start: text-width = abc"'
mv "$dir/good" "$config"
run check-config
ok 'check-config: none' all 'is 0' quiet 'out_is "no faults"'
rm "$config" "$feeds"
printf '%s\n' "on-new = !beep 'x" "browser = w3m 'x" "open audio/* 'mpv" 'share x sh -c "%t"' \
	'theme = no-such' 'items-format = {title' 'start = no-such' 'skip = (a' \
	'bind gg feedlist,articlelist home' 'bind items g star' >"$config"
run check-config
ok 'check-config: commands, queries, templates and themes have a line, too' \
	all 'is 1' 'lines "$dir/err" 10' \
	'says "$config:1: on-new: the command has a quotation mark"' \
	'says "$config:2: browser: the command has a quotation mark"' \
	'says "$config:3: the command has a quotation mark"' \
	'says "$config:4: \"%t\" would make a command"' \
	'says "$config:5: unknown theme no-such"' 'says "$config:6: items-format: "' \
	'says "$config:7: start: "' 'says "$config:8: skip: "' \
	'says "$config:9: bind KEY DIALOG OPERATION is newsboat"' \
	'says "write: bind feeds,items gg first"' \
	'says "unbind that first: bind items g none"'
printf '%s\n' 'bookmark-command = mark %u %q' 'open audio mpv %n' 'share x "add %z"' \
	'on-open = !log %k' 'clipboard-command = clip %x' 'media-command = get -o %o %y' \
	'player = vlc --rate=100%% %u %w' 'mail-command = post 100%% %t %20' >"$config"
run check-config
ok 'check-config: unknown placeholders' all 'is 1' 'lines "$dir/err" 7' \
	'says "$config:1: bookmark-command: unknown placeholder %q; use one of %u, %t,"' \
	'says "$config:2: unknown placeholder %n"' \
	'says "$config:3: unknown placeholder %z"' \
	'says "$config:4: on-open: unknown placeholder %k"' \
	'says "$config:5: clipboard-command: unknown placeholder %x"' \
	'says "$config:6: media-command: unknown placeholder %y; use one of %u, %o, or"' \
	'says "$config:7: player: unknown placeholder %w; use one of %u, %s, %t, %r, or"'
printf 'mail-command = a | b\n' >"$config"
run count
ok 'a command that needs a shell is warned of' all 'is 0' 'says_once "$config:1: "' \
	"says \"write \\\"sh -c 'a | b'\\\"\""
rm "$config"
rm -rf "$dir/mistyped"
"$courant" -C "$dir/mistyped" list >"$dir/out" 2>"$dir/err"
status=$?
ok 'a mistyped -C makes no store' all 'is 1' silent 'says_once "is -C right?"' 'not test -e "$dir/mistyped"'

printf 'https://example.org/esc "~a\033[2Jb\033]52;c;eA==\007"\n' >"$feeds"
chmod 600 "$feeds"
run list
esc=$(printf '\033')
ok 'a title can not steer the terminal' all 'is 0' 'prints "a[2Jb"' 'not prints "$esc"'
# What other commands meet only when they need it.
fresh
: >"$feeds"
chmod 600 "$feeds"
: >"$dir/file"
while read -r line; do
	echo "$line" >"$config"
	chmod 600 "$config"
	run check-config
	ok "check-config: $line" all 'is 1' 'prints "1 fault"' 'says_once "${line%%=*}"'
done <<END
proxy = nonsense://host
proxy = ftp://host:1
proxy = http://
proxy = http://host name
proxy = http://host:many
state-dir = states
state-dir = $dir/file/below
media-dir = $dir/file
publish-dir = $dir/file
ca-file = $dir/nowhere.pem
client-cert = $dir/nowhere.pem
client-key = $dir/nowhere.pem
END
rm "$config"
echo 'http://127.0.0.1:1/x proxy=sock5://127.0.0.1:2' >"$feeds"
run check-config
ok 'check-config: the proxy of a feed' all 'is 1' 'says_once "proxy = sock5://127.0.0.1:2: "'
run refresh
ok 'refresh: with a faulty proxy, nothing is fetched without it' all 'is 1' 'says "proxy sock5://"'
: >"$feeds"
while read -r line; do
	echo "$line" >"$config"
	chmod 600 "$config"
	run check-config
	ok "check-config: $line" all 'is 0' quiet
done <<END
proxy = none
proxy = host:3128
proxy = socks5h://me:hush@[::1]:9050/
state-dir = $dir/not/yet/there
ca-file = $dir/file
END

finish
