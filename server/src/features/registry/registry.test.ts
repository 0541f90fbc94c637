import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BuiltRemote, RemoteStatus, REMOTE_PACKAGE_FILES, type TrafficChange } from '@sitedeck/contract';
import { makeTestApi, TEST_KEY, type TestApi } from '#testing/api';
import { Portal, type CallReply } from '#testing/browser';
import { canMount, SmallDisk } from '#testing/small-disk';
import { archive, filesOf, remoteJson, remotePackage, type Entry } from '#testing/remote-package';

const DAY = 24 * 3600_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the registry', () => {
  let api: TestApi;
  let portal: Portal;
  let names = 0;
  /** A remote that only this test uses. */
  let name: string;
  beforeAll(async () => {
    api = await makeTestApi();
    portal = new Portal(api);
  });
  afterAll(() => api.close());
  beforeEach(() => {
    name = `notes${(names += 1)}`;
  });

  const english = { 'accept-language': 'en' };
  const send = (body: Buffer, { to = name, by = portal, why = 'a test' } = {}): Promise<CallReply> =>
    by.request(`/provider/remotes/${to}/versions?why=${encodeURIComponent(why)}`, {
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/gzip', ...english },
    });
  const publish = async (version: string, change: object = {}) =>
    send(await remotePackage(name, version, { manifest: change }));
  const status = async () => RemoteStatus.parse((await portal.request(`/provider/remotes/${name}`)).res);
  const change = async (to: TrafficChange | object, revision?: number) =>
    portal.request(`/provider/remotes/${name}/traffic`, {
      json: { revision: revision ?? (await status()).revision, why: 'a test', change: to },
      headers: english,
    });
  const keyFor = async (...scopes: string[]) => {
    const made = await portal.request('/provider/keys', { json: { name: `team-${(names += 1)}`, scopes } });
    return new Portal(api, (made.res as { key: string }).key);
  };

  describe('the publication of a package', () => {
    it('changes no traffic and stores compressed files that all may read', async () => {
      expect(await publish('1.0.0')).toMatchObject({ status: 200, res: { version: '1.0.0', files: 2 } });
      expect(await status()).toMatchObject({
        revision: 0,
        traffic: { current: null },
        versions: [{ version: '1.0.0', publisher: 'bootstrap', why: 'a test', unfit: null }],
        history: [],
      });
      const folder = join(api.registry, 'remotes', name, '1.0.0');
      expect((await readdir(folder, { recursive: true })).sort()).toEqual([
        'chunks',
        'chunks/page.4567.js',
        'chunks/page.4567.js.br',
        'chunks/page.4567.js.gz',
        'remote.json',
        'remote.json.br',
        'remote.json.gz',
        'remoteEntry.0123.js',
      ]);
    });

    it('refuses the same version again and leaves its files as they were', async () => {
      await publish('1.0.0');
      const entry = join(api.registry, 'remotes', name, '1.0.0/remoteEntry.0123.js');
      const before = await readFile(entry, 'utf8');
      const files = { ...filesOf(name, '1.0.0'), 'remoteEntry.0123.js': 'other();' };
      const other = await archive([
        ...Object.entries(files).map(([path, content]) => ({ name: path, content })),
        { name: 'remote.json', content: JSON.stringify(remoteJson(name, '1.0.0', files)) },
      ]);
      expect(await send(other)).toMatchObject({ status: 409, reason: 'version-exists' });
      expect(await readFile(entry, 'utf8')).toBe(before);
    });

    it('accepts one of two simultaneous packages and refuses the other with a conflict', async () => {
      const body = await remotePackage(name, '1.0.0');
      const replies = await Promise.all([send(body), send(body)]);
      expect(replies.map(({ status: code }) => code).sort()).toEqual([200, 409]);
      expect((await status()).versions).toHaveLength(1);
    });

    it('requires a reason and an archive', async () => {
      expect(await send(await remotePackage(name, '1.0.0'), { why: ' ' })).toMatchObject({
        reason: 'bad-input',
      });
      const json = await portal.request(`/provider/remotes/${name}/versions?why=x`, { json: {} });
      expect(json).toMatchObject({ status: 400, reason: 'package-unreadable' });
    });
  });

  describe('the refusal of a package', () => {
    const own = (entries: readonly Entry[]): Promise<CallReply> =>
      archive(entries).then((body) => send(body));
    const withMore = (...more: Entry[]) => remotePackage(name, '1.0.0', { more }).then((body) => send(body));
    const outside = join(tmpdir(), 'sitedeck-registry-slip');

    afterEach(async () => {
      // Nothing of a refused package remains.
      expect(await readdir(join(api.registry, 'incoming'))).toEqual([]);
      expect(await readdir(join(api.registry, 'remotes'))).not.toContain(name);
      expect(await portal.request(`/provider/remotes/${name}`)).toMatchObject({ reason: 'not-published' });
      await expect(readFile(outside)).rejects.toThrow('ENOENT');
    });

    it.each([
      '../../../sitedeck-registry-slip',
      'a/../../../../../../../tmp/sitedeck-registry-slip',
      outside,
      './index.js',
      '.hidden',
      'a//b.js',
      'a\\..\\b.js',
      'name with space.js',
      'remoteEntry.0123.js',
      'remoteEntry.0123.js/inside.js',
    ])('refuses the path %s', async (path) => {
      expect(await withMore({ name: path, content: 'x' })).toMatchObject({
        status: 400,
        reason: 'package-path',
      });
    });

    it.each(['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const)(
      'refuses an entry that is a %s',
      async (type) => {
        const reply = await withMore({ name: 'passwd.js', header: { type, linkname: '/etc/passwd' } });
        expect(reply).toMatchObject({ status: 400, reason: 'package-entry' });
      },
    );

    it('refuses a compression bomb before it is on the disk', async () => {
      const bomb = await archive([{ name: 'zero.js', content: Buffer.alloc(64 * 1024 * 1024) }]);
      expect(bomb.length).toBeLessThan(100_000);
      expect(await send(bomb)).toMatchObject({ status: 413, reason: 'package-too-large' });
    });

    it('refuses a compression bomb with a false size', async () => {
      // Each entry is only a header of 4 MB, so no entry ever arrives.
      const header = { pax: { comment: 'x'.repeat(3_000_000) } };
      const entries = Array.from({ length: 12 }, (_, index) => ({ name: `a${index}.js`, header }));
      expect(await own(entries)).toMatchObject({ status: 413, reason: 'package-too-large' });
    });

    it('refuses too many files', async () => {
      const entries = Array.from({ length: REMOTE_PACKAGE_FILES + 1 }, (_, index) => ({
        name: `f${index}.js`,
      }));
      expect(await own(entries)).toMatchObject({ status: 413, reason: 'package-too-large' });
    });

    it.each([
      ['no archive at all', () => Promise.resolve(Buffer.from('hello'))],
      ['a gzip of something else', () => Promise.resolve(gzipSync('hello '.repeat(200)))],
      ['half an archive', async () => (await remotePackage(name, '1.0.0')).subarray(0, 300)],
      ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ])('%s', async (_what, body) => {
      const reply = await send(await body());
      expect(reply.status).toBe(400);
      expect(['package-unreadable', 'package-without-manifest']).toContain(reply.reason);
    });

    it('refuses an archive that ends in the middle of a file although its compression is complete', async () => {
      const complete = gunzipSync(await archive([{ name: 'a.js', content: 'x'.repeat(5000) }]));
      const reply = await send(gzipSync(complete.subarray(0, 2000)));
      expect(reply).toMatchObject({ status: 400, reason: 'package-unreadable' });
    });

    it('refuses a connection that is cut in the middle of a file', async () => {
      const complete = await archive([{ name: 'a.js', content: randomBytes(500_000) }]);
      const { hostname, port } = new URL(api.providerUrl);
      const headers = {
        authorization: `Bearer ${TEST_KEY}`,
        'content-type': 'application/gzip',
        'content-length': complete.length,
      };
      const path = `/provider/remotes/${name}/versions?why=cut`;
      const cut = request({ hostname, port, path, method: 'POST', headers }).on('error', () => undefined);
      cut.write(complete.subarray(0, 300_000));
      const incoming = () => readdir(join(api.registry, 'incoming'), { recursive: true });
      while (!(await incoming()).some((file) => file.endsWith('a.js'))) await pause();
      cut.destroy();
      while ((await readdir(join(api.registry, 'incoming'))).length > 0) await pause();
    });

    it('refuses a large package at once, and answers the next call on the same connection', async () => {
      const entries = [{ name: '.bad' }, { name: 'large.js', content: randomBytes(6_000_000) }];
      const body = await archive(entries);
      for (const _time of [1, 2, 3, 4]) {
        expect(await send(body)).toMatchObject({ reason: 'package-path' });
        expect(await portal.request('/provider/remotes')).toMatchObject({ status: 200 });
      }
    });

    it('refuses a folder at the path of a file that the server compresses', async () => {
      const files = { ...filesOf(name, '1.0.0'), 'chunks/page.4567.js.br/inside.js': 'x' };
      const entries = Object.entries(files).map(([path, content]) => ({ name: path, content }));
      const manifest = JSON.stringify(remoteJson(name, '1.0.0', files));
      const reply = await own([...entries, { name: 'remote.json', content: manifest }]);
      expect(reply).toMatchObject({ status: 400, reason: 'package-file-missing' });
    });

    (canMount() ? it : it.skip).each([
      ['while it is unpacked', 3_000_000],
      ['while it is compressed', 1_500_000],
    ])('what the disk has no room for, %s', async (_when, bytes) => {
      using _disk = new SmallDisk(join(api.registry, 'incoming'), '2m');
      const text = randomBytes(bytes).toString('base64').slice(0, bytes);
      const files = { ...filesOf(name, '1.0.0'), 'large.js': text };
      const entries = Object.entries(files).map(([path, content]) => ({ name: path, content }));
      const manifest = JSON.stringify(remoteJson(name, '1.0.0', files));
      const reply = await own([...entries, { name: 'remote.json', content: manifest }]);
      expect(reply).toMatchObject({ status: 413, reason: 'disk-full' });
      expect(await readdir(join(api.registry, 'incoming'))).toEqual([]);
    });

    it('refuses a package without its manifest', async () => {
      expect(await own([{ name: 'a.js', content: 'x' }])).toMatchObject({
        reason: 'package-without-manifest',
      });
    });

    it.each([
      ['a manifest that is none', { routes: 'none' }, { reason: 'package-manifest', words: 'routes' }],
      ['a field that nobody knows', { extra: 1 }, { reason: 'package-manifest', words: '' }],
      [
        'an entry that is no file of it',
        { entry: 'other.js' },
        { reason: 'package-manifest', words: 'entry' },
      ],
      ['the name of another remote', { name: 'files' }, { reason: 'package-name', words: 'files' }],
      [
        'a file that is not listed',
        { assets: { 'remoteEntry.0123.js': '' } },
        { reason: 'package-manifest', words: 'assets' },
      ],
    ])('%s', async (_what, manifest, { reason, words }) => {
      const reply = await publish('1.0.0', manifest);
      expect(reply).toMatchObject({ status: 400, reason });
      expect(reply.msg).toContain(words);
    });

    it('refuses an unlisted file, a missing file and a changed file', async () => {
      expect(await withMore({ name: 'more.js', content: 'x' })).toMatchObject({
        reason: 'package-file-unlisted',
      });
      const files = filesOf(name, '1.0.0');
      const { assets, ...manifest } = remoteJson(name, '1.0.0', files);
      const entries = (changed: object) => [
        ...Object.entries(files).map(([path, content]) => ({ name: path, content })),
        { name: 'remote.json', content: JSON.stringify({ ...manifest, assets: { ...assets, ...changed } }) },
      ];
      const hash = assets['remoteEntry.0123.js'];
      expect(await own(entries({ 'gone.js': hash }))).toMatchObject({ reason: 'package-file-missing' });
      expect(await own(entries({ 'chunks/page.4567.js': hash }))).toMatchObject({ reason: 'package-hash' });
    });

    it('refuses what would break a console, with every reason in words', async () => {
      const reply = await publish('1.0.0', {
        requires: { sdk: '^9.0.0', shell: '*' },
        routes: [{ path: '/taskCenter', titleKey: 'none' }],
      });
      expect(reply).toMatchObject({ status: 400, reason: 'version-unfit' });
      for (const words of ['sdk ^9.0.0', 'route /taskCenter is taken by shell', 'title none'])
        expect(reply.msg).toContain(words);
    });

    it('refuses routes that another live remote has', async () => {
      const other = `${name}other`;
      await send(await remotePackage(other, '1.0.0'), { to: other });
      const claim = { routes: [{ path: `/${other}`, titleKey: 'title' }], menu: [] };
      // The version is stored but not in force, so no page has it yet.
      await portal.request(`/provider/remotes/${other}/traffic`, {
        json: { revision: 0, why: 'x', change: { is: 'promote', version: '1.0.0' } },
      });
      expect((await publish('1.0.0', claim)).msg).toContain(`route /${other} is taken by ${other}`);
    });
  });

  it('ignores compressed files in a package: their content may differ', async () => {
    const more = [{ name: 'remoteEntry.0123.js.br', content: 'not brotli' }];
    expect(await send(await remotePackage(name, '1.0.0', { more }))).toMatchObject({ status: 200 });
    const folder = join(api.registry, 'remotes', name, '1.0.0');
    expect(await readdir(folder)).not.toContain('remoteEntry.0123.js.br');
  });

  describe('a provider key', () => {
    it('gives access to one remote only, if its scope names that', async () => {
      const team = await keyFor(`remotes:${name}`);
      expect(await send(await remotePackage(name, '1.0.0'), { by: team })).toMatchObject({ status: 200 });
      const other = `${name}x`;
      const foreign = await send(await remotePackage(other, '1.0.0'), { to: other, by: team });
      expect(foreign).toMatchObject({ status: 403, reason: 'key-refused' });
      for (const path of ['', '/surroundings'])
        expect(await team.request(`/provider/remotes/${other}${path}`)).toMatchObject({ status: 403 });
      const gc = await team.request(`/provider/remotes/${other}/gc`, { json: {} });
      expect(gc).toMatchObject({ status: 403 });
      const listed = (await team.request('/provider/remotes')).res as { name: string }[];
      expect(listed.map((remote) => remote.name)).toEqual([name]);
    });

    it('gives access to no remote without a scope', async () => {
      const hosts = await keyFor('hosts');
      expect(await hosts.request('/provider/remotes')).toMatchObject({ status: 403 });
      const tokens = await keyFor(`remotes:${name}`);
      expect(await tokens.request('/provider/accounts')).toMatchObject({ status: 403 });
    });

    it('is refused under the reserved name "release"', async () => {
      const made = await portal.request('/provider/keys', { json: { name: 'release', scopes: ['hosts'] } });
      expect(made).toMatchObject({ status: 409 });
    });
  });

  describe('traffic', () => {
    it('changes by a revision, with who and why in the history', async () => {
      await publish('1.0.0');
      await publish('1.1.0');
      expect((await change({ is: 'promote', version: '1.0.0' })).res).toMatchObject({ revision: 1 });
      expect((await change({ is: 'rollout', version: '1.1.0', percent: 20 })).res).toMatchObject({
        revision: 2,
      });
      const { history, traffic } = await status();
      expect(traffic).toMatchObject({ current: '1.0.0', rollout: { version: '1.1.0', percent: 20 } });
      expect(history).toMatchObject([
        { revision: 2, who: 'bootstrap', what: 'rollout 1.1.0 to 20%', why: 'a test' },
        { revision: 1, what: 'promote 1.0.0' },
      ]);
    });

    it('refuses the second of two changes to the same revision', async () => {
      await publish('1.0.0');
      await publish('1.1.0');
      const replies = await Promise.all([
        change({ is: 'promote', version: '1.0.0' }, 0),
        change({ is: 'promote', version: '1.1.0' }, 0),
      ]);
      expect(replies.map(({ status: code }) => code).sort()).toEqual([200, 409]);
      const refused = replies.find(({ status: code }) => code === 409);
      expect(refused).toMatchObject({ reason: 'traffic-conflict' });
      expect(refused?.msg).toContain('revision is now 1');
      expect(await status()).toMatchObject({ revision: 1, history: [{ revision: 1 }] });
    });

    it('changes one at a time, whatever the number of callers, and the console keeps working', async () => {
      await publish('1.0.0');
      await publish('1.1.0');
      const promotion = (index: number) => ({ is: 'promote', version: index % 2 ? '1.0.0' : '1.1.0' });
      const replies = await Promise.all(
        Array.from({ length: 24 }, (_, index) => change(promotion(index), 0)),
      );
      expect(replies.filter(({ status: code }) => code === 200)).toHaveLength(1);
      expect(replies.filter(({ reason }) => reason === 'traffic-conflict')).toHaveLength(23);
    });

    it('gives a route to one of two remotes that are promoted at once', async () => {
      const other = `${name}other`;
      const claim = { routes: [{ path: `/${name}-shared`, titleKey: 'title' }], menu: [] };
      await publish('1.0.0', claim);
      await send(await remotePackage(other, '1.0.0', { manifest: claim }), { to: other });
      const promote = (to: string) =>
        portal.request(`/provider/remotes/${to}/traffic`, {
          json: { revision: 0, why: 'x', change: { is: 'promote', version: '1.0.0' } },
        });
      const replies = await Promise.all([promote(name), promote(other)]);
      expect(replies.map(({ reason }) => reason ?? 'done').sort()).toEqual(['done', 'version-unfit']);
    });

    it('refuses an unknown version, and an unknown account for a pin', async () => {
      await publish('1.0.0');
      expect(await change({ is: 'promote', version: '9.0.0' })).toMatchObject({
        status: 404,
        reason: 'version-unknown',
      });
      expect(await change({ is: 'rollback' })).toMatchObject({ status: 409, reason: 'nothing-to-roll-back' });
      const pin = { is: 'pin', accountCode: 'ac999999', version: '1.0.0' };
      expect(await change(pin)).toMatchObject({ status: 404, field: 'change.accountCode' });
      expect(await status()).toMatchObject({ revision: 0, history: [] });
    });

    it('refuses a version that does not fit the consoles in use', async () => {
      await publish('1.0.0');
      const console = { shell: '0.9.0', sdk: '0.9.0', first_served: new Date(), last_served: new Date() };
      await api.test.db.insertInto('live_console').values(console).execute();
      try {
        const reply = await change({ is: 'promote', version: '1.0.0' });
        expect(reply).toMatchObject({ reason: 'version-unfit' });
        expect((await status()).versions[0]?.unfit).toContain('0.9.0');
        const old = new Date(Date.now() - DAY - 1000);
        await api.test.db
          .updateTable('live_console')
          .set({ last_served: old })
          .where('shell', '=', '0.9.0')
          .execute();
        expect(await change({ is: 'promote', version: '1.0.0' })).toMatchObject({ status: 200 });
      } finally {
        await api.test.db.deleteFrom('live_console').where('shell', '=', '0.9.0').execute();
      }
    });
  });

  describe('the collection of versions', () => {
    it('removes rows and files of versions that no account gets, and reuses no number', async () => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publish(version);
      await change({ is: 'promote', version: '1.1.0' });
      const gc = (dryRun: boolean) => portal.request(`/provider/remotes/${name}/gc`, { json: { dryRun } });
      expect((await gc(true)).res).toMatchObject({ removed: ['1.0.0'] });
      expect((await status()).versions).toHaveLength(5);
      expect((await gc(false)).res).toMatchObject({
        removed: ['1.0.0'],
        kept: [
          { version: '1.4.0' },
          { version: '1.3.0' },
          { version: '1.2.0' },
          { version: '1.1.0', why: 'in force' },
        ],
      });
      expect((await readdir(join(api.registry, 'remotes', name))).sort()).toEqual([
        '1.1.0',
        '1.2.0',
        '1.3.0',
        '1.4.0',
      ]);
      expect((await status()).versions.map(({ version }) => version)).not.toContain('1.0.0');
      expect(await publish('1.0.0')).toMatchObject({ status: 409, reason: 'version-exists' });
      expect(await change({ is: 'promote', version: '1.0.0' })).toMatchObject({ reason: 'version-unknown' });
    });
  });
});

