# The manual says what the program does: pages and sample are what the tables give now,
# every command, option and key is in its page, and the examples work.
. "$srcdir/tests/lint/skip.sh"
. "$srcdir/tests/cli/tap.sh"

tables=$builddir/man/tables
if [ ! -x "$tables" ]; then
	echo '1..0 # SKIP cross build: no man/tables'
	exit 0
fi
: >"$dir/out"
: >"$dir/err"
status=0
made() { if [ -e "$builddir/$1" ]; then echo "$builddir/$1"; else echo "$srcdir/$1"; fi; }

for page in courant.1 courant-commands.7 courant-config.5 courant-feeds.5 \
	courant-import.7 courant-query.5 courant-scheduling.7 courant-tutorial.7; do
	"$tables" "$srcdir/man/$page.in" >"$dir/out" 2>"$dir/err"
	ok "$page is up to date" cmp -s "$dir/out" "$(made man/$page)"
	ok "$page has all its lists" all 'not grep -q "^@" "$dir/out"'
	if command -v mandoc >/dev/null; then
		cp "$dir/out" "$dir/$page"
		# Whether other pages are installed does not matter; templates and screens
		# can't be broken.
		mandoc -Tlint "$dir/$page" 2>&1 |
			grep -v 'manual not found\|mandoc.db\|than 80 bytes: .*[{─│…]' >"$dir/err"
		status=$(wc -l <"$dir/err")
		ok "$page: mandoc has no complaint" is 0
	else
		skip "$page: mandoc has no complaint" 'no mandoc'
	fi
	if command -v groff >/dev/null; then
		groff -Tutf8 -Kutf8 -mandoc -ww "$dir/out" >/dev/null 2>"$dir/err"
		status=$?
		ok "$page: groff has no warning" all 'is 0' quiet
	else
		skip "$page: groff has no warning" 'no groff'
	fi
done
"$tables" --sample >"$dir/sample" 2>"$dir/err"
ok 'the sample config is up to date' cmp -s "$dir/sample" "$(made contrib/config.sample)"
for shell in bash:courant zsh:_courant fish:courant.fish; do
	"$tables" --${shell%:*} >"$dir/out" 2>"$dir/err"
	ok "the completion for ${shell%:*} is up to date" \
		cmp -s "$dir/out" "$(made contrib/completion/${shell#*:})"
	if command -v "${shell%:*}" >/dev/null; then
		"${shell%:*}" -n "$dir/out" 2>"$dir/err"
		ok "the completion for ${shell%:*} is well-formed" quiet
	else
		skip "the completion for ${shell%:*} is well-formed" "no ${shell%:*}"
	fi
done
if command -v bash >/dev/null; then
	bash --norc -c '. "$1"; COMP_WORDS=(courant -C x list --f); COMP_CWORD=4; _courant
		echo "${COMPREPLY[@]}"; COMP_WORDS=(courant ex); COMP_CWORD=1; _courant
		echo "${COMPREPLY[@]}"; COMP_WORDS=(courant import --from = e); COMP_CWORD=4
		_courant; echo "${COMPREPLY[@]}"
		COMP_WORDS=(courant queue mo); COMP_CWORD=2; _courant; echo "${COMPREPLY[@]}"
		COMP_WORDS=(courant account ""); _courant; echo "${COMPREPLY[@]}"' - \
		"$(made contrib/completion/courant)" >"$dir/out" 2>/dev/null
	verbs=$("$courant" -C "$dir" account nonsense 2>&1 |
		sed -n 's/.*use one of \([a-z, ]*\).*/\1/p' | tr -d ,)
	ok 'bash completes commands, their options, values and words' out_is \
		"--feeds --fields= --format= --failing
export
elfeed
move
$verbs"
fi
"$tables" --theme nord >"$dir/out" 2>"$dir/err"
elements=$(grep -cE '^color [a-z0-9-]+ (default|"#[0-9a-f]{6}") ' "$dir/out")
ok 'a theme is a file with a line for each element' [ "$elements" -gt 20 ]
"$tables" --load /dev/null >"$dir/defaults" 2>"$dir/err"
sed 's/^#\([a-z]\)/\1/' "$dir/sample" >"$dir/uncommented"
"$tables" --load "$dir/uncommented" >"$dir/out" 2>"$dir/err"
status=$?
ok 'the sample config is all comments' not grep -q '^[^#]' "$dir/sample"
ok 'without their # it loads to exactly the defaults' \
	all 'is 0' quiet 'cmp -s "$dir/out" "$dir/defaults"'

