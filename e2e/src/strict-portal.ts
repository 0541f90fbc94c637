import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from './product';

/** A real portal makes a new nonce per page; without an attacker a constant is enough. */
export const NONCE = 'bm9uY2Ugb2YgYSBwb3J0YWw';

/** Serves a portal's page that allows the console's origin, styles with its own nonce, and nothing else. */
export interface StrictPortal {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startStrictPortal(product: Product): Promise<StrictPortal> {
  const policy = [
    `default-src 'none'`,
    `script-src ${product.origin}`,
    `style-src 'nonce-${NONCE}'`,
    `connect-src ${product.origin}`,
    'img-src data:',
  ].join('; ');
  const page = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <title>Strict portal</title>
    <link rel="icon" href="data:," />
    <style nonce="${NONCE}">h1 { color: rgb(1, 2, 3) }</style>
    <script src="${product.origin}/embed.js"></script>
  </head>
  <body><h1>Strict portal</h1><main></main></body>
</html>`;
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    reply.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
