# Builds for musl, for 32 bits and for the other byte order, with Debian's cross compilers;
# PORTABILITY names some of them. Not a part of make check.
portability: src/courant$(EXEEXT)
	$(AM_V_at)$(SHELL) $(srcdir)/tests/portability/run.sh '$(abs_top_srcdir)' $(PORTABILITY)
.PHONY: portability
EXTRA_DIST += tests/portability/run.sh

# Two builds in two places are the same. Not a part of make check, as it takes minutes.
reproducible:
	$(AM_V_at)$(SHELL) $(srcdir)/tests/portability/reproducible.sh '$(abs_top_srcdir)'
.PHONY: reproducible
EXTRA_DIST += tests/portability/reproducible.sh
