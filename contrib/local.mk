EXTRA_DIST += \
	.ci/run \
	contrib/demo/feeds.in \
	contrib/demo/gazette.rss \
	contrib/demo/harbour.json \
	contrib/demo/kitchen.rss \
	contrib/demo/lighthouse.atom \
	contrib/demo/typography.atom \
	contrib/demo/world.rss

# The daemon as a service of the user's systemd; a plain file elsewhere.

systemduserunitdir = $(prefix)/lib/systemd/user
systemduserunit_DATA = contrib/courant.service
EXTRA_DIST += contrib/courant.service.in
CLEANFILES += contrib/courant.service
contrib/courant.service: contrib/courant.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) contrib && \
		sed 's|@bindir[@]|$(bindir)|' $(srcdir)/contrib/courant.service.in >$@.new && \
		mv $@.new $@

# What a desktop and its software centre show: an entry that opens the reader, hidden ones
# that take feed: addresses and OPML files, the icon.
applicationsdir = $(datadir)/applications
dist_applications_DATA = contrib/courant.desktop contrib/courant-add.desktop \
	contrib/courant-import.desktop
iconsdir = $(datadir)/icons/hicolor/scalable/apps
dist_icons_DATA = contrib/courant.svg
metainfodir = $(datadir)/metainfo
dist_metainfo_DATA = contrib/arpa.home.courant.metainfo.xml

textsdir = $(docdir)
dist_texts_DATA = COPYING NEWS README SECURITY

# The package for Debian: copy it to the top of the source and run dpkg-buildpackage.
EXTRA_DIST += contrib/debian/changelog contrib/debian/control contrib/debian/copyright \
	contrib/debian/courant.lintian-overrides contrib/debian/rules \
	contrib/debian/source/format

# It is made from what a release contains, in deb/, and lintian looks at it. Tests are run
# with DEB_BUILD_OPTIONS=.
debian-package: distdir
	$(AM_V_at)rm -rf deb && $(MKDIR_P) deb && mv $(distdir) deb/ && \
		cp -R deb/$(distdir)/contrib/debian deb/$(distdir)/debian
	$(AM_V_at)cd deb/$(distdir) && unset MAKEFLAGS MFLAGS MAKELEVEL && \
		DEB_BUILD_OPTIONS="$${DEB_BUILD_OPTIONS-nocheck}" dpkg-buildpackage -us -uc -b
	$(AM_V_at)cd deb && lintian --allow-root --fail-on error,warning *.changes
clean-debian-package:
	rm -rf deb
clean-local: clean-debian-package
.PHONY: debian-package clean-debian-package

# Recipes for other systems' packages; each says in its first lines how to use it.
EXTRA_DIST += contrib/packages/alpine/APKBUILD contrib/packages/arch/PKGBUILD \
	contrib/packages/freebsd/Makefile contrib/packages/freebsd/pkg-descr \
	contrib/packages/freebsd/pkg-plist contrib/packages/guix/courant.scm \
	contrib/packages/homebrew/courant.rb contrib/packages/nix/default.nix \
	contrib/packages/rpm/courant.spec

# When the template of the translations was made is no part of a release, which is to be the
# same whoever makes it. The file keeps its time, or make would make others again.
dist-hook:
	pot=$(distdir)/po/$(PACKAGE).pot; test ! -f $$pot || { chmod u+w $$pot && \
		sed 's/^"POT-Creation-Date:.*/"POT-Creation-Date: YEAR-MO-DA HO:MI+ZONE\\n"/' \
			$$pot >$$pot.new && touch -r $$pot $$pot.new && mv $$pot.new $$pot; }