"$tables" --names >"$dir/names"
page_of()
{
	case $1 in
	option) made man/courant-config.5 ;;
	key-command) made man/courant-commands.7 ;;
	*) made man/courant.1 ;;
	esac
}
missing=
while read -r kind name; do
	form=".It Ic $name"
	[ "$kind" = key-command ] && form=".It Ic \\&$name"
	form=$(printf '%s' "$form" | sed 's/\([a-z]\)-/\1\\-/g')
	plain=$(printf '%s' ".It Ic $name")
	grep -qF -e "$form" "$(page_of "$kind")" || grep -qF -e "$plain" "$(page_of "$kind")" ||
		missing="$missing $kind:$name"
done <"$dir/names"
ok 'every command and option is in its page' [ -z "$missing" ]
[ -z "$missing" ] || echo "# missing:$missing"
ok 'arguments nest and have alternatives' all \
	'grep -qx ".It Ic merge Oo Ar OPTION ... Oc Oo Ar FEED Oo Ar INTO Oc Oc" "$(made man/courant.1)"' \
	'grep -qx ".It Ic mark Oo Ar OPTION ... Oc Ar ITEM ... | Ar WORD ..." "$(made man/courant.1)"'
ok 'names are unique' [ -z "$(sort "$dir/names" | uniq -d)" ]
of_command() { sed -n "/^\.It Ic ..$1 :/,/^\.It/p" "$(made man/courant-commands.7)"; }
ok 'a command has its keys of each preset' all \
	'of_command quit | grep -q "^\.It .* : Ic ..Q$"' \
	'of_command quit | grep -q "^\.No vim : Ic ..ZZ , Ic ..ZQ$"' \
	'of_command left | grep -q "^\.No newsboat : Ic ..Left$"'
"$tables" --bindings >"$dir/bindings"
twice=$(cut -d ' ' -f 1,2 "$dir/bindings" | sort | uniq -d | tr '\n' ';')
ok 'no key has two commands in one context' [ -z "$twice" ]
[ -z "$twice" ] || echo "# twice: $twice"
ok 'there are keys' [ "$(wc -l <"$dir/bindings")" -gt 20 ]

# The examples. Nothing is there to answer, so add may fail, but not be misunderstood.
fresh
work=$dir/work
mkdir "$work"
printf 'https://example.org/x\n' >"$work/subscriptions.opml"
examples()
{
	awk '/^\.Bd -literal/ { on = 1; next } /^\.Ed/ { on = 0 }
		on || sub(/^\.Dl courant/, "courant")' "$1" |
		sed 's/\\e$/\\/; s/\\(aq/'"'"'/g; s/\\(ti/~/g; s/\\-/-/g; s/\\&//g; s/\\(dq/"/g'
}
examples "$(made man/courant.1)" | sed 's/^[*]\/10 [*] [*] [*] [*] //' | grep '^courant' \
	>"$dir/examples"
ok 'there are examples' [ "$(wc -l <"$dir/examples")" -ge 9 ]
mkdir "$dir/bin"
ln -s "$courant" "$dir/bin/courant"
while read -r example; do
	(cd "$work" && http_proxy=http://127.0.0.1:1 https_proxy=http://127.0.0.1:1 \
		PATH=$dir/bin:$PATH sh -c "$example") >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	case $example in
	courant) ok "example: $example" all 'is 1' 'says "needs a terminal"' ;;
	*' add '* | *' refresh'*) ok "example: $example" all 'is 0 || is 1' 'not says "courant help"' ;;
	*' mark '* | *' list --items tag:'*) ok "example: $example" is 3 ;; # there is nothing yet
	*) ok "example: $example" is 0 ;;
	esac
done <"$dir/examples"

