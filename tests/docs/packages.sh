# Recipes for packages: each is read by its own tool, is for this version, and needs the
# libraries that quickstart installs on its system.
. "$srcdir/tests/cli/tap.sh"

recipes=$srcdir/contrib/packages
: >"$dir/out"
: >"$dir/err"
status=0

# read NAME TOOL COMMAND…: the recipe's own tool understands it
read_by() {
	name=$1 tool=$2
	shift 2
	if command -v "$tool" >/dev/null; then
		"$@" >"$dir/out" 2>"$dir/err"
		status=$?
		ok "$name: $tool has no complaint" is 0
	else
		skip "$name: $tool has no complaint" "no $tool"
	fi
}
read_by RPM rpmspec rpmspec --parse "$recipes/rpm/courant.spec"
read_by RPM rpmlint rpmlint "$recipes/rpm/courant.spec"
read_by Alpine shellcheck shellcheck "$recipes/alpine/APKBUILD"
read_by Arch shellcheck shellcheck "$recipes/arch/PKGBUILD"
read_by Arch bash bash -n "$recipes/arch/PKGBUILD"
read_by Homebrew ruby ruby -wc "$recipes/homebrew/courant.rb"
NIX_STATE_DIR=$dir NIX_STORE_DIR=$dir \
	read_by Nix nix-instantiate nix-instantiate --parse "$recipes/nix/default.nix"
# Guile reads all of it, without Guix's modules; guix lint needs Guix.
read_by Guix guile guile --no-auto-compile -c '(call-with-input-file (cadr (command-line))
	(lambda (p) (let next () (or (eof-object? (read p)) (next)))))' "$recipes/guix/courant.scm"
sed 's/^\.include.*//' "$recipes/freebsd/Makefile" >"$dir/Makefile"
read_by FreeBSD bmake env MAKEFLAGS= bmake -rf "$dir/Makefile" -V PORTNAME -V LIB_DEPENDS

read_by Debian dpkg-parsechangelog \
	dpkg-parsechangelog -l"$srcdir/contrib/debian/changelog"
[ -s "$dir/err" ] && sed 's/^/# /' "$dir/err"

version=$("$courant" --version | sed -n '1s/^courant //p')
for recipe in rpm/courant.spec alpine/APKBUILD arch/PKGBUILD homebrew/courant.rb \
	nix/default.nix guix/courant.scm freebsd/Makefile; do
	ok "$recipe is for this version" grep -q "ersion[^a-z]*\"\\?$version\\|ver=$version\|VERSION=.$version" \
		"$recipes/$recipe"
done

# needs COLUMN FILE: libraries of that column of quickstart's table that the recipe lacks
needs() {
	awk -v column="$1" '/^(lib|inc):/ { print $column }' "$srcdir/contrib/quickstart" |
		while read -r library; do
			grep -qw -e "$library" "$recipes/$2" || echo "$library"
		done
}
for system in 3:rpm/courant.spec 4:arch/PKGBUILD 5:alpine/APKBUILD 7:homebrew/courant.rb; do
	needs "${system%%:*}" "${system#*:}" >"$dir/out"
	ok "${system#*:} needs all libraries" silent
done
needs 8 freebsd/Makefile | grep -v -e '^sqlite3$' -e '^openssl$' >"$dir/out"
ok 'freebsd/Makefile needs all libraries' all silent \
	'grep -q "^USES=.*sqlite ssl" "$recipes/freebsd/Makefile"'
finish
