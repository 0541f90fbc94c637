import { LOCALES } from '../faults/fault';
import type { Surroundings } from './registry';
import { BuiltRemote } from './remote';
import { gateReasons, gateReasonText } from './remote-gate';
import { GATE_TEXTS } from './gate-texts';

const manifest = {
  name: 'notes',
  version: '1.0.0',
  requires: { sdk: '^0.1.0', shell: '^0.1.0' },
  routes: [{ path: '/notes', titleKey: 'title', purposeKey: 'purpose' }],
  menu: [{ path: '/notes', titleKey: 'title', icon: 'File', order: 40 }],
  permissions: [{ name: 'notes.edit' }],
  titles: { 'zh-CN': { title: '便签', purpose: '记' }, 'en-US': { title: 'Notes', purpose: 'Write' } },
  entry: 'remoteEntry.js',
  global: 'notes_1_0_0',
  assets: { 'remoteEntry.js': `sha384-${'A'.repeat(64)}` },
};
const around: Surroundings = {
  consoles: [{ shell: '0.1.4', sdk: '0.1.0', lastServed: '2026-01-01T00:00:00.000Z' }],
  taken: [
    { by: 'shell', routes: ['/', '/taskCenter'], menu: ['/', '/taskCenter'], permissions: [] },
    { by: 'files', routes: ['/fileManage'], menu: ['/fileManage'], permissions: ['files.edit'] },
  ],
  budget: { entry: 8000, total: 280_000 },
};
const LIGHT = { entry: 7000, total: 20_000 };

const rules = (change: object, { weight = LIGHT, consoles = around.consoles } = {}) =>
  gateReasons({ built: BuiltRemote.parse({ ...manifest, ...change }), weight }, { ...around, consoles }).map(
    ({ rule }) => rule,
  );
