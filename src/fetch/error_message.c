#include "config.h"

#include "fetch/error_message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "fetch/address.h"
#include "fetch/proxy.h"
#include "model/http.h"

/* Failures of the proxy (case 91). Some codes are also used for other failures; then
 * libcurl's words or the proxy's answer must show that it was the proxy. */
static const struct {
	CURLcode code;
	bool certain;
	const char *text;
} proxy_sentences[] = {
	{CURLE_COULDNT_RESOLVE_PROXY, true,
		N_("%s: the proxy %s was not found; check the proxy setting and the "
		   "network connection")},
	{CURLE_PROXY, true,
		N_("%s: the proxy %s refused or could not reach the host; check the "
		   "proxy setting")},
	{CURLE_COULDNT_CONNECT, false,
		N_("%s: the proxy %s does not take connections; check the proxy "
		   "setting")},
	{CURLE_OPERATION_TIMEDOUT, false,
		N_("%s: the proxy %s does not answer in time; check the proxy setting")},
	{CURLE_PEER_FAILED_VERIFICATION, false,
		N_("%s: the certificate of the proxy %s could not be verified; nothing "
		   "was fetched")},
};

/* One line of more than 100 kB (case 68). */
static const char long_line[] =
	N_("%s: a line of the answer's header is too long; the answer was discarded");

/* What a message is about. */
enum subject {
	HOST,
	ADDRESS,
};

static const struct sentence {
	CURLcode code;
	enum status status;
	enum subject subject;
	const char *text;
} sentences[] = {
	{CURLE_URL_MALFORMAT, ERR_INVALID, ADDRESS,
		N_("%s: this is not a valid address; check its spelling")},
	{CURLE_FAILED_INIT, ERR_IO, ADDRESS,
		N_("%s: the request could not be started; nothing was fetched")},
	{CURLE_UNSUPPORTED_PROTOCOL, ERR_NETWORK, HOST,
		N_("%s: the server does not answer in HTTP; check scheme and port")},
	{CURLE_WEIRD_SERVER_REPLY, ERR_NETWORK, HOST,
		N_("%s: the server does not answer in HTTP; check scheme and port")},
	{CURLE_COULDNT_RESOLVE_HOST, ERR_NETWORK, HOST,
		N_("%s: the host was not found; check the address and the network "
		   "connection")},
	{CURLE_COULDNT_CONNECT, ERR_NETWORK, HOST,
		N_("%s: the connection failed; check the network connection")},
	/* A buffer of libcurl is too small. If memory were really exhausted, our own
	 * next allocation would end the program. */
	{CURLE_OUT_OF_MEMORY, ERR_LIMIT, ADDRESS, long_line},
#if LIBCURL_VERSION_NUM >= 0x080600
	{CURLE_TOO_LARGE, ERR_LIMIT, ADDRESS, long_line},
#endif
	{CURLE_PARTIAL_FILE, ERR_NETWORK, ADDRESS,
		N_("%s: the answer ended before its announced length")},
	{CURLE_GOT_NOTHING, ERR_NETWORK, HOST,
		N_("%s: the server closed the connection without an answer")},
	{CURLE_SEND_ERROR, ERR_NETWORK, HOST,
		N_("%s: the connection broke while the request was sent")},
	{CURLE_RECV_ERROR, ERR_NETWORK, ADDRESS,
		N_("%s: the answer broke off or is malformed")},
	{CURLE_HTTP2, ERR_NETWORK, HOST,
		N_("%s: the server broke off the answer (HTTP/2)")},
	{CURLE_HTTP2_STREAM, ERR_NETWORK, HOST,
		N_("%s: the server broke off the answer (HTTP/2)")},
	{CURLE_HTTP_RETURNED_ERROR, ERR_NETWORK, HOST,
		N_("%s: the server answered with an error")},
	{CURLE_LOGIN_DENIED, ERR_DENIED, HOST,
		N_("%s: user name or password was refused")},
	{CURLE_SSL_CACERT_BADFILE, ERR_IO, HOST,
		N_("%s: the file of trusted certificates cannot be read")},
	{CURLE_SSL_CONNECT_ERROR, ERR_NETWORK, HOST,
		N_("%s: no encrypted connection could be made")},
	{CURLE_PEER_FAILED_VERIFICATION, ERR_DENIED, HOST,
		N_("%s: the certificate could not be verified; nothing was fetched")},
	{CURLE_SSL_PINNEDPUBKEYNOTMATCH, ERR_DENIED, HOST,
		N_("%s: the server's key is not the pinned one; nothing was fetched")},
	{CURLE_SSL_CERTPROBLEM, ERR_IO, HOST,
		N_("%s: your certificate or its key cannot be used; check client-cert "
		   "and client-key")},
	{CURLE_SSL_INVALIDCERTSTATUS, ERR_DENIED, HOST,
		N_("%s: the certificate was not confirmed by its issuer; nothing was "
		   "fetched")},
	{CURLE_SSL_ISSUER_ERROR, ERR_DENIED, HOST,
		N_("%s: the certificate's issuer is not trusted; nothing was fetched")},
};

