# account: accounts of feed servers, against one that answers as FreshRSS does.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/account" <<'END'
feed One Tech
feed Two
items 1 3
items 2 2
read #1
star #2
END
cat >"$dir/script" <<END
/feed.xml
	body <rss version="2.0"><channel><title>Here</title></channel></rss>
/api/greader.php/reader/api/0/stream/items/ids*
	app
	delay 20ms
/api/greader.php/reader/api/0/subscription/quickadd*
	body {"numResults":0,"error":"it cannot be had"}
then
	app
/moved/*
	redirect 301 https://127.0.0.1:1/other
/guarded/*
	status 401
	header WWW-Authenticate: Basic realm="x"
	body <html>401</html>
/huge/reader/api/0/user-info*
	bomb 2000000
/huge/api/greader.php/*
	status 401
	body Unauthorized!
/moves/index.php/login/v2
	body {"poll":{"token":"t","endpoint":"@URL@/moves/poll"},"login":"@URL@/moves/page"}
/moves/poll
	status 404
then
	redirect 302 http://localhost:1/
/floods/index.php/login/v2
	body {"poll":{"token":"t","endpoint":"@URL@/floods/poll"},"login":"@URL@/floods/page"}
/floods/poll
	bomb 2000000
/moves/index.php/apps*
	status 401
	body {"message":"Current user is not logged in"}
/floods/index.php/apps*
	status 401
	body {"message":"Current user is not logged in"}
/deaf/api/greader.php*
	status 400
	body Bad Request!
END
serve --account "$dir/account" --script "$dir/script"

# give TEXT ARG…: courant with a line of standard input.
give()
{
	text=$1
	shift
	printf '%s\n' "$text" | "$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err"
	status=$?
}

fresh
run account
ok 'account: none' all 'is 0' quiet silent
run account sync
ok 'account sync: none' all 'is 3' 'says_once "account add"'
run account nonsense
ok 'account: unknown verb' all 'is 2' 'says_once nonsense'
run account add
ok 'account add: words are missing' all 'is 2' 'says_once add'
run account add 'a/b' "$url"
ok 'account add: a name is a name' all 'is 2' 'says_once letters'
run account add phone "$url" --protocol nonsense
ok 'account add: an unknown protocol is told as such' all 'is 2' 'says_once "choose one of greader"'
give x account add phone "${url}nothing" --protocol ttrss
ok 'account add: nothing is there' all 'is 1' 'says_once "no feed server"'
give x account add phone "${url}moved" --user ann
ok 'account add: a redirect to https is followed there' all 'is 1' 'not says "no feed server"'
give x account add phone "${url}guarded" --user ann --protocol ttrss
ok 'account add: a login before that of the server' all 'is 1' 'says_once "HTTP authentication"'
give '' account add phone "${url}huge" --user ann --protocol greader
ok 'account add: what is too long is no answer' all 'is 1' 'prints "FreshRSS at ${url}huge/api"'
give x account add phone "${url}deaf" --user ann
ok 'account add: a FreshRSS without PATH_INFO' all 'is 1' 'says_once PATH_INFO'
give readerpw1 account add phone "$url" --protocol greader
ok 'account add: without a user' all 'is 2' 'says_once "--user"'
give '' account add phone "$url" --protocol greader --user ann
ok 'account add: without a password' all 'is 1' 'says_once "no password"'
give wrong account add phone "$url" --protocol greader --user ann
ok 'account add: a wrong password' all 'is 1' 'says "API password"' 'says "not added"'
ok 'account add: leaves nothing behind' all \
	'! grep -q account "$config"' '[ ! -e "$dir/c/store/secrets/phone" ]'
give readerpw1 -o connect-timeout=1s account add phone "${url#http://}" --protocol greader --user ann
ok 'account add' all 'is 0' quiet 'prints FreshRSS' 'prints "5 new items"'
ok 'account add: the password is private' \
	[ "$(ls -l "$dir/c/store/secrets/phone" | cut -c1-10)" = -rw------- ]
ok 'account add: and nowhere else' not grep -rqs readerpw1 "$config" "$dir/c/log" \
	"$dir/c/store/data.mdb"
give readerpw1 account add phone "$url" --protocol greader --user ann
ok 'account add: twice' all 'is 2' 'says_once already'
give readerpw1 account add other "$url" --protocol greader --user ann
ok 'account add: twice, by another name' all 'is 2' 'says_once "under the name phone"'
printf '[account odd]\nprotocol = foo\n' >"$dir/odd"
run --config "$dir/odd" check-config
ok 'config: an unknown protocol' all 'not is 0' 'says_once "odd:2"'

for url_of in ftp://a a.example https://a:b@c/ 'https://a/?b' https://; do
	printf '[account odd]\nurl = %s\n' "$url_of" >"$dir/odd"
	chmod 600 "$dir/odd"
	run --config "$dir/odd" check-config
	ok "config: an account cannot be at $url_of" all 'not is 0' 'says_once "odd:2"'
done

run count
ok 'items come as they are there' all 'is 0' 'out_is 4'
# Where the lock cannot be had for another reason, nobody else is waited for.
lock=$(find "$dir/c" -name 'account-*.lock')
rm "$lock"
mkdir "$lock"
timeout 60 "$courant" -C "$dir/c" account sync >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'account sync: a lock that cannot be had' all 'is 1' 'says_once "cannot lock"'
timeout 60 "$courant" -C "$dir/c" refresh >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'refresh: the same' all 'not is 124' 'says "cannot lock"'
rmdir "$lock"
run account list --json
ok 'account list --json' all 'is 0' quiet 'is_json "$dir/out"' 'prints "\"state\":\"ok\""' \
	'prints "\"waiting\":0"'
run account show phone
ok 'account show' all 'is 0' quiet 'prints "FreshRSS"' 'prints "feeds: 2, items: 5"'
run account check phone
ok 'account check: all is the same' all 'is 0' quiet
run mark 'title:feed'
run account check phone --json
ok 'account check: differences' all 'is 1' 'is_json "$dir/out"' 'prints "waits"'
run account sync --dry-run
ok 'account sync --dry-run' all 'is 0' 'prints "4 differences"'
run account show phone
ok 'changes wait' prints 'waiting to be sent: 4'
run account sync phone
ok 'account sync' all 'is 0' quiet 'prints "4 changes sent"'
run account check phone
ok 'account check: the same again' all 'is 0' quiet
run account check
ok 'account check: of all accounts' all 'is 0' quiet 'prints "phone: nothing new"'
run rename One First
run tag later 'title:feed'
run account check phone
ok 'account check: feeds and labels' all 'is 1' 'prints "title or folder here; waits"' \
	'prints "label later here, not there; waits"'
run account check phone
ok 'account check: changes nothing' all 'is 1' 'prints "title or folder here; waits"'
run undo
run undo
run account check phone
ok 'account check: what was undone need not be sent' all 'is 0' quiet
run account sync
run tag Tech 1
run account sync
ok 'account sync: a tag that is called like a folder there' all 'is 0' \
	'says_once "the tag Tech stays here"' 'prints "nothing new"'
run tag --remove Tech 1
run account sync
run account check phone
ok 'account check: such a tag is none there' all 'is 0' 'prints "nothing new"'

run why One
ok 'why: a feed of an account' all 'is 0' quiet 'prints phone' 'prints feed/1'
run why --item 1
ok 'why: an item of an account' all 'is 0' quiet 'prints "Account: phone"'
run list --feeds
ok 'list --feeds: a feed of an account has its own address' all 'is 0' \
	'prints "<http://feed1.example/feed.xml>"' 'not prints account:'
run why http://feed1.example/feed.xml
ok 'why: the same names it' all 'is 0' 'prints feed/1'
run list --items --format '{feed_url}'
ok 'list: and its items say so' all 'is 0' 'prints http://feed1.example/feed.xml' \
	'not prints account:'
run list --json
ok 'list: never polled here' all 'is 0' 'prints "\"next_poll\":null"'

# Subscribing below the account's tag is done at the server.
run add "${url}feed.xml" phone/Sea
ok 'add: the server refuses it' all 'is 1' 'says_once "feed.xml: it cannot be had"'
run remove "${url}feed.xml"
run add "${url}feed.xml" phone/Sea
ok 'add: below the tag of an account' all 'is 0'
run list
ok 'add: the server has it' all 'prints phone/Sea' 'not prints "/+http"'

run add "${url}feed.xml" phone/Tech
run account sync phone
run list
ok 'add: what the server has already is not doubled' all 'prints phone/Sea' 'not prints "/+http"'
run mark --unread title:feed
run refresh One
ok 'refresh: accounts are told of' all 'is 0' 'prints "phone: "' 'prints " sent"'

# What another process marks, a daemon sends within seconds.
waits()
{
	run account show phone
	prints "waiting to be sent: $1"
}
start_daemon()
{
	"$courant" -C "$dir/c" daemon >/dev/null 2>&1 &
	daemon=$!
	"$courant" -C "$dir/c" account sync >/dev/null 2>&1
}
start_daemon
run mark 'title:feed'
ok 'daemon: it sends what others mark' until_holds 'waits 0'
# ends MARK…: it ends when something has just been marked, with nothing left to send.
ends()
{
	run mark "$@"
	kill "$daemon"
	wait "$daemon"
	waits 0
}
# It has a third of a second for that, which may be too short on a busy machine.
again() { start_daemon && ends "$@"; }
ok 'daemon: and at its end what it has not seen yet' \
	eval 'ends --unread title:feed || again title:feed || again --unread title:feed'

# Two processes, and one that dies anywhere.
run mark --unread 'title:feed'
"$courant" -C "$dir/c" account sync >/dev/null 2>&1 &
run account sync
ok 'account sync: two at once' is 0
wait "$!"
ok 'account sync: the other one' [ "$?" -eq 0 ]
for n in 0 1 2 3 4 5 6 7; do
	case $n in
	*[02468]) run mark 'title:feed' ;;
	*) run mark --unread 'title:feed' ;;
	esac
	"$courant" -C "$dir/c" account sync >/dev/null 2>&1 &
	sleep ".0$n"
	kill -9 "$!"
	wait "$!" 2>/dev/null
done
run account sync
run account check phone
ok 'account sync: killed anywhere, nothing is lost' all 'is 0' 'prints "nothing new"'
run count
ok 'account sync: the last word counts' out_is 5
run check
ok 'account sync: the store is sound' is 0

run export
ok 'export: feeds of accounts have their own addresses' all 'is 0' \
	'prints http://feed1.example/feed.xml' 'not prints account:'

run account pause phone
run mark --unread 'title:feed'
run account sync
ok 'account sync: a paused one is left out' all 'is 0' 'prints "resume it with"' 'not prints sent'
run account sync phone
ok 'account sync: unless it is named' all 'is 0' 'not prints resume'
run account resume phone

run why phone
ok 'why: an account' all 'is 0' quiet 'prints "next sync: 20"' 'prints FreshRSS'
object() { all 'is 0' 'is_json "$dir/out"' "prints '\"account\":\"$1\",\"ok\":true'"; }
run account sync phone --json
ok 'account sync --json' all 'object phone' 'prints "\"requests\":"'
run account pause phone --json
ok 'account pause --json' object phone
run account
ok 'account pause' prints paused
run why phone
ok 'why: one that is paused' all 'is 0' 'prints "courant account resume phone"'
run why phone --json
ok 'why --json: an account' all 'is 0' 'is_json "$dir/out"' 'prints "\"state\":\"paused\""'
run account resume phone --json
ok 'account resume --json' object phone
run account rename phone tela --json
ok 'account rename --json' object tela
run account rename tela tele
ok 'account rename' all 'is 0' quiet
run account
ok 'account rename: it has the new name' all 'prints tele' 'not prints phone'
run account sync tele
ok 'account rename: it syncs' all 'is 0' quiet 'prints "nothing new"'
run list
ok 'account rename: its feeds as well' prints tele/Tech
run account remove tele --keep
ok 'account remove --keep' all 'is 0' quiet
run list
ok 'account remove --keep: feeds have their own addresses' all 'prints feed1.example' \
	'not prints account:'
run count --all
ok 'account remove --keep: and their items' out_is 5
run account
ok 'account remove: it is gone' all 'is 0' silent

give readerpw1 account add phone "$url" --protocol greader --user ann --json
ok 'account add --json' all 'object phone' 'prints "\"server\":\"FreshRSS\""' \
	'prints "\"protocol\":\"greader\""'
run account remove phone --json
ok 'account remove' object phone
run list
ok 'account remove: its feeds go' not prints account:
ok 'account remove: nothing of it stays' [ -z "$(find "$dir/c" -name 'account-*')" ]

# What a browser shows is below the server. Other protocols, in processes of their own.
give readerpw1 account add phone "${url}i/?get=c_1#x" --protocol greader --user ann
ok 'account add: the address of a page of the server' all 'is 0' 'prints "/api/greader.php"'

fresh
give readerpw1 account add phone "${url}api/greader.php/reader/api/0/" --protocol greader --user ann
ok 'account add: an address below that of the API' all 'is 0' 'not prints reader/api'
run account remove phone
for protocol in miniflux nextcloud fever; do
	give readerpw1 account add phone "$url" --protocol "$protocol" --user ann
	run mark 'title:feed'
	run account sync
	ok "account sync: $protocol again, in another process" all 'is 0' quiet
	run account remove phone
done

# How much of what was read there the first sync brings.
for history in all none; do
	fresh
	printf '[account phone]\nurl = %sapi/greader.php\nuser = ann\naccount-history = %s\n' \
		"$url" "$history" >"$config"
	chmod 600 "$config"
	give readerpw1 account login phone
	ok "account-history: $history" is 0
	run count "is:read not is:starred"
	ok "account-history: $history of the read items" out_is "$([ $history = none ] && echo 0 || echo 4)"
done
sed -i 's/none/ever/' "$config"
run check-config
ok 'account-history: another word' all 'not is 0' 'says_once "account-history = ever"'

# What is fetched here and there is offered as one.
fresh
echo 'http://feed1.example/feed.xml sea "~Here"' >>"$feeds"
chmod 600 "$feeds"
give readerpw1 account add phone "$url" --protocol greader --user ann
ok 'account add: it says which feeds are here as well' all 'is 0' \
	'says_once "1 feed of phone is fetched here as well"'
run merge
ok 'merge: it lists them' all 'is 0' 'prints "Here is fetched by the server of an account"'
run merge Here
ok 'merge: into the feed of the account' all 'is 0' 'prints "Here is now part of One."'
run list
ok 'merge: it has the tags of both' all 'prints phone/Tech' 'prints sea' 'not prints Here'
run account sync
ok 'merge: the server has nothing to do with that' all 'is 0' 'prints "nothing new"'
run account remove phone

# A Nextcloud gives a password of our own to whoever logs in with a browser.
run account add cloud "$url" --protocol nextcloud
ok 'account add: a login by browser' all 'is 0' 'says_once "/index.php/login/v2/flow"' \
	'prints "new items"' 'grep -q "^user = ann" "$config"'
ok 'account add: its password is private' \
	[ "$(ls -l "$dir/c/store/secrets/cloud" | cut -c1-10)" = -rw------- ]
run account remove cloud

# Two machines with one account and a state-dir: what one marks is sent once, by whichever
# comes first, and is the same everywhere.
machine()
{
	home=$1
	shift
	"$courant" -C "$dir/$home" -o state-dir="$dir/shared" "$@" >"$dir/out" 2>"$dir/err" \
		</dev/null
	status=$?
}
for home in m1 m2; do
	echo readerpw1 | "$courant" -C "$dir/$home" -o state-dir="$dir/shared" account add phone \
		"$url" --protocol greader --user ann >/dev/null 2>&1
done
machine m1 mark 'title:feed'
machine m2 star 'title:feed'
machine m2 count
ok 'state-dir: the other machine has it before the server does' out_is 0
machine m2 account sync
machine m1 account sync
machine m2 account sync
for home in m1 m2; do
	machine "$home" account check phone
	ok "state-dir: $home is as the server is" all 'is 0' 'prints "nothing new"'
	machine "$home" count
	ok "state-dir: $home has what was read" out_is 0
	machine "$home" count is:starred
	ok "state-dir: $home has what was starred" out_is 5
	machine "$home" mark --unread 'title:feed'
	machine "$home" star --remove 'title:feed'
	machine "$home" account sync
	machine "$home" mark 'title:feed'
	machine "$home" star 'title:feed'
	machine "$home" account sync
done

# One whose answers cannot become a login says so at once.
run account add cloud "${url}moves" --protocol nextcloud
ok 'account add: a login by browser that is sent elsewhere' all 'is 1' 'says "the server redirects the login"'
run account add cloud "${url}floods" --protocol nextcloud
ok 'account add: a login by browser with a flood' all 'is 1' 'says "longer than"'

# newsboat's services
mkdir "$dir/newsboat"
cat >"$dir/newsboat/config" <<'END'
urls-source "freshrss"
freshrss-url "https://rss.example/api/greader.php"
freshrss-login "ann"
freshrss-password "geheim"
END
run import --config "$dir/newsboat/config"
ok 'import: newsboat'"'"'s service is an account' all 'is 0' 'prints "[account newsboat]"' \
	'prints "url = https://rss.example/api/greader.php"' 'prints "user = ann"' \
	'prints "courant account login newsboat"' 'not prints geheim'
echo http://a.example/feed >"$dir/newsboat/urls"
run import "$dir/newsboat"
ok 'import: without --config, how to make it is told' all 'is 0' \
	'says "account add NAME https://rss.example/api/greader.php --user ann --protocol greader"'
give readerpw1 account add bin "$url" --protocol feedbin --user ann
ok 'account add: Feedbin on a server of its own, where that is said' all 'is 0' 'prints "Feedbin at"'
run account remove bin
echo geheim >"$dir/home/pass word"
cat >"$dir/newsboat/config" <<'END'
urls-source "feedbin"
feedbin-login "ann"
feedbin-passwordfile "~/pass word"
END
run import --config "$dir/newsboat/config"
ok 'import: and so are Feedbin and its file' all 'is 0' 'prints "url = https://api.feedbin.com"' \
	'prints "protocol = feedbin"' \
	'[ "$(eval "$(sed -n "s/^password-command = //p" "$dir/out")")" = geheim ]'

finish
