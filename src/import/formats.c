/*
 * The table of formats. Rows of a program's own come before those that many write, and
 * within a program in the order in which its files build on each other: the list of
 * feeds, then their items, then what marks these.
 */
#include "config.h"

#include "import/format.h"

#include "base/i18n.h"
#include "import/bases.h"
#include "import/bookmarks.h"
#include "import/canto.h"
#include "import/csv.h"
#include "import/elfeed.h"
#include "import/import_list.h"
#include "import/newsboat.h"
#include "import/newsboat_config.h"
#include "import/newsraft.h"
#include "import/newsraft_config.h"
#include "import/opml.h"
#include "import/services.h"
#include "import/sfeed.h"
#include "import/snownews.h"

const struct import_format import_formats[] = {
	/* Before newsboat's, some of whose settings have the same names. */
	{"newsraft", "newsraft", 1, IMPORT_CONFIG, import_newsraft_config_known,
		import_newsraft_config_read},
	{"newsboat", "newsboat", 1, IMPORT_CONFIG, import_newsboat_config_known,
		import_newsboat_config_read},
	{"newsboat", "newsboat", 5, 0, import_newsboat_queue_known,
		import_newsboat_queue_read},
	{"newsboat", "newsboat", 4, 0, import_newsboat_base_known,
		import_newsboat_base_read},
	{"newsraft", "newsraft", 2, 0, import_newsraft_feeds_known,
		import_newsraft_feeds_read},
	{"newsraft", "newsraft", 3, 0, import_newsraft_base_known,
		import_newsraft_base_read},
	{"sfeed", "sfeed", 1, 0, import_sfeed_rc_known, import_sfeed_rc_read},
	{"sfeed", "sfeed", 3, 0, import_sfeed_urls_known, import_sfeed_urls_read},
	{"sfeed", "sfeed", 2, 0, import_sfeed_items_known, import_sfeed_items_read},
	{"snownews", "snownews", 1, IMPORT_DECODES, import_opml_snownews,
		import_opml_read},
	{"snownews", "snownews", 1, 0, import_snownews_urls_known,
		import_snownews_urls_read},
	{"snownews", "snownews", 2, 0, import_snownews_items_known,
		import_snownews_items_read},
	{"canto", "canto", 1, 0, import_canto_conf_known, import_canto_conf_read},
	{"canto", "canto", 2, 0, import_canto_items_known, import_canto_items_read},
	{"elfeed", "elfeed", 3, 0, import_elfeed_index_known, import_elfeed_index_read},
	{"elfeed", "elfeed", 2, 0, import_elfeed_org_known, import_elfeed_org_read},
	{"elfeed", "elfeed", 1, 0, import_elfeed_lisp_known, import_elfeed_lisp_read},
	{"gpodder", "gPodder", 1, 0, import_gpodder_base_known, import_gpodder_base_read},
	{"antennapod", "AntennaPod", 1, 0, import_antennapod_base_known,
		import_antennapod_base_read},
	{"liferea", "Liferea", 1, IMPORT_DECODES, import_opml_liferea, import_opml_read},
	{"liferea", "Liferea", 2, 0, import_liferea_base_known, import_liferea_base_read},
	{"quiterss", "QuiteRSS", 1, 0, import_quiterss_base_known,
		import_quiterss_base_read},
	{"rssguard", "RSS Guard", 1, 0, import_rssguard_base_known,
		import_rssguard_base_read},
	{"akregator", "Akregator", 1, IMPORT_DECODES, import_opml_akregator,
		import_opml_read},
	{"youtube", "YouTube", 1, 0, import_csv_youtube_known, import_csv_youtube_read},
	{"pages", N_("saved pages"), 1, 0, import_csv_pages_known, import_csv_pages_read},
	{"pages", N_("saved pages"), 1, 0, import_bookmarks_known, import_bookmarks_read},
	{"newsboat", "newsboat", 3, 0, import_newsboat_urls_known,
		import_newsboat_urls_read},
	{"newsboat", "newsboat", 6, 0, import_newsboat_ids_known,
		import_newsboat_ids_read},
	{"opml", "OPML", 1, IMPORT_COMMON | IMPORT_DECODES, import_opml_known,
		import_opml_read},
	{"json", "JSON", 2, IMPORT_COMMON, import_services_lines_known,
		import_services_lines_read},
	{"json", "JSON", 2, IMPORT_COMMON, import_services_known, import_services_read},
	{"lines", N_("list of addresses"), 1, IMPORT_COMMON, import_lines_known,
		import_newsboat_urls_read},
	{.program = NULL},
};