examples "$(made man/courant-feeds.5)" >"$dir/c/feeds"
# Pictures have marks below their rows.
examples "$(made man/courant-config.5)" | sed '/^#/d; /^title  /,/^prompt  /d; /^ *^^*$/d' \
	>"$dir/c/config"
chmod 600 "$dir/c/feeds"
run list
ok 'the examples of feeds and config load without a fault' \
	all 'is 0' quiet 'lines "$dir/out" 12' 'grep -q "^\[tech\]" "$dir/c/config"'

# Those of queries, as they stand: each of them is one.
examples "$(made man/courant-query.5)" | grep -v '^courant ' >"$dir/queries"
refused=
while read -r query; do
	run list --items -- "$query"
	[ "$status" = 0 ] || [ "$status" = 3 ] || refused="$refused; $query"
done <"$dir/queries"
ok 'the examples of queries are queries' all '[ "$(wc -l <"$dir/queries")" -gt 4 ]' '[ -z "$refused" ]'
[ -z "$refused" ] || echo "# refused: $refused"

# Commands in the pages of queries and of scheduling; the latter with a recorded trace.
{
	echo '<rss version="2.0"><channel><title>T</title>'
	for day in 01 02 03 04 05 06 07 08 09 10; do
		echo "<item><guid>$day</guid><pubDate>$day Nov 2026 12:00:00 GMT</pubDate></item>"
	done
	echo '</channel></rss>'
} >"$dir/feed.xml"
echo "file://$dir/feed.xml" >"$feeds"
run refresh
run export --traces "$work/TRACES"
examples "$(made man/courant-query.5)" | grep '^courant ' >"$dir/commands"
examples "$(made man/courant-scheduling.7)" |
	awk '/^courant / { on = 1 } on { print; on = /\\$/ }' >"$dir/simulate"
# $1: the commands, all of them to one shell
commands()
{
	(cd "$work" && PATH=$dir/bin:$PATH sh -e "$1") >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
while read -r example; do
	echo "$example" | sed "s|^courant |&-C '$dir/c' |" >"$dir/command"
	commands "$dir/command"
	ok "example: $example" all 'is 0 || is 3' quiet # there may be nothing
done <"$dir/commands"
ok 'there are commands with queries' lines "$dir/commands" 2
commands "$dir/simulate"
ok 'the example of a simulation makes its table' all 'is 0' quiet \
	'prints "least-delay:oracle-hours "' '[ "$(wc -l <"$work/TRACES")" -gt 9 ]'

# Those of import, and of README's first steps, in a home of their own.
export HOME="$dir/home"
mkdir -p "$HOME/.newsboat" "$HOME/.config/courant"
printf 'reload-time 45\n' >"$HOME/.newsboat/config"
printf 'https://example.org/feed.xml news "~T"\n' >"$HOME/.newsboat/urls"
printf '<opml><body><outline xmlUrl="https://example.org/o"/></body></opml>' \
	>"$work/subscriptions.opml"
printf '{"items":[{"origin":{"streamId":"feed/https://example.org/o"},"title":"T"}]}' \
	>"$work/starred.json"
{
	examples "$(made man/courant-import.7)"
	awk '/^FIRST STEPS/ { on = 1 } /^COMING/ { on = 0 } on && /^  courant [a-z]/' "$srcdir/README" |
		sed 's/   .*//; s/^ *//; s/ *| jq .*//'
} >"$dir/steps"
while read -r example; do
	(cd "$work" && http_proxy=http://127.0.0.1:1 https_proxy=http://127.0.0.1:1 \
		PATH=$dir/bin:$PATH sh -c "$example") >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	case $example in
	*' preview '* | *' add '* | *' refresh' | *' backfill '*)
		ok "example: $example" all 'is 1 || is 3' 'not says "courant help"' ;;
	*) ok "example: $example" is 0 ;;
	esac
done <"$dir/steps"
ok 'what was imported is all there' all '[ "$(wc -l <"$dir/steps")" -ge 11 ]' \
	'[ "$(wc -l <"$HOME/.config/courant/feeds")" -ge 2 ]' \
	'grep -qx "max-interval = 45m" "$HOME/.config/courant/newsboat"'
finish
