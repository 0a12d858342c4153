#include "config.h"

#include "render/link_list.h"

#include <string.h>

#include "base/buf.h"
#include "base/host.h"
#include "base/letter.h"
#include "base/map.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/doc.h"
#include "render/line.h"

static bool
is_ascii(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

/* Is there nothing in an address to clean? */
static bool
is_clean(const char *url)
{
	while (*url > 0x20 && *url < 0x7f)
		url++;
	return *url == '\0';
}

/* Appends an address as one clean line, without joiners: nothing in it may be invisible.
 */
static void
put_clean(struct buf *out, const char *url)
{
	struct buf line = BUF_INIT(0);
	utf8_clean_line(&line, url, strlen(url), 0);
	for (size_t i = 0; i < line.len;) {
		uint32_t cp;
		size_t len = utf8_decode(line.data + i, line.len - i, &cp);
		if (!utf8_joiner(cp))
			buf_add(out, line.data + i, len);
		i += len;
	}
	buf_done(&line);
}

char *
render_link_show(struct arena *arena, const char *url)
{
	struct buf out = BUF_INIT(0);
	put_clean(&out, url);
	struct span host = url_split(span_of(url)).host;
	if (host.n && !is_ascii(host)) {
		buf_adds(&out, " (");
		host_ascii(&out, host);
		buf_adds(&out, ")");
	}
	char *shown = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return shown;
}

bool
render_link_scripted(struct span href)
{
	static const char *const schemes[] = {
		"javascript", "vbscript", "data", "blob", "about", "livescript", "jar"};
	/* Browsers skip control characters and blanks before and inside a scheme. */
	char scheme[16];
	size_t n = 0;
	for (size_t i = 0; i < href.n && href.p[i] != ':'; i++) {
		if ((unsigned char)href.p[i] <= 0x20)
			continue;
		if (n == sizeof scheme - 1)
			return false;
		scheme[n++] = href.p[i];
	}
	scheme[n] = '\0';
	if (!memchr(href.p, ':', href.n))
		return false;
	for (size_t i = 0; i < COUNT_OF(schemes); i++)
		if (str_ieq(scheme, schemes[i]))
			return true;
	return false;
}

const char *
render_link_address(struct render_doc *doc, const char *base, struct span href)
{
	struct arena *arena = &doc->arena;
	if (doc->addresses > RENDER_ADDRESSES_MAX)
		return NULL;
	const char *url = url_resolve(arena, base, href);
	if (!is_clean(url)) {
		struct buf clean = BUF_INIT(0);
		put_clean(&clean, url);
		url = arena_strndup(arena, buf_str(&clean), clean.len);
		buf_done(&clean);
	}
	doc->addresses += strlen(url) + 1;
	return url;
}

uint16_t
render_link_number(struct render_doc *doc, const char *url, const char *kind)
{
	size_t n = strlen(url);
	uintptr_t known = (uintptr_t)map_get(&doc->numbers, url, n);
	if (known || doc->links_len == RENDER_LINKS_MAX)
		return (uint16_t)known;
	*VEC_PUSH(doc->links, doc->links_len, doc->links_cap) =
		(struct render_link){.url = url, .kind = kind};
	/* The map holds numbers, not addresses. */
	*map_put(&doc->numbers, url, n) = (void *)(uintptr_t)doc->links_len;
	return (uint16_t)doc->links_len;
}

void
render_link_drop(struct render_doc *doc, uint32_t from)
{
	while (doc->links_len > 0) {
		const struct render_link *link = &doc->links[doc->links_len - 1];
		if (!link->end || link->at < from)
			return;
		*map_put(&doc->numbers, link->url, strlen(link->url)) = NULL;
		doc->links_len--;
	}
}

/* The length of an address without the punctuation of the sentence around it, and without
 * a closing bracket that it did not open. */
static size_t
trim_address(const char *s, size_t n)
{
	while (n > 0) {
		char last = s[n - 1];
		bool drop = last == DOC_BREAK || last == DOC_HYPHEN ||
			    strchr(".,;:!?'*_", last);
		if (last == ')' || last == ']' || last == '}') {
			char open = last == ')' ? '(' : last == ']' ? '[' : '{';
			int balance = 0;
			for (size_t i = 0; i < n; i++)
				balance += (s[i] == open) - (s[i] == last);
			drop = balance < 0;
		}
		if (!drop)
			break;
		n--;
	}
	return n;
}

/* Does a name look like that of a host by what it ends with? Countries whose letters are
 * the ending of files, too, are left out. */
static bool
ends_as_host(struct span name)
{
	static const char *const domains[] = {"app", "biz", "blog", "cloud", "com", "dev",
		"edu", "gov", "info", "int", "mil", "mobi", "name", "net", "news",
		"online", "onion", "org", "page", "pro", "shop", "site", "store", "tech",
		"xyz", "рф", "укр", "бел", "中国", "中國", "台灣", "香港", "한국",
		"भारत"};
	static const char countries[] =
		" ad ae af ag ai al ao ar at au aw ax az ba bb bd be bf bg bh bi bj bm "
		"bn bo br bs bt bw by ca cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy "
		"cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf "
		"gg gh gi gl gm gn gp gq gr gt gu gw gy hk hm hn hr ht hu id ie il im in "
		"io iq ir is it je jm jo jp ke kg kh ki km kn kr kw ky kz la lb lc li lk "
		"lr ls lt lu lv ly ma mc me mg mh mn mp mq mr ms mt mu mv mw mx my mz na "
		"nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pn pr pt pw qa "
		"re ro ru rw sa sb sc sd se sg si sk sl sm sn sr ss st su sv sx sy sz tc "
		"td tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg "
		"vn vu wf ws ye yt za zm zw ";
	const char *dot = name.n ? memrchr(name.p, '.', name.n) : NULL;
	if (!dot || dot == name.p)
		return false;
	struct span end = {dot + 1, (size_t)(name.p + name.n - dot - 1)};
	for (size_t i = 0; i < COUNT_OF(domains); i++)
		if (span_ieq(end, domains[i]))
			return true;
	char country[] = {
		' ', end.n == 2 ? end.p[0] : ' ', end.n == 2 ? end.p[1] : ' ', ' ', '\0'};
	return str_ifind(countries, sizeof countries - 1, country);
}

void
render_link_plain(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != DOC_BREAK && s.p[i] != DOC_HYPHEN)
			buf_addc(out, s.p[i]);
}

