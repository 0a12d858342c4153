#include "config.h"

#include "remote/nextcloud_flow.h"

#include <string.h>

#include "base/i18n.h"
#include "base/url.h"
#include "remote/form.h"
#include "remote/json.h"

#define LOGIN_MAX 2000 /* bytes of an address, which people see */

void
remote_nextcloud_flow_begin(const char *base, struct remote_ask *out)
{
	buf_addf(&out->url, "%s/index.php/login/v2", base);
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
}

/* Whether an address is on the machine that base names, and as safe. Browsers take a
 * backslash for the end of the machine's name. */
static bool
is_near(const char *base, struct span address)
{
	struct url a = url_split(span_of(base)), b = url_split(address);
	return address.n <= LOGIN_MAX && !memchr(address.p, '\\', address.n) &&
	       span_isame(a.host, b.host) && span_isame(a.port, b.port) &&
	       span_isame(a.scheme, b.scheme);
}

static void
set(struct buf *to, const json_t *value)
{
	struct span text = remote_json_span(value);
	buf_clear(to);
	buf_add(to, text.p, text.n);
}

static enum remote_verdict
garbage(const struct remote_answer *answer, struct err *err)
{
	err_set(err, ERR_SYNTAX,
		_("the server does not offer a login by browser (status %ld)"),
		answer->status);
	return REMOTE_REST;
}

enum remote_verdict
remote_nextcloud_flow_begun(const char *base, const struct remote_answer *answer,
	struct remote_nextcloud_flow *flow, struct err *err)
{
	json_t *root = answer->status == 200 ? remote_json_read(answer->body) : NULL;
	const json_t *poll = remote_json_get(root, "poll");
	*flow = (struct remote_nextcloud_flow){0};
	set(&flow->token, remote_json_get(poll, "token"));
	set(&flow->endpoint, remote_json_get(poll, "endpoint"));
	set(&flow->login, remote_json_get(root, "login"));
	json_decref(root);
	if (flow->token.len == 0 || flow->endpoint.len == 0 || flow->login.len == 0)
		return garbage(answer, err);
	const char *login = buf_str(&flow->login), *endpoint = buf_str(&flow->endpoint);
	bool near = is_near(base, span_of(login));
	if (near && is_near(base, span_of(endpoint)))
		return REMOTE_OK;
	err_set(err, ERR_DENIED,
		_("the server sends the login to another address (%.200s); set url to "
		  "match it"),
		near ? endpoint : login);
	return REMOTE_REST;
}

void
remote_nextcloud_flow_poll(
	const struct remote_nextcloud_flow *flow, struct remote_ask *out)
{
	buf_adds(&out->url, buf_str(&flow->endpoint));
	out->method = REMOTE_POST;
	out->type = REMOTE_FORM_TYPE;
	remote_form_add(&out->body, "token", span_of(buf_str(&flow->token)));
}

enum remote_verdict
remote_nextcloud_flow_polled(struct remote_nextcloud_flow *flow,
	const struct remote_answer *answer, struct err *err)
{
	json_t *root = answer->status == 200 ? remote_json_read(answer->body) : NULL;
	set(&flow->user, remote_json_get(root, "loginName"));
	set(&flow->password, remote_json_get(root, "appPassword"));
	json_decref(root);
	if (flow->user.len > 0 && flow->password.len > 0)
		return REMOTE_OK;
	if (answer->status >= 300 && answer->status < 400) {
		err_set(err, ERR_DENIED,
			_("the server redirects the login (status %ld); set url to the "
			  "address it redirects to"),
			answer->status);
		return REMOTE_REST;
	}
	err_set(err, ERR_NETWORK, _("nobody has logged in yet (status %ld)"),
		answer->status);
	return answer->status == 401 || answer->status == 403 || answer->status == 410
		       ? REMOTE_REST
		       : REMOTE_LATER;
}

void
remote_nextcloud_flow_done(struct remote_nextcloud_flow *flow)
{
	buf_done(&flow->token);
	buf_done(&flow->endpoint);
	buf_done(&flow->login);
	buf_done(&flow->user);
	buf_done(&flow->password);
}
