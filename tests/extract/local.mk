# The article in a page: tests/extract/test_extract.c says how.

check_PROGRAMS += tests/extract/test_extract tests/unit/test_extract_page
tests_extract_test_extract_SOURCES = tests/extract/test_extract.c
tests_extract_test_extract_LDADD = $(EXTRACT) $(FEED) $(RENDER) $(MODEL) $(BASE)
tests_unit_test_extract_page_SOURCES = tests/unit/test_extract_page.c tests/unit/unit.h
tests_unit_test_extract_page_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_extract_page_LDADD = $(EXTRACT) $(FEED) $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
EXTRA_DIST += tests/extract/pages tests/extract/prose tests/extract/compare.mjs

# Beside Mozilla's Readability, where node and npm are: F1 of words, page by page.
extract-compare: tests/extract/test_extract
	$(AM_V_at)rm -rf tests/extract/compare && mkdir -p tests/extract/compare
	$(AM_V_at)srcdir='$(srcdir)' tests/extract/test_extract --write tests/extract/compare
	$(AM_V_at)cd tests/extract/compare && \
		npm install --silent --no-save @mozilla/readability@0.5 jsdom@24
	$(AM_V_at)cp '$(srcdir)/tests/extract/compare.mjs' tests/extract/compare/
	$(AM_V_at)node tests/extract/compare/compare.mjs tests/extract/compare
	$(AM_V_at)srcdir='$(srcdir)' tests/extract/test_extract --time
.PHONY: extract-compare

clean-local: clean-extract
clean-extract:
	rm -rf tests/extract/compare
.PHONY: clean-extract
