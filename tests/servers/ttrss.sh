# Accounts against a real Tiny Tiny RSS (ttrss-up.sh); TAP. Skipped where its packages are
# missing.

for needed in /usr/share/tt-rss/www/api/index.php /usr/bin/php /usr/bin/psql /usr/bin/curl; do
	test -e "$needed" && continue
	echo "1..0 # SKIP $needed is missing: tests/servers/ttrss-up.sh names the packages"
	exit 0
done

srcdir=$(cd "$srcdir" && pwd) builddir=$(cd "$builddir" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/courant-servers.XXXXXX")
chmod 755 "$work"
mkdir "$work/feeds" "$work/home"
number=0 failed=0

# A port that is free, and the next one with it.
free_port()
{
	php -r 'for (;;) {
		$one = @stream_socket_server("tcp://127.0.0.1:0");
		$port = (int)substr(strrchr(stream_socket_get_name($one, false), ":"), 1);
		if (@stream_socket_server("tcp://127.0.0.1:" . ($port + 1))) {
			echo $port;
			break;
		}
	}'
}

stop()
{
	test -z "${feeds_pid-}" || kill "$feeds_pid" 2>/dev/null
	sh "$srcdir/tests/servers/ttrss-up.sh" -k "$work/ttrss" >/dev/null 2>&1
	rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

# check NAME COMMAND…
check()
{
	name=$1
	shift
	number=$((number + 1))
	if "$@" >"$work/said" 2>&1; then
		echo "ok $number - $name"
	else
		sed 's/^/# /' "$work/said"
		echo "not ok $number - $name"
		failed=1
	fi
}

courant()
{
	HOME=$work/home "$builddir/src/courant" "$@"
}

# api OP [MEMBERS]
api()
{
	curl -s "$address" -d "{\"op\":\"$1\",\"sid\":\"${sid-}\"${2:+,$2}}"
}

# feed NAME ITEMS: the document of a feed
feed()
{
	php -r '$name = $argv[1];
	echo "<rss version=\"2.0\"><channel><title>Feed $name &amp; friends</title>";
	echo "<link>http://$name.example/</link><description/>";
	for ($i = (int)$argv[2]; $i > 0; $i--)
		echo "<item><title>$name $i</title><link>http://$name.example/$i</link>",
			"<guid isPermaLink=\"false\">$name-$i</guid><pubDate>",
			gmdate("r", time() - 100000 + $i * 60), "</pubDate>",
			"<description>&lt;p&gt;Text $i&lt;/p&gt;</description></item>";
	echo "</channel></rss>";' "$1" "$2" >"$work/feeds/$1.xml"
}

subscribe()
{
	api subscribeToFeed "\"feed_url\":\"http://[::1]:$feeds_port/$1.xml\",\"category_id\":0" |
		grep -q '"code":1'
}

# Both sides are the same.
same()
{
	courant account sync box && courant account check box
}

unread_there()
{
	api getUnread | grep -q "\"unread\":$1}"
}

unread_here()
{
	test "$(courant count)" = "$1"
}

first_sync()
{
	courant account add box "${address%/api/}" --user=ann \
		--password-command='echo readerpw1' && unread_here 255 &&
		courant account show box | grep 'Tiny Tiny RSS .*21'
}

read_there()
{
	api updateArticle '"article_ids":"1,2,3","mode":0,"field":2' &&
		api updateArticle '"article_ids":"10","mode":1,"field":0' &&
		same && unread_here 252 && courant search is:starred | grep -c . | grep -qx 1
}

# As its pages do it: the API makes neither folders nor labels.
folders_there()
{
	psql -h 127.0.0.1 -p "$((port + 1))" -U ttrss -q ttrss <<-'END' &&
		insert into ttrss_feed_categories (owner_uid, title)
			select id, 'Sea/side' from ttrss_users where login = 'ann';
		insert into ttrss_feed_categories (owner_uid, title, parent_cat)
			select owner_uid, 'Coast', id from ttrss_feed_categories;
		update ttrss_feeds set cat_id = (select max(id) from ttrss_feed_categories)
			where id = 2;
		insert into ttrss_labels2 (owner_uid, caption, fg_color, bg_color)
			select id, 'keep', '', '' from ttrss_users where login = 'ann';
	END
	label=$(api getLabels | sed 's/.*"id":\(-[0-9]*\).*/\1/')
	api setArticleLabel "\"article_ids\":\"20,21\",\"label_id\":$label,\"assign\":true" &&
		same && cat "$work"/home/.local/share/courant/accounts/box.feeds \
		"$work"/home/.config/courant/accounts/box.feeds 2>/dev/null |
		grep 'box/Sea∕side/Coast' && courant search tag:keep | grep -c . | grep -qx 2
}

marks_here()
{
	# shellcheck disable=SC2046
	set -- $(courant search is:unread | head -n 3 | awk '{ print $1 }')
	courant mark "$1" "$2" && courant star "$3" && same && unread_there 250 &&
		api getHeadlines '"feed_id":-1,"limit":200,"view_mode":"all_articles"' |
		grep -o '"marked":true' | grep -c . | grep -qx 2
}

# More than a page of them.
all_here()
{
	courant mark is:unread && same && unread_there 0 && unread_here 0
}

undone_here()
{
	courant undo && same && unread_there 250 && unread_here 250
}

arrives_there()
{
	feed a 9
	api updateFeed '"feed_id":1' && same && unread_here 254
}

# A session that ended, and the server away: the account goes on by itself, or says why.
session_ends()
{
	psql -h 127.0.0.1 -p "$((port + 1))" -U ttrss -q -c 'delete from ttrss_sessions' ttrss &&
		same
}

server_away()
{
	sh "$srcdir/tests/servers/ttrss-up.sh" -k "$work/ttrss" &&
		! courant account sync box && unread_here 254
}

port=$(free_port)
address=http://127.0.0.1:$port/api/
# Not in $(): what it leaves running would hold that open.
sh "$srcdir/tests/servers/ttrss-up.sh" "$work/ttrss" "$port" >"$work/up.log" 2>&1 || {
	cat "$work/up.log" "$work"/ttrss/*.log >&2
	echo 'Bail out! the server does not start'
	exit 1
}
feeds_port=$(free_port)
php -S "[::1]:$feeds_port" -t "$work/feeds" >"$work/feeds.log" 2>&1 &
feeds_pid=$!
sid=$(api login '"user":"ann","password":"readerpw1"' | sed 's/.*"session_id":"\([^"]*\).*/\1/')

echo 1..10
feed a 5
feed b 250
check 'its feeds are there' eval 'subscribe a && subscribe b &&
	api updateFeed "\"feed_id\":1" && api updateFeed "\"feed_id\":2" && unread_there 255'
check 'the first sync brings all unread items' first_sync
check 'what is read and starred there is so here' read_there
check 'nested folders are tags, labels are tags of items' folders_there
check 'what is read and starred here is so there' marks_here
check 'everything read here is read there' all_here
check 'and comes back when that is undone' undone_here
check 'what arrives there arrives here' arrives_there
check 'a session that ended is begun again' session_ends
check 'without the server nothing is lost' server_away
exit $failed
