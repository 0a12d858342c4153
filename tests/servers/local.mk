# Real feed servers, from packages of the system: make servers. Not part of make check:
# few machines have them, and starting them takes its time.

servers: src/courant$(EXEEXT)
	$(AM_V_at)srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' \
		$(SHELL) $(srcdir)/tests/servers/ttrss.sh
.PHONY: servers
EXTRA_DIST += tests/servers/ttrss.sh tests/servers/ttrss-up.sh
