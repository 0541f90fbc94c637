import { testSite } from '#testing/node-engines';
import type { NodeSite } from '#system/site/site';
import { assignNames } from './server-names';

const siteOf = (hostCode: string, domains: readonly string[]): NodeSite =>
  testSite(hostCode, 20_001, { domains });

it('gives no host the console’s name or one below it, even if it was bound before', () => {
  const site = siteOf('vhone', [
    'shop.example.com',
    'console.example.com',
    'a.console.example.com',
    'x.localhost',
    'example.com',
    'notconsole.example.com',
    '*.console.example.com',
    '*.example.com',
    '*.shop.example.com',
  ]);
  const names = assignNames([site], { previewDomain: 'localhost', reserved: ['console.example.com'] });
  expect(names(site)).toEqual([
    'vhone.localhost',
    'shop.example.com',
    'example.com',
    'notconsole.example.com',
    '*.shop.example.com',
  ]);
});
