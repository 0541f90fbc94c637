import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { consoleCalls, providerCalls, type CallShape } from '@sitedeck/contract';
import { escapeHtml } from '#system/text/escape-html';
import { isKnownEtag } from './known-etag';
import { openApiDocument, openApiText } from '../openapi';

const STYLE = `body{font:15px/1.6 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px;color:#1f2328}
h2{margin-top:40px}details{border:1px solid #d0d7de;border-radius:6px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer}code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:#f6f8fa;padding:12px;overflow:auto;border-radius:6px}
.method{display:inline-block;min-width:56px;font-weight:600;color:#0958d9}.access{color:#57606a;float:right}`;

function callHtml(name: string, call: CallShape, operation: unknown): string {
  const access = [call.access, call.scope, call.effect].filter(Boolean).join(' · ');
  return `<details id="${name}"><summary><span class="access">${access}</span><span class="method">${call.method}</span> <code>${escapeHtml(call.path)}</code><br>${escapeHtml(call.summary)}</summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`;
}

function pageHtml(nonce: string): string {
  const document = openApiDocument();
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const section = (title: string, calls: Readonly<Record<string, CallShape>>) => {
    const rows = Object.entries(calls).map(([name, call]) =>
      callHtml(name, call, paths[call.path]?.[call.method.toLowerCase()]),
    );
    return `<h2>${title}</h2>${rows.join('\n')}`;
  };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>SiteDeck API</title><style nonce="${nonce}">${STYLE}</style>
<h1>SiteDeck API</h1><p>Machine-readable: <a href="/docs/openapi.json">openapi.json</a>.</p>
${section('Console: /api and /fs', consoleCalls)}${section('Provider', providerCalls)}</html>`;
}

/**
 * Serves `/docs` for people and `/docs/openapi.json` for programs. The page loads nothing from other servers.
 */
export function serveDocs(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/docs', (_request, reply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .header('x-content-type-options', 'nosniff')
      .send(pageHtml(nonce));
  });
  app.get('/docs/openapi.json', (request, reply): FastifyReply => {
    text ??= openApiText();
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (isKnownEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
