# Commands say logins and header lines, so that these are in no file.
. "$srcdir/tests/cli/tap.sh"

printf '%s\n' '*' '	rss 2' >"$dir/script"
serve --script "$dir/script" --log "$dir/log"
cat >"$dir/say" <<END
#!/bin/sh
echo run >>"$dir/runs"
echo 'ann:hush|hush'
echo 'a second line'
END
printf '%s\n' '#!/bin/sh' "printf 'X-Token: one|X-App: two\\nX-More: three\\n'" >"$dir/lines"
chmod +x "$dir/say" "$dir/lines"
fresh
cat >"$feeds" <<END
${url}a login-command=$dir/say login=other:one
${url}b login-command=$dir/say
${url}c http-headers-command=$dir/lines
${url}d login-command="$dir/say 2" http-headers-command=$dir/lines
${url}e login-command="sh -c 'exit 3'"
${url}f
END

# of PATH: the request for it
of() { awk -v path="/$1" '/^REQUEST/ { on = $4 == path } on' "$dir/log"; }
has() { of "$1" | grep -qxF "$2"; }
login='Authorization: Basic YW5uOmh1c2h8aHVzaA==' # ann:hush|hush

run refresh
ok 'a refresh' all 'is 0' 'says_once "login-command: sh failed (exit status 3)"'
ok 'the first line is the login, and it comes before the option' has a "$login"
ok 'what was said once is used again' all 'has b "$login"' 'lines "$dir/runs" 2'
ok 'lines are headers' all 'has c "X-Token: one"' 'has c "X-More: three"'
ok 'both' all 'has d "$login"' 'has d "X-App: two"'
ok 'when a command fails, nobody is asked' [ -z "$(of e)" ]
ok 'other feeds send none' all 'has f "User-Agent: courant/0.1"' 'not has f "$login"'
ok 'the log tells none of it' all '! grep -q hush "$dir/c/log"' '! grep -rq hush "$dir/c/store"'

printf 'login-command = %s\n' "$dir/say" >"$config"
printf '%sg\n' "$url" >"$feeds"
run refresh
ok 'for all feeds' all 'is 0' quiet 'has g "$login"'

# A login in an address: commands answer without it.
fresh
feed=http://ann:hush@${url#http://}h
hides() { all 'is 0' "prints '\"${1-url}\":\"${url}h\"'" '! grep -q hush "$dir/out"'; }
run preview --json "$feed"
ok 'preview has no login' hides
run add --json "$feed"
ok 'neither has add' hides
run add --json "$feed"
ok 'nor for a feed that is there already' hides
run show --json 1
ok 'nor show' hides feed_url
run rename --json 1 Name
ok 'nor rename' hides
run remove --json 1
ok 'nor remove' hides
finish