const struct import_place import_places[] = {
	{"newsboat", "$XDG_CONFIG_HOME/newsboat"},
	{"newsboat", "$XDG_DATA_HOME/newsboat"},
	{"newsboat", "$HOME/.newsboat"},
	{"newsboat", "$XDG_CONFIG_HOME/newsbeuter"},
	{"newsboat", "$XDG_DATA_HOME/newsbeuter"},
	{"newsboat", "$HOME/.newsbeuter"},
	{"newsraft", "$XDG_CONFIG_HOME/newsraft"},
	{"newsraft", "$XDG_DATA_HOME/newsraft"},
	{"newsraft", "$HOME/.newsraft"},
	{"sfeed", "$HOME/.sfeed"},
	{"sfeed", "$XDG_CONFIG_HOME/sfeed"},
	{"snownews", "$XDG_CONFIG_HOME/snownews"},
	{"snownews", "$XDG_DATA_HOME/snownews"},
	{"snownews", "$HOME/.snownews"},
	{"canto", "$XDG_CONFIG_HOME/canto"},
	{"canto", "$HOME/.canto-ng"},
	{"elfeed", "$HOME/.elfeed"},
	{"elfeed", "$HOME/.emacs.d/elfeed"},
	{"elfeed", "$HOME/.emacs.d/elfeed.org"},
	{"elfeed", "$HOME/elfeed.org"},
	{"elfeed", "$HOME/org/elfeed.org"},
	{"elfeed", "$HOME/.emacs.d/init.el"},
	{"elfeed", "$HOME/.emacs"},
	{"elfeed", "$XDG_CONFIG_HOME/emacs/init.el"},
	{"elfeed", "$XDG_CONFIG_HOME/emacs/elfeed"},
	{"gpodder", "$HOME/gPodder/Database"},
	{"gpodder", "$HOME/.var/app/org.gpodder.gpodder/gPodder/Database"},
	{"liferea", "$XDG_CONFIG_HOME/liferea"},
	{"liferea", "$XDG_DATA_HOME/liferea"},
	{"liferea", "$HOME/.liferea_1.8"},
	{"liferea", "$HOME/.liferea_1.6"},
	{"liferea", "$HOME/.liferea_1.4"},
	{"liferea", "$HOME/.var/app/net.sourceforge.liferea/config/liferea"},
	{"liferea", "$HOME/.var/app/net.sourceforge.liferea/data/liferea"},
	{"quiterss", "$XDG_DATA_HOME/QuiteRss/QuiteRss/feeds.db"},
	{"quiterss", "$XDG_DATA_HOME/QuiteRss/feeds.db"},
	{"rssguard", "$XDG_CONFIG_HOME/RSS Guard 4/database"},
	{"rssguard", "$XDG_CONFIG_HOME/RSS Guard/database"},
	{"rssguard", "$HOME/.config/RSS Guard 4/database"},
	{"rssguard", "$HOME/.var/app/io.github.martinrotter.rssguard/config/RSS Guard "
		     "4/database"},
	{"rssguard", "$XDG_DATA_HOME/RSS Guard 4/database"},
	{"akregator", "$XDG_DATA_HOME/akregator/data/feeds.opml"},
	{"akregator", "$HOME/.kde/share/apps/akregator/data/feeds.opml"},
	{.program = NULL},
};
