/*
 * The names of the strategies, which are the values of the option strategy. A name that
 * ends with * stands for any text in that place. They are here because conf, which checks
 * the option, does not know schedule, which implements them; a test compares this list
 * with the table (schedule/strategies.c).
 */
#ifndef MODEL_STRATEGY_NAMES_H
#define MODEL_STRATEGY_NAMES_H

#define STRATEGY_NAMES                                                                   \
	"moving-average|moving-average:sliding|fixed|fixed:*|fixed-learned|post-rate|"   \
	"least-delay|best-effort|best-effort:only-saturated|"                            \
	"best-effort:only-threshold|best-effort:top-utility|best-effort:uniform|"        \
	"posting-rank|posting-rank:minimum-delay|posting-rank:round-robin|"              \
	"allocation|allocation:uniform|allocation:scheduling-only|"                      \
	"allocation:allocation-only|crawl-age|crawl-freshness"

#endif