/* Is it one word, with a sign that all addresses have? */
static bool
is_like_address(struct span s)
{
	bool like = memchr(s.p, '.', s.n) || memchr(s.p, ':', s.n);
	for (size_t i = 0; like && i < s.n; i++)
		like = (unsigned char)s.p[i] > 0x20 || s.p[i] == DOC_BREAK ||
		       s.p[i] == DOC_HYPHEN;
	return like;
}

/* May a name before a path be that of a host? Versions and abbreviations are not. */
static bool
is_host_name(struct span name)
{
	const char *dot = name.n ? memrchr(name.p, '.', name.n) : NULL;
	if (!dot || *name.p == '.')
		return false;
	bool digits = true;
	size_t dots = 0;
	for (size_t i = 0; i < name.n; i++) {
		unsigned char c = (unsigned char)name.p[i];
		if (c < 0x80 && !str_alpha(c) && !str_digit(c) && !strchr("-._", c))
			return false;
		dots += c == '.';
		digits &= c == '.' || str_digit(c);
	}
	bool ends = name.p + name.n - dot > 2 && !str_digit((unsigned char)dot[1]);
	return digits ? dots == 3 : ends;
}

/* The host, if the text looks like an address: with a scheme, or with a dot and what
 * comes only behind or at the end of a host. */
static struct span
shown_host(struct span s)
{
	static const struct span none = {NULL, 0};
	while (s.n && strchr("([{<\"'*_", *s.p))
		s.p++, s.n--;
	s.n = trim_address(s.p, s.n);
	struct url url = url_split(s);
	/* A host before a port reads like a scheme. */
	if (url.host.p || (url.scheme.p && !memchr(url.scheme.p, '.', url.scheme.n)))
		return url.host;
	struct span host = {s.p, 0};
	while (host.n < s.n && !strchr("/?#:", s.p[host.n]))
		host.n++;
	bool www = host.n > 4 && str_ieqn(host.p, "www.", 4);
	bool path = host.n < s.n && s.p[host.n] == '/' && is_host_name(host);
	bool is = www || path || ends_as_host(host);
	return is && !memchr(host.p, '@', host.n) ? host : none;
}

static void
put_bare_host(struct buf *out, struct span host)
{
	if (host.n > 4 && str_ieqn(host.p, "www.", 4)) {
		host.p += 4;
		host.n -= 4;
	}
	host_ascii(out, host);
}

bool
render_link_misleads(struct span shown, const char *url)
{
	shown = span_trim(shown);
	if (!shown.n || !is_like_address(shown))
		return false;
	struct buf plain = BUF_INIT(0), a = BUF_INIT(0), b = BUF_INIT(0);
	render_link_plain(&plain, shown);
	struct span here = shown_host((struct span){buf_str(&plain), plain.len});
	struct span there = here.n ? url_split(span_of(url)).host : here;
	if (there.n) {
		put_bare_host(&a, here);
		put_bare_host(&b, there);
	}
	bool differ = !str_eq(buf_str(&a), buf_str(&b));
	buf_done(&plain);
	buf_done(&a);
	buf_done(&b);
	return differ;
}