const entry = manifest.menu[0];
const shortcut = { slot: 'home.shortcut', titleKey: 'title', order: 1, icon: 'File' };
const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index}.js`, `sha384-${'A'.repeat(64)}`]),
  );

describe('the gate of remotes', () => {
  it('accepts a valid version', () => {
    expect(rules({})).toEqual([]);
  });

  it.each([
    ['a console in use that is too old', { requires: { sdk: '^0.2.0', shell: '^0.1.0' } }, 'requires'],
    ['a console in use that is too new', { requires: { sdk: '^0.1.0', shell: '^0.0.9' } }, 'requires'],
    ['an unreadable range', { requires: { sdk: 'latest', shell: '*' } }, 'requires-unreadable'],
    ['a page of the shell', { routes: [{ path: '/taskCenter', titleKey: 'title' }] }, 'route-taken'],
    ['a page of another remote', { routes: [{ path: '/fileManage', titleKey: 'title' }] }, 'route-taken'],
    ['an address of the server', { routes: [{ path: '/api/notes', titleKey: 'title' }] }, 'route-reserved'],
    ['a menu entry of another', { menu: [{ ...entry, path: '/fileManage' }] }, 'menu-taken'],
    ['a missing parent', { menu: [{ ...entry, parent: '/nowhere' }] }, 'menu-parent'],
    ['itself as a parent', { menu: [{ ...entry, parent: '/notes' }] }, 'menu-parent'],
    [
      'parents that lead back to where they began',
      {
        menu: [
          { ...entry, parent: '/a' },
          { ...entry, path: '/a', parent: '/notes' },
          { ...entry, path: '/b', parent: '/c' },
          { ...entry, path: '/c', parent: '/taskCenter' },
        ],
      },
      ['menu-parent', 'menu-parent'],
    ],
    ['a right of another remote', { permissions: [{ name: 'files.edit' }] }, 'permission-taken'],
    ['a route named twice', { routes: [...manifest.routes, ...manifest.routes] }, 'route-taken'],
    [
      'a title that only every object has',
      { routes: [{ path: '/notes', titleKey: 'constructor' }] },
      ['title-missing', 'title-missing'],
    ],
    [
      'a page that leads on to none',
      { routes: [...manifest.routes, { path: '/notes/all', titleKey: 'title', redirect: '/notes/new' }] },
      'redirect-lost',
    ],
    [
      'pages that lead on to one another',
      {
        routes: [
          { path: '/notes', titleKey: 'title', redirect: '/notes/all' },
          { path: '/notes/all', titleKey: 'title', redirect: '/notes' },
        ],
      },
      ['redirect-lost', 'redirect-lost'],
    ],
    [
      'a title that depends on an entry nobody has',
      { menu: [{ ...entry, titleWithout: { path: '/notes/none', titleKey: 'title' } }] },
      'title-without',
    ],
    [
      'a title for hosts without an entry that has no words',
      { menu: [{ ...entry, titleWithout: { path: '/notes', titleKey: 'short' } }] },
      ['title-missing', 'title-missing'],
    ],
    [
      'a shortcut on Home to a page of another',
      { slots: [{ ...shortcut, path: '/fileManage?act=upload' }] },
      'slot-path',
    ],
    [
      'a card on Home that has a title in one language only',
      {
        slots: [{ slot: 'home.card', titleKey: 'card', order: 1, expose: './card' }],
        titles: { ...manifest.titles, 'zh-CN': { ...manifest.titles['zh-CN'], card: '便签' } },
      },
      'title-missing',
    ],
    [
      'a title missing in one language',
      { titles: { ...manifest.titles, 'en-US': { title: 'Notes' } } },
      'title-missing',
    ],
  ])('refuses %s', (_what, change, rule) => {
    expect(rules(change)).toEqual([rule].flat());
  });

  it('accepts a page that redirects to its first child, and a shortcut to a page of its own', () => {
    const routes = [...manifest.routes, { path: '/notes/all', titleKey: 'title', redirect: '/notes' }];
    expect(rules({ routes, slots: [{ ...shortcut, path: '/notes?act=new' }] })).toEqual([]);
  });

  it('considers every console that is still open in a browser, not only the newest', () => {
    const requires = { sdk: '^0.2.0', shell: '^0.2.0' };
    const old = { shell: '0.1.0', sdk: '0.1.0', lastServed: '' };
    const fresh = { shell: '0.2.0', sdk: '0.2.1', lastServed: '' };
    expect(rules({ requires }, { consoles: [fresh] })).toEqual([]);
    expect(rules({ requires }, { consoles: [fresh, old] })).toEqual(['requires', 'requires']);
  });

  it('allows a menu entry below an entry of the shell or of another remote', () => {
    for (const parent of ['/', '/fileManage']) expect(rules({ menu: [{ ...entry, parent }] })).toEqual([]);
  });

  it.each([
    ['an address with two slashes at its start', { routes: [{ path: '//evil', titleKey: 'title' }] }],
    ['a page of the shell spelt otherwise', { routes: [{ path: '/taskCenter/', titleKey: 'title' }] }],
    ['a link that is a script', { menu: [{ ...entry, href: 'javascript:alert(1)' }] }],
    ['an icon that only every object has', { menu: [{ ...entry, icon: 'constructor' }] }],
    ['a title with a NUL character', { titles: { ...manifest.titles, 'en-US': { title: 'a\0b' } } }],
    ['half a surrogate pair', { titles: { ...manifest.titles, 'en-US': { title: '\ud800' } } }],
    ['a title of 201 characters', { titles: { ...manifest.titles, 'en-US': { title: 'a'.repeat(201) } } }],
    ['more files than a package may have', { assets: many(501) }],
  ])('does not parse %s', (_what, change) => {
    expect(BuiltRemote.safeParse({ ...manifest, ...change }).success).toBe(false);
  });

  it('enforces the budgets', () => {
    expect(rules({}, { weight: { entry: 8001, total: 280_000 } })).toEqual(['entry-too-large']);
    expect(rules({}, { weight: { entry: 8000, total: 280_001 } })).toEqual(['total-too-large']);
  });

  it('describes each reason in both languages, with its values', () => {
    const [reason] = gateReasons(
      { built: BuiltRemote.parse({ ...manifest, requires: { sdk: '^2.0.0', shell: '*' } }), weight: LIGHT },
      around,
    );
    if (!reason) throw new Error('it fits');
    expect(gateReasonText(reason, 'en-US')).toBe('it requires sdk ^2.0.0, but a console in use has 0.1.0');
    expect(gateReasonText(reason, 'zh-CN')).toContain('^2.0.0');
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();
    for (const words of Object.values(GATE_TEXTS)) {
      const [zh, en] = LOCALES.map((locale) => holes(words[locale]));
      expect(zh).toEqual(en);
    }
  });
});
