import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#system/text/escape-html';
import { localeOf } from '#system/text/accept-language';
import { framesOf } from './page-policy';

export interface ChatbotParts {
  /** Address of the customer service's script; without it there is no such page. */
  readonly script: string | undefined;
  /** Origins whose pages may frame the console; this page stands in a frame of the console. */
  readonly ancestors: readonly string[];
}

const TITLES = { 'zh-CN': '在线客服', 'en-US': 'Live support' } as const;

/**
 * A third party's script runs here and reaches its own server only. `sandbox` without `allow-same-origin` takes this
 * page out of the console's origin: no cookie, no storage, no call, and nothing of the page around it.
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

/** `/chatbot`: the customer service's script in a page of its own. */
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