/* Texts of OpenSSL and GnuTLS in libcurl's error buffer; the first that occurs counts
 * (case 86). */
static const struct {
	const char *words;
	const char *text;
} tls_sentences[] = {
	{"certificate required",
		N_("%s: the server wants a client certificate; set client-cert")},
	{"not yet valid", N_("%s: the certificate is not valid yet; check this "
			     "computer's clock; nothing was fetched")},
	{"not activated", N_("%s: the certificate is not valid yet; check this "
			     "computer's clock; nothing was fetched")},
	{"expired", N_("%s: the certificate has expired; nothing was fetched")},
	{"revoked", N_("%s: the certificate was revoked; nothing was fetched")},
	{"revocation", N_("%s: the certificate was revoked; nothing was fetched")},
	{"self signed", N_("%s: the certificate is signed by an authority that is not "
			   "trusted here (ca-file can name it); nothing was "
			   "fetched")},
	{"self-signed", N_("%s: the certificate is signed by an authority that is not "
			   "trusted here (ca-file can name it); nothing was "
			   "fetched")},
	{"issuer", N_("%s: the certificate is signed by an authority that is not "
		      "trusted here (ca-file can name it); nothing was "
		      "fetched")},
	{"subject name", N_("%s: the certificate is for another host; nothing was "
			    "fetched")},
	{"does not match", N_("%s: the certificate is for another host; nothing was "
			      "fetched")},
	{"too weak", N_("%s: the certificate is signed too weakly; nothing was fetched")},
	{"too small",
		N_("%s: the certificate is signed too weakly; nothing was fetched")},
	{"insecure algorithm",
		N_("%s: the certificate is signed too weakly; nothing was fetched")},
	{"wrong version number",
		N_("%s: the server does not speak TLS on this port; check scheme "
		   "and port")},
	{"unsupported protocol",
		N_("%s: the server speaks only outdated versions of TLS; nothing was "
		   "fetched")},
	{"protocol version",
		N_("%s: the server speaks only outdated versions of TLS; nothing was "
		   "fetched")},
};

static bool
about_tls(CURLcode code)
{
	/* With TLS 1.3, a server refuses a client's certificate only after the
	 * handshake. */
	return code == CURLE_SSL_CONNECT_ERROR ||
	       code == CURLE_PEER_FAILED_VERIFICATION ||
	       code == CURLE_SSL_INVALIDCERTSTATUS || code == CURLE_RECV_ERROR ||
	       code == CURLE_SEND_ERROR;
}

static const char *
tls_text(const char *detail)
{
	for (size_t i = 0; i < COUNT_OF(tls_sentences); i++)
		if (str_ifind(detail, strlen(detail), tls_sentences[i].words))
			return tls_sentences[i].text;
	return NULL;
}

static const char *
connect_text(CURL *easy)
{
	long code = 0;
	curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &code);
	switch (code) {
	case ECONNREFUSED:
		return N_("%s: the server refuses connections");
	case ENETUNREACH:
	case EHOSTUNREACH:
	case ENETDOWN:
		return N_("%s: the host cannot be reached; check the network connection");
	case EMFILE:
	case ENFILE:
		return N_("%s: too many files are open; set fetch-window lower");
	default:
		return NULL;
	}
}

/* How far the transfer had got when it timed out. */
static const char *
timeout_text(CURL *easy, const char *detail)
{
	static const struct {
		CURLINFO reached;
		const char *text;
	} steps[] = {
		{CURLINFO_NAMELOOKUP_TIME_T,
			N_("%s: looking up the name took too long; check the network "
			   "connection")},
		{CURLINFO_CONNECT_TIME_T, N_("%s: the host does not answer: connecting "
					     "took too long")},
		{CURLINFO_PRETRANSFER_TIME_T,
			N_("%s: setting up the encrypted connection took too long")},
		{CURLINFO_STARTTRANSFER_TIME_T,
			N_("%s: the server got the request, but did not answer in time")},
	};
	/* libcurl counts TLS as part of connecting. */
	if (str_istarts(detail, "SSL"))
		return steps[2].text;
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		curl_off_t us = 0;
		curl_easy_getinfo(easy, steps[i].reached, &us);
		if (us == 0)
			return steps[i].text;
	}
	return N_("%s: the answer came too slowly and was abandoned");
}

/* The message for a code, depending on what else is known about the transfer. */
static struct sentence
find_sentence(CURLcode code, CURL *easy, const char *detail)
{
	struct sentence found = {code, ERR_NETWORK, HOST, NULL};
	for (size_t i = 0; i < COUNT_OF(sentences); i++)
		if (sentences[i].code == code)
			found = sentences[i];
	const char *finer = NULL;
	if (code == CURLE_OPERATION_TIMEDOUT) {
		found.status = ERR_TIMEOUT;
		finer = timeout_text(easy, detail);
	} else if (code == CURLE_COULDNT_CONNECT) {
		finer = connect_text(easy);
	} else if (about_tls(code)) {
		finer = tls_text(detail);
		found.subject = finer ? HOST : found.subject;
	}
	if (finer)
		found.text = finer;
	return found;
}

