# Manual pages, the sample config, completions of shells.
#
# The lists in the pages and the sample config are made from the program's tables. A cross
# build takes the ones that the release brings.

dist_man_MANS = man/courant.1 man/courant-commands.7 man/courant-config.5 \
	man/courant-feeds.5 man/courant-import.7 man/courant-query.5 man/courant-scheduling.7 \
	man/courant-tutorial.7
dist_doc_DATA = contrib/config.sample
EXTRA_DIST += man/courant.1.in man/courant-commands.7.in man/courant-config.5.in \
	man/courant-feeds.5.in man/courant-import.7.in \
	man/courant-query.5.in man/courant-scheduling.7.in man/courant-tutorial.7.in
bash_completiondir = $(datadir)/bash-completion/completions
dist_bash_completion_DATA = contrib/completion/courant
zsh_completiondir = $(datadir)/zsh/site-functions
dist_zsh_completion_DATA = contrib/completion/_courant
fish_completiondir = $(datadir)/fish/vendor_completions.d
dist_fish_completion_DATA = contrib/completion/courant.fish
COMPLETIONS = $(dist_bash_completion_DATA) $(dist_zsh_completion_DATA) \
	$(dist_fish_completion_DATA)
themesdir = $(pkgdatadir)/themes
dist_themes_DATA = contrib/themes/courant-dark contrib/themes/courant-light \
	contrib/themes/high-contrast contrib/themes/colour-blind contrib/themes/gruvbox \
	contrib/themes/solarized-dark contrib/themes/solarized-light contrib/themes/nord \
	contrib/themes/dracula contrib/themes/catppuccin
MADE_FROM_TABLES = $(dist_man_MANS) $(dist_doc_DATA) $(dist_themes_DATA) $(COMPLETIONS)
if !CROSS
noinst_PROGRAMS += man/tables
man_tables_SOURCES = man/tables.c man/complete.c man/complete.h
man_tables_LDADD = $(PROGRAM)
CLEANFILES += $(MADE_FROM_TABLES)

man/courant.1: man/courant.1.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant.1.in >$@.new && mv $@.new $@
man/courant-query.5: man/courant-query.5.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-query.5.in >$@.new && \
		mv $@.new $@
man/courant-scheduling.7: man/courant-scheduling.7.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-scheduling.7.in >$@.new && \
		mv $@.new $@
man/courant-tutorial.7: man/courant-tutorial.7.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-tutorial.7.in >$@.new && \
		mv $@.new $@
man/courant-config.5: man/courant-config.5.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-config.5.in >$@.new && \
		mv $@.new $@
man/courant-feeds.5: man/courant-feeds.5.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-feeds.5.in >$@.new && \
		mv $@.new $@
man/courant-commands.7: man/courant-commands.7.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-commands.7.in >$@.new && \
		mv $@.new $@
man/courant-import.7: man/courant-import.7.in man/tables$(EXEEXT)
	$(AM_V_GEN)man/tables$(EXEEXT) $(srcdir)/man/courant-import.7.in >$@.new && \
		mv $@.new $@
contrib/config.sample: man/tables$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) contrib && man/tables$(EXEEXT) --sample >$@.new && \
		mv $@.new $@
$(dist_themes_DATA): man/tables$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) contrib/themes && man/tables$(EXEEXT) --theme $(@F) >$@.new && \
		mv $@.new $@
contrib/completion/courant: man/tables$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) contrib/completion && man/tables$(EXEEXT) --bash >$@.new && \
		mv $@.new $@
contrib/completion/_courant: man/tables$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) contrib/completion && man/tables$(EXEEXT) --zsh >$@.new && \
		mv $@.new $@
contrib/completion/courant.fish: man/tables$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) contrib/completion && man/tables$(EXEEXT) --fish >$@.new && \
		mv $@.new $@
endif
