import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#system/text/escape-html';
import type { RawReply } from '#api/calls/handlers';

/**
 * Headers of every reply to a request with a token: the reply is not cached, and no address with the token is
 * passed on.
 */
export const TOKEN_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;color:#1f2328;background:#f5f6f8;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border-radius:8px;padding:32px;max-width:420px;box-shadow:0 1px 4px #0002}
h1{font-size:20px;margin:0 0 12px}p{margin:0 0 16px}.en{color:#57606a}
button{font:inherit;color:#fff;background:#1677ff;border:0;border-radius:6px;padding:8px 16px;cursor:pointer}
a{margin-left:16px;color:#1677ff}`;

function page(title: string, body: string, status: number): RawReply {
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    headers: {
      ...TOKEN_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
    },
    body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style><main>${body}</main></html>`,
  };
}

/** Asks before another session is replaced. `proof` shows that this page asked. */
export function replacePage(request: { token: string; proof: string; hostName: string }): RawReply {
  const host = escapeHtml(request.hostName);
  return page(
    'SiteDeck',
    `<h1>切换登录？<br><span class="en" lang="en">Replace the session?</span></h1>
<p>此浏览器已登录其他主机。继续将退出当前登录，并进入主机 <b>${host}</b>。</p>
<p class="en" lang="en">This browser is signed in elsewhere. Continuing signs that session out and opens host <b>${host}</b>.</p>
<form method="get" action="/api/login/token"><input type="hidden" name="token" value="${escapeHtml(request.token)}"><input type="hidden" name="replace" value="${escapeHtml(request.proof)}">
<button>继续 Continue</button><a href="/">返回 Stay</a></form>`,
    200,
  );
}

/** Explains in both languages why a link does not work. */
export function refusedPage(words: { zh: string; en: string }): RawReply {
  return page(
    'SiteDeck',
    `<h1>${escapeHtml(words.zh)}</h1><p class="en" lang="en">${escapeHtml(words.en)}</p><p><a href="/login">登录 Sign in</a></p>`,
    403,
  );
}
