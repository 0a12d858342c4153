# usage: ttrss-up.sh DIR PORT     ttrss-up.sh -k DIR
# Starts Tiny Tiny RSS of Debian's package on http://127.0.0.1:PORT/api/, with a PostgreSQL of
# its own on PORT + 1 and all its files below DIR; -k stops both. User ann, password
# readerpw1. Prints the address. As root it runs as postgres and nobody, else as you.
#
#	apt-get install --no-install-recommends tt-rss dbconfig-no-thanks postgresql \
#		php-cli php-cgi php-pgsql php-xml php-mbstring php-curl php-intl

set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)

# as USER COMMAND…
as()
{
	user=$1
	shift
	if test "$(id -u)" -eq 0; then
		runuser -u "$user" -- "$@"
	else
		"$@"
	fi
}

if test "$1" = -k; then
	kill -- "-$(cat "$2/data/php.pid")" || :
	as postgres "$bin/pg_ctl" -D "$2/pg/data" -m immediate stop >/dev/null
	exit
fi

dir=$1 port=$2 database=$(($2 + 1))

sql()
{
	psql -h 127.0.0.1 -p "$database" -U ttrss -q -v ON_ERROR_STOP=1 "$@" ttrss
}

make_database()
{
	as postgres "$bin/initdb" -D "$dir/pg/data" -A trust -E UTF8 --locale=C.UTF-8
	as postgres "$bin/pg_ctl" -D "$dir/pg/data" -l "$dir/pg/log" -w -o \
		"-p $database -k $dir/pg -c listen_addresses=127.0.0.1 -c fsync=off" start
	super=$(as postgres id -un)
	psql -h 127.0.0.1 -p "$database" -U "$super" -q -d postgres \
		-c 'create role ttrss login' -c 'create database ttrss owner ttrss'
	sql -f /usr/share/dbconfig-common/data/tt-rss/install/pgsql
	hash=$(printf readerpw1 | sha1sum | cut -d ' ' -f 1)
	sql -c "insert into ttrss_users (login, pwd_hash, access_level)
			values ('ann', 'SHA1:$hash', 0)" \
		-c "insert into ttrss_user_prefs (owner_uid, pref_name, value)
			select id, 'ENABLE_API_ACCESS', 'true' from ttrss_users
			where login = 'ann'"
}

# What the package's files would ask debconf and Apache for.
settings()
{
	cat <<-END
		DB_TYPE 'pgsql'
		DB_HOST '127.0.0.1'
		DB_PORT '$database'
		DB_USER 'ttrss'
		DB_NAME 'ttrss'
		DB_PASS ''
		MYSQL_CHARSET 'UTF8'
		SELF_URL_PATH 'http://127.0.0.1:$port/'
		SINGLE_USER_MODE false
		SIMPLE_UPDATE_MODE false
		PHP_EXECUTABLE '/usr/bin/php'
		LOCK_DIRECTORY '$dir/data/lock'
		CACHE_DIR '$dir/data/cache'
		ICONS_DIR '$dir/data/icons'
		ICONS_URL 'feed-icons'
		AUTH_AUTO_CREATE false
		AUTH_AUTO_LOGIN true
		FORCE_ARTICLE_PURGE 0
		ENABLE_REGISTRATION false
		REG_NOTIFY_ADDRESS ''
		REG_MAX_USERS 10
		SESSION_COOKIE_LIFETIME 86400
		SMTP_FROM_NAME ''
		SMTP_FROM_ADDRESS ''
		DIGEST_SUBJECT ''
		CHECK_FOR_UPDATES false
		ENABLE_GZIP_OUTPUT false
		PLUGINS 'auth_internal, note'
		LOG_DESTINATION 'sql'
		CONFIG_VERSION 26
	END
}

# A copy of the program. It refuses to fetch from ports other than 80 and 443, and forgets
# them; from 127.0.0.1 it fetches nothing, but it does from [::1].
copy_program()
{
	cp -rL /usr/share/tt-rss/www "$dir/www" 2>/dev/null || :
	rm -f "$dir/www/config.php"
	sed -i -e "s/\[80, 443, ''\]/[80, 443, '', \$tokens['port']]/" \
		-e "s|\(\"://\" \. \$parts\['host'\]\);|\1 . (empty(\$parts['port']) ? '' : ':' . \$parts['port']);|" \
		"$dir/www/classes/urlhelper.php"
	{
		echo '<?php'
		settings | sed "s/^\([A-Z_]*\) \(.*\)/define('\1', \2);/"
	} >"$dir/www/config.php"
}

mkdir -p "$dir/pg" "$dir/data/lock" "$dir/data/icons"
for cache in images upload export js simplepie; do
	mkdir -p "$dir/data/cache/$cache"
done
if test "$(id -u)" -eq 0; then
	chown postgres "$dir/pg"
	chown -R nobody "$dir/data"
	chmod 755 "$dir"
fi
make_database >"$dir/database.log" 2>&1
copy_program
cd "$dir/www"
as nobody setsid sh -c 'echo $$ >../data/php.pid
	PHP_CLI_SERVER_WORKERS=4 exec php -d display_errors=0 -S "$0" -t .' \
	"127.0.0.1:$port" >"$dir/php.log" 2>&1 &
tries=0
until curl -s "http://127.0.0.1:$port/api/" -d '{"op":"x"}' >/dev/null; do
	tries=$((tries + 1))
	test "$tries" -lt 100 || exit 1
	sleep .1
done
echo "http://127.0.0.1:$port/api/"