void
render_link_host(const char *url, char *out, size_t size)
{
	struct buf host = BUF_INIT(0);
	put_bare_host(&host, url_split(span_of(url)).host);
	size_t n = host.len;
	/* The end of a name says who owns it, so a long one is cut at the start. */
	size_t from = n < size ? 0 : n - (size - 1);
	memcpy(out, buf_str(&host) + from, n - from + 1);
	buf_done(&host);
}

bool
render_link_picture(const char *url)
{
	static const char *const endings[] = {
		".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"};
	size_t n = strcspn(url, "?#");
	for (size_t i = 0; i < COUNT_OF(endings); i++) {
		size_t len = strlen(endings[i]);
		if (n > len && str_ieqn(url + n - len, endings[i], len))
			return true;
	}
	return false;
}

/* An address without what does not change the page: scheme, "www.", the fragment, a slash
 * at the end, and what only counts readers. */
static void
put_page(struct buf *out, struct span s)
{
	const char *hash = memchr(s.p, '#', s.n);
	s.n = hash ? (size_t)(hash - s.p) : s.n;
	struct span query = {s.p + s.n, 0};
	const char *mark = memchr(s.p, '?', s.n);
	if (mark) {
		query = (struct span){mark, (size_t)(s.p + s.n - mark)};
		s.n -= query.n;
	}
	const char *host = str_ifind(s.p, s.n, "://");
	size_t skip = host ? (size_t)(host - s.p) + 3 : 0;
	skip += s.n - skip > 4 && str_ieqn(s.p + skip, "www.", 4) ? 4 : 0;
	while (s.n > skip && s.p[s.n - 1] == '/')
		s.n--;
	buf_add(out, s.p + skip, s.n - skip);
	if (!str_ifind(query.p, query.n, "utm_"))
		buf_add(out, query.p, query.n);
}

static bool
same_page(struct span url, const char *page)
{
	struct buf a = BUF_INIT(0), b = BUF_INIT(0);
	put_page(&a, url);
	put_page(&b, span_of(page));
	bool same = a.len > 0 && str_eq(buf_str(&a), buf_str(&b));
	buf_done(&a);
	buf_done(&b);
	return same;
}

const char *
render_link_jump(struct render_doc *doc, const char *base, struct span href)
{
	const char *hash = memchr(href.p, '#', href.n);
	if (!hash || hash + 1 == href.p + href.n)
		return NULL;
	struct span name = {hash + 1, (size_t)(href.p + href.n - hash - 1)};
	struct span page = {href.p, (size_t)(hash - href.p)};
	bool web = page.n > 7 &&
		   (str_ieqn(page.p, "http://", 7) || str_ieqn(page.p, "https://", 7));
	if (page.n && !web)
		page = span_of(url_resolve(&doc->arena, base, page));
	if (page.n && !(doc->page && same_page(page, doc->page)) &&
		!(base && url_split(span_of(base)).path.n > 1 && same_page(page, base)))
		return NULL;
	struct buf plain = BUF_INIT(0);
	url_decode(&plain, name);
	const char *jump = arena_strndup(&doc->arena, buf_str(&plain), plain.len);
	buf_done(&plain);
	return jump;
}

size_t
render_link_scheme(const char *s, size_t from, size_t colon)
{
	static const char *const schemes[] = {"https", "http"};
	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		size_t n = strlen(schemes[i]);
		if (colon < from + n || !str_ieqn(s + colon - n, schemes[i], n))
			continue;
		bool word =
			colon > from + n && str_alpha((unsigned char)s[colon - n - 1]);
		return word ? colon : colon - n;
	}
	return colon;
}

/* Does an address end before this character: a blank, a quote, an angle bracket? */
static bool
ends_address(unsigned char c)
{
	return (c <= 0x20 && c != DOC_BREAK && c != DOC_HYPHEN) || c == '<' || c == '>' ||
	       c == '"' || c == '`' || c == '|' || c == 0x7f;
}

size_t
render_link_length(const char *s, size_t n)
{
	size_t scheme = 0, end;
	if (n > 7 && str_ieqn(s, "http://", 7))
		scheme = 7;
	else if (n > 8 && str_ieqn(s, "https://", 8))
		scheme = 8;
	if (!scheme)
		return 0;
	for (end = scheme; end < n && !ends_address((unsigned char)s[end]);) {
		uint32_t cp;
		/* The end of a shortcode, of WordPress or of forums. */
		if (s[end] == '[' && end + 1 < n && s[end + 1] == '/')
			break;
		size_t len = utf8_decode(s + end, n - end, &cp);
		/* Quotes and full stops of other scripts are not part of it, nor is text
		 * of scripts that have no blanks between words. */
		if (cp >= 0x80 && (utf8_width(cp) > 1 ||
					  (letter_of(cp)->kind == LETTER_SEPARATOR &&
						  !letter_mark(cp) && !utf8_joiner(cp))))
			break;
		end += len;
	}
	end = trim_address(s, end);
	return end > scheme ? end : 0;
}