describe('a remote that comes with the product', () => {
  let bundle: string;
  beforeEach(async () => {
    bundle = await mkdtemp(join(tmpdir(), 'sitedeck-bundle-'));
    await chmod(bundle, 0o755);
  });
  afterEach(() => rm(bundle, { recursive: true, force: true }));

  async function build(version: string, code = version): Promise<void> {
    const folder = join(bundle, 'remotes/files', version);
    const files = filesOf('files', code);
    await rm(join(bundle, 'remotes'), { recursive: true, force: true });
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await writeFile(
      join(folder, 'remote.json'),
      JSON.stringify(BuiltRemote.parse(remoteJson('files', version, files))),
    );
  }
  const versionsOf = async (api: TestApi) => {
    const { res } = await new Portal(api).request('/provider/remotes/files');
    const { traffic, versions, history } = RemoteStatus.parse(res);
    return { current: traffic.current, versions: versions.map(({ version }) => version), history };
  };

  it('is registered once by two processes that start at once, and is in force', async () => {
    await build('1.0.0');
    const first = await makeTestApi();
    const starts = [1, 2].map(() => makeTestApi({ beside: first, bundle }));
    const apis = await Promise.all(starts);
    try {
      expect(await versionsOf(first)).toMatchObject({
        current: '1.0.0',
        versions: ['1.0.0'],
        history: [{ who: 'release' }],
      });
    } finally {
      for (const api of apis) await api.close();
      await first.close();
    }
  });

  it('replaces an earlier version, gets a new number for other files, and respects a person’s choice', async () => {
    const first = await makeTestApi();
    const restart = async () => (await makeTestApi({ beside: first, bundle })).close();
    try {
      await build('1.0.0');
      await restart();
      await restart();
      expect((await versionsOf(first)).history).toHaveLength(1);

      await build('1.0.0', 'rebuilt');
      await restart();
      const { current } = await versionsOf(first);
      expect(current).toMatch(/^1\.0\.0-build\.[0-9a-f]{8}$/);

      const portal = new Portal(first);
      await portal.request('/provider/remotes/files/traffic', {
        json: { revision: 2, why: 'the new one is slow', change: { is: 'rollback' } },
      });
      await build('1.1.0');
      await restart();
      const after = await versionsOf(first);
      expect(after.current).toBe('1.0.0');
      expect(after.versions).toContain('1.1.0');
      expect(after.history[0]).toMatchObject({ who: 'release', what: 'store 1.1.0' });
      await restart();
      expect((await versionsOf(first)).history).toHaveLength(after.history.length);
    } finally {
      await first.close();
    }
  });

  it('is restored from the build if its files are lost', async () => {
    await build('1.0.0');
    const first = await makeTestApi();
    try {
      await (await makeTestApi({ beside: first, bundle })).close();
      const folder = join(first.registry, 'remotes/files/1.0.0');
      await rm(folder, { recursive: true });
      await (await makeTestApi({ beside: first, bundle })).close();
      expect(await readdir(folder)).toContain('remoteEntry.0123.js');
      expect((await versionsOf(first)).history).toHaveLength(1);
    } finally {
      await first.close();
    }
  });

  it('comes with packages, and offers them beside those of earlier builds', async () => {
    const packages = join(bundle, 'packages');
    const index = async (version: string) => {
      await mkdir(packages, { recursive: true });
      await writeFile(join(packages, `sdk-${version}.tgz`), version);
      const entry = { name: '@sitedeck/sdk', version, file: `sdk-${version}.tgz`, integrity: 'sha512-x' };
      await writeFile(join(packages, 'index.json'), JSON.stringify({ packages: [entry] }));
    };
    const first = await makeTestApi();
    try {
      for (const version of ['0.1.0', '0.2.0', '0.2.0']) {
        await rm(packages, { recursive: true, force: true });
        await index(version);
        await (await makeTestApi({ beside: first, bundle })).close();
      }
      const offered = join(first.registry, 'packages');
      expect((await readdir(offered)).sort()).toEqual(['index.json', 'sdk-0.1.0.tgz', 'sdk-0.2.0.tgz']);
      const { packages: listed } = JSON.parse(await readFile(join(offered, 'index.json'), 'utf8')) as {
        packages: { version: string }[];
      };
      expect(listed.map(({ version }) => version)).toEqual(['0.2.0', '0.1.0']);
    } finally {
      await first.close();
    }
  });
});
