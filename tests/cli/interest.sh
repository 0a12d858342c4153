# What the learner makes of what is done with items.
. "$srcdir/tests/cli/tap.sh"

# feed NAME TITLE…
feed()
{
	name=$1
	shift
	{
		printf '<rss version="2.0"><channel><title>%s</title>' "$name"
		n=0
		for title; do
			n=$((n + 1))
			printf '<item><title>%s</title><guid>%s</guid></item>' "$title" "$title"
		done
		printf '</channel></rss>'
	} >"$dir/$name.xml"
}
id_of() { "$courant" -C "$dir/c" list --items --format '{id}' "title = \"$1\""; }
listed() { "$courant" -C "$dir/c" list --items --format '{title}' "$@" 2>"$dir/noise" | tr '\n' ,; }

fresh
feed A 'Sailing north' 'Sailing south' 'Budget north' 'Budget south' 'Budget east'
printf 'file://%s/A.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
run why --item "$(id_of 'Sailing north')"
ok 'nothing is known at first' prints 'Interest: 50 of 100; nothing has been learned yet'
ok 'so there are no parts' not prints from
printf 'rule "title:budget" read; score -1\n' >"$config"
run rules apply
run undo
: >"$config"
run why --item "$(id_of 'Budget north')"
ok 'what a rule does teaches nothing' prints 'Interest: 50 of 100'
run mark "$(id_of 'Sailing north')"
run why --item "$(id_of 'Sailing north')"
ok 'opening one teaches' not prints 'Interest: 50 of 100'
run undo
run why --item "$(id_of 'Sailing north')"
ok 'undo takes back what was learned' prints 'Interest: 50 of 100'
run star "$(id_of 'Sailing north')"
run undo
run undo --list
ok 'and has nothing of that in its list' not prints learn
run undo --redo
run why --item "$(id_of 'Sailing north')"
ok 'redo teaches it again' not prints 'Interest: 50 of 100'
run undo
run star "$(id_of 'Sailing north')"
run mark "$(id_of 'Sailing south')"
run mark title:budget
feed A 'Sailing west' 'Budget west' 'Neither'
run refresh
ok 'items sort by interest' [ "$(listed --sort -interest is:unread not is:starred)" = 'Sailing west,Neither,Budget west,' ]
ok 'and by the score that it adds to' [ "$(listed --sort -score is:unread not is:starred)" = 'Sailing west,Neither,Budget west,' ]
ok 'the query knows it' \
	all '[ "$(listed "is:unread not is:starred interest:>60")" = "Sailing west," ]' \
	'[ "$(listed "is:unread not is:starred interest:<45")" = "Budget west," ]' \
	'[ "$(listed "is:unread not is:starred score:>1")" = "Sailing west," ]'
run why --item "$(id_of 'Sailing west')"
ok 'why names the parts' all 'grep -q "^  +[0-9.]*  sailing$" "$dir/out"' 'prints "0 by rules, +"'
run why --item "$(id_of 'Budget west')" --json
ok 'as JSON' all 'is_json' 'prints "\"word\":\"budget\",\"weight\":-"'
run count is:hidden
ok 'it hides nothing' out_is 0
run check
ok 'the store is sound' is 0
run check --repair
ok 'and a repair keeps it' [ "$(listed --sort -interest is:unread not is:starred)" = 'Sailing west,Neither,Budget west,' ]

fresh
echo 'learn-interest = no' >"$config"
feed A 'Sailing north' 'Budget north'
printf 'file://%s/A.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
run star "$(id_of 'Sailing north')"
run why --item "$(id_of 'Sailing north')"
ok 'when off, nothing is learned' prints 'Interest: 50 of 100'
finish