/* True, with a message, if the proxy was at fault. */
static bool
blame_proxy(struct err *err, CURLcode code, CURL *easy, const char *url,
	const char *proxy, const char *detail)
{
	long answer = 0;
	const char *text = NULL;
	curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &answer);
	for (size_t i = 0; i < COUNT_OF(proxy_sentences); i++)
		if (proxy_sentences[i].code == code &&
			(proxy_sentences[i].certain || fetch_proxy_named(proxy, detail)))
			text = proxy_sentences[i].text;
	if (!text && answer / 100 <= 2)
		return false;
	char *host = fetch_address_host(url), *shown = fetch_proxy_show(proxy);
	if (answer == 407)
		err_set(err, ERR_DENIED,
			_("%s: the proxy %s wants a user name and a password; add them "
			  "to the proxy setting"),
			host, shown);
	else if (answer / 100 > 2)
		err_set(err, ERR_NETWORK,
			_("%s: the proxy %s refused with status %ld; check the proxy "
			  "setting"),
			host, shown, answer);
	else
		err_set(err, code == CURLE_OPERATION_TIMEDOUT ? ERR_TIMEOUT : ERR_NETWORK,
			_(text), host, shown);
	free(host);
	free(shown);
	return true;
}

void
fetch_message_set(struct err *err, CURLcode code, CURL *easy, const char *url,
	const char *proxy, const char *detail)
{
	if (proxy && blame_proxy(err, code, easy, url, proxy, detail))
		return;
	struct sentence found = find_sentence(code, easy, detail);
	char *subject =
		found.subject == HOST ? fetch_address_host(url) : fetch_address_show(url);
	if (found.text)
		err_set(err, found.status, _(found.text), subject);
	else
		err_set(err, found.status, _("%s: the transfer failed: %s"), subject,
			curl_easy_strerror(code));
	free(subject);
}

void
fetch_message_long_body(struct err *err, const char *url, int64_t limit)
{
	char *shown = fetch_address_show(url);
	err_set(err, ERR_LIMIT,
		_("%s: the answer is longer than %lld bytes and was abandoned"), shown,
		(long long)limit);
	free(shown);
}

void
fetch_message_long_header(struct err *err, const char *url, size_t limit)
{
	char *shown = fetch_address_show(url);
	err_set(err, ERR_LIMIT,
		_("%s: the answer's header is longer than %zu bytes and was abandoned"),
		shown, limit);
	free(shown);
}

void
fetch_message_wrong_file(struct err *err, const char *url, enum fetch_wrong what)
{
	static const char *const texts[] = {
		[WRONG_PAGE] = N_("%s: a web page came instead of the file, perhaps to "
				  "log in; it was not kept"),
		[WRONG_PART] = N_("%s: the server sent a different part of the file than "
				  "requested; it was discarded"),
		[WRONG_EMPTY] = N_("%s: the server sent an empty file"),
	};
	char *shown = fetch_address_show(url);
	err_set(err, what == WRONG_PAGE ? ERR_SYNTAX : ERR_NETWORK, _(texts[what]),
		shown);
	free(shown);
}

void
fetch_message_packed(struct err *err, const char *url, bool known)
{
	char *shown = fetch_address_show(url);
	err_set(err, ERR_SYNTAX,
		known ? _("%s: the compressed answer is damaged; it was discarded")
		      : _("%s: the answer uses a compression that courant cannot decode; "
			  "it was discarded"),
		shown);
	free(shown);
}

bool
fetch_message_unheard(CURLcode code, CURL *easy)
{
	long number = 0;
	curl_off_t connected = 0, ready = 0;
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return true; /* an unknown name, or a resolver that does not answer */
	case CURLE_COULDNT_CONNECT:
		curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
		return number == ENETUNREACH || number == EHOSTUNREACH ||
		       number == ENETDOWN || number == EADDRNOTAVAIL ||
		       number == ETIMEDOUT;
	case CURLE_OPERATION_TIMEDOUT:
		curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &connected);
		curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
		return connected == 0 && ready == 0; /* ready: on a kept connection */
	default:
		return false;
	}
}

int
fetch_message_trouble(CURLcode code)
{
	switch (code) {
	case CURLE_OK:
		return TROUBLE_NONE;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return TROUBLE_NAME;
	case CURLE_COULDNT_CONNECT:
	case CURLE_PROXY:
		return TROUBLE_CONNECT;
	case CURLE_OPERATION_TIMEDOUT:
		return TROUBLE_TIMEOUT;
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CIPHER:
	case CURLE_SSL_INVALIDCERTSTATUS:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
		return TROUBLE_TLS;
	case CURLE_LOGIN_DENIED:
		return TROUBLE_REFUSED;
	case CURLE_URL_MALFORMAT:
	case CURLE_TOO_MANY_REDIRECTS:
	case CURLE_FILESIZE_EXCEEDED:
		return TROUBLE_LIMIT;
	default:
		return TROUBLE_BROKEN;
	}
}
