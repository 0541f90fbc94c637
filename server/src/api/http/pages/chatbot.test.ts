import type { FastifyInstance } from 'fastify';
import { makeApp } from '../listeners/app';
import { serveChatbot } from './chatbot';

const SCRIPT = 'https://chat.example/widget.js?site=1&lang="zh"';

async function page(script: string | undefined, ancestors: readonly string[] = []) {
  const app: FastifyInstance = makeApp('console');
  serveChatbot(app, { script, ancestors });
  const reply = await app.inject('/chatbot');
  await app.close();
  const policy = reply.headers['content-security-policy'] ?? '';
  const rule = (name: string) =>
    policy.split('; ').find((part) => part.startsWith(`${name} `) || part === name);
  return { reply, rule };
}

it('serves a separate page that loads the configured script and nothing else', async () => {
  const { reply } = await page(SCRIPT);
  expect(reply.statusCode).toBe(200);
  expect(reply.body.match(/<script/g)).toHaveLength(1);
  expect(reply.body).toContain('src="https://chat.example/widget.js?site=1&#38;lang=&#34;zh&#34;"');
});

it('allows scripts from that origin only, and gives the page an origin other than the console’s', async () => {
  const { rule } = await page(SCRIPT);
  expect(rule('script-src')).toBe('script-src https://chat.example');
  expect(rule('connect-src')).toBe('connect-src https://chat.example wss://chat.example');
  expect(rule('default-src')).toBe("default-src 'none'");
  expect(rule('sandbox')).toBe('sandbox allow-scripts allow-forms allow-popups');
  expect(rule('base-uri')).toBe("base-uri 'none'");
});

it('permits framing by the console and by the pages that may frame the console', async () => {
  expect((await page(SCRIPT)).rule('frame-ancestors')).toBe("frame-ancestors 'self'");
  expect((await page(SCRIPT, ['https://portal.example'])).rule('frame-ancestors')).toBe(
    "frame-ancestors 'self' https://portal.example",
  );
});

it('serves no chat page without a configured script', async () => {
  expect((await page(undefined)).reply.statusCode).toBe(404);
});
