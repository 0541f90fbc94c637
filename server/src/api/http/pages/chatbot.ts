import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#system/text/escape-html';
import { localeOf } from '#system/text/accept-language';
import { framesOf } from './page-policy';

export interface ChatbotParts {
  /** Address of the customer service's script; undefined: the page does not exist. */
  readonly script: string | undefined;
  /** Origins whose pages may frame the console, and thereby this page. */
  readonly ancestors: readonly string[];
}

const TITLES = { 'zh-CN': '在线客服', 'en-US': 'Live support' } as const;

/**
 * Content policy of a page that runs a third party's script, which may reach only its own server. `sandbox`
 * without `allow-same-origin` gives the page another origin than the console's: the script has no access to
 * cookies, storage, calls or the surrounding page.
 */
export function chatbotPolicy(script: string, ancestors: readonly string[]): string {
  const { origin, protocol, host } = new URL(script);
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  return [
    "default-src 'none'",
    `script-src ${origin}`,
    `style-src ${origin} 'unsafe-inline'`,
    `img-src ${origin} data: blob:`,
    `font-src ${origin} data:`,
    `media-src ${origin} blob:`,
    `connect-src ${origin} ${socket}`,
    `frame-src ${origin}`,
    `form-action ${origin}`,
    "base-uri 'none'",
    `frame-ancestors ${framesOf([...new Set(['self', ...ancestors])])}`,
    'sandbox allow-scripts allow-forms allow-popups',
  ].join('; ');
}

/** Serves `/chatbot`, a page that runs the customer service's script. */
export function serveChatbot(app: FastifyInstance, { script, ancestors }: ChatbotParts): void {
  if (script === undefined) return;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': chatbotPolicy(script, ancestors),
  };
  app.get('/chatbot', (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    return reply.headers(headers).send(
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${TITLES[locale]}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"></head><body>
<script src="${escapeHtml(script)}" async></script></body></html>`,
    );
  });
}
