import { testSite } from '#testing/node-engines';
import { iniSections } from './ini';
import { changedPools, poolFiles, POOLS_FILE, renderPools, type PoolsPlan } from './pool-conf';

const plan = (memory: string): PoolsPlan => ({
  hostsFolder: '/data/hosts',
  reportFolder: '/data/php-report',
  databaseSocket: '/run/x/mariadb.sock',
  sendmail: '/usr/bin/php8.2 -n /run/x/sendmail.php',
  hasUids: true,
  sites: [
    testSite('one', 30_001),
    testSite('two', 30_002, {
      php: { ...testSite('two', 30_002).php, parameters: { memory_limit: memory } },
    }),
  ],
});
const filesOf = (memory: string) => renderPools(plan(memory)).files;
const sectionsOf = (files: ReadonlyMap<string, string>) => [
  ...iniSections(files.get(POOLS_FILE) ?? '').keys(),
];

describe('the file of one host', () => {
  it('contains the pool of that host alone, and names its uid', () => {
    const files = poolFiles(filesOf('64M').get(POOLS_FILE) ?? '');
    expect(files.map(({ name, uid }) => [name, uid])).toEqual([
      ['one', 30_001],
      ['two', 30_002],
    ]);
    expect([...iniSections(files[1]?.conf ?? '').keys()]).toEqual(['global', 'two']);
  });

  it('names no uid if everything runs under one', () => {
    const { files } = renderPools({ ...plan('64M'), hasUids: false });
    expect(poolFiles(files.get(POOLS_FILE) ?? '').map(({ uid }) => uid)).toEqual([undefined, undefined]);
  });
});

describe('pools that php-fpm checks', () => {
  it('writes every pool when none is live', () => {
    expect(sectionsOf(changedPools(filesOf('64M'), ''))).toEqual(['global', 'sitedeck-idle', 'one', 'two']);
  });

  it('writes only the changed pools, with the sections that php-fpm needs', () => {
    const before = filesOf('64M').get(POOLS_FILE) ?? '';
    const looked = changedPools(filesOf('96M'), before);
    expect(sectionsOf(looked)).toEqual(['global', 'sitedeck-idle', 'two']);
    expect(looked.get(POOLS_FILE)).toContain('php_admin_value[memory_limit] = "96M"');
    expect(looked.get('php.ini')).toBe(filesOf('96M').get('php.ini'));
  });

  it('writes short pool sections, since php-fpm reads its file byte by byte', () => {
    const text = iniSections(filesOf('64M').get(POOLS_FILE) ?? '').get('one') ?? '';
    expect(text.length).toBeLessThan(900);
  });
});
