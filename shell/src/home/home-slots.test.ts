import { buildPages } from '../routing/pages';
import { bootRemote, hostInfo } from '../testing/samples';
import { cardSlotsOf, shortcutsOf } from './home-slots';

const TITLES = {
  'zh-CN': {
    backup: '备份恢复',
    site: '网站备份',
    database: '数据库备份',
    why: '为何',
    now: '立即备份',
    last: '最近备份',
  },
  'en-US': {
    backup: 'Backup',
    site: 'Site',
    database: 'Database',
    why: 'Why',
    now: 'Back up now',
    last: 'Last backup',
  },
};

const tile = (given: object = {}) => ({
  slot: 'home.shortcut',
  titleKey: 'now',
  order: 40,
  icon: 'Save',
  path: '/backup/site?act=now',
  ...given,
});
const card = (given: object = {}) => ({
  slot: 'home.card',
  titleKey: 'last',
  order: 10,
  expose: './last-backup',
  ...given,
});

const remote = (...slots: object[]) => bootRemote({ slots, titles: TITLES });
const tiles = (host: ReturnType<typeof hostInfo>, ...slots: object[]) => {
  const remotes = [remote(...slots)];
  return shortcutsOf(
    { host, remotes, pages: buildPages(host, remotes, 'zh-CN'), noDatabase: false },
    'zh-CN',
  );
};

it('shows a shortcut in the reader’s language, with its target', () => {
  expect(tiles(hostInfo(), tile())).toEqual([
    { path: '/backup/site?act=now', title: '立即备份', icon: 'Save' },
  ]);
});

it('shows only slots that this role and host may see', () => {
  const forAdministrators = tile({ roles: ['ADMINISTRATOR'] });
  expect(tiles(hostInfo(), forAdministrators)).toEqual([]);
  expect(tiles(hostInfo({ operatorType: 'ADMINISTRATOR' }), forAdministrators)).toHaveLength(1);
  expect(tiles(hostInfo(), tile({ languages: ['NET'] }))).toEqual([]);
});

it('hides shortcuts to pages that the host does not have', () => {
  expect(tiles(hostInfo(), tile({ path: '/tool/siteMigrate' }))).toEqual([]);
  // The page is for administrators.
  expect(tiles(hostInfo(), tile({ path: '/backup/database' }))).toEqual([]);
});

it('keeps on a suspended host only slots with whenBlocked', () => {
  const blocked = hostInfo({ blocked: true });
  expect(tiles(blocked, tile())).toEqual([]);
  expect(tiles(blocked, tile({ whenBlocked: true }))).toHaveLength(1);
  expect(cardSlotsOf(blocked, [remote(card())], 'zh-CN')).toEqual([]);
  expect(cardSlotsOf(blocked, [remote(card({ whenBlocked: true }))], 'zh-CN')).toHaveLength(1);
});

it('shows two shortcuts with the same target and words once, by the first', () => {
  const twice = tiles(hostInfo(), tile({ order: 1, opens: 'admin-tool' }), tile({ order: 2 }));
  expect(twice).toEqual([
    { path: '/backup/site?act=now', title: '立即备份', icon: 'Save', opens: 'admin-tool' },
  ]);
  const others = [tile({ path: '/backup/site' }), tile({ titleKey: 'last' })];
  expect(tiles(hostInfo(), tile(), ...others)).toHaveLength(3);
});

it('shows at most eight slots, in the order that the slots give', () => {
  const many = Array.from({ length: 10 }, (_, n) => tile({ order: 10 - n, path: `/backup/site?n=${n}` }));
  const shown = tiles(hostInfo(), ...many);
  expect(shown.map(({ path }) => path.at(-1))).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
});

it('identifies a card by its remote and its exposed module', () => {
  expect(cardSlotsOf(hostInfo(), [remote(tile(), card())], 'en-US')).toMatchObject([
    {
      key: 'backup ./last-backup',
      title: 'Last backup',
      expose: './last-backup',
      remote: { name: 'backup' },
    },
  ]);
});
