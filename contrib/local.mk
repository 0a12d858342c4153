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
