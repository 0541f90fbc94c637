import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isolationHere } from '../server/src/system/process/identity';
import { pathsOf, type Paths } from '../server/src/system/settings/paths';
import { makeTestApi, TEST_KEY, type TestApi } from '../server/testing/api';
import { parseSize, table } from './cli/src/print';
import { sitedeckProgram } from './cli/src/program';
import { CommandRefusal } from './cli/src/refusal';
import { findLocalServer } from './local-server';

describe('the sitedeck command', () => {
  let api: TestApi;
  /** Input for the command's question. */
  let typed = '';
  beforeAll(async () => {
    api = await makeTestApi();
  });
  afterAll(() => api.close());

  let registry = () => api.providerUrl;

  async function run(line: string, key: string | undefined = TEST_KEY): Promise<string> {
    const said: string[] = [];
    const env = {
      SITEDECK_REGISTRY: registry(),
      SITEDECK_PROVIDER_KEY: key,
      SITEDECK_DATA: '/nonexistent',
    };
    const program = sitedeckProgram({
      findServer: (options) => findLocalServer(env, options),
      say: (text) => void said.push(text),
      askPassword: () => Promise.resolve(typed),
      cwd: '/nonexistent',
      console: '/nonexistent',
    });
    await program.parseAsync(line.split(' '), { from: 'user' });
    return said.join('\n');
  }

  it('creates an account and a host; lists, changes, suspends and removes the host', async () => {
    const account = await run('account create Acme');
    expect(account).toMatch(/^ac\d+$/);
    typed = 'long enough';
    const host = await run(`host create ${account} acme --disk-quota 10G --domains www.acme.example`);
    expect(host).toMatch(/^vh\d+$/);
    expect(await run('account list')).toMatch(new RegExp(`${account} +Acme +1`));
    expect(await run(`host list --account ${account}`)).toMatch(
      new RegExp(`${host} +acme +${account} +PHP +NORMAL +local +www.acme.example`),
    );
    const row = () => api.test.db.selectFrom('host').selectAll().executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ disk_quota: 10 * 1024 ** 3 });
    await run(`host set ${host} --disk-quota none --remark x`);
    expect(await row()).toMatchObject({ disk_quota: null, remark: 'x' });
    expect(await run(`host block ${host}`)).toContain('BLOCKING');
    expect(await run(`host unblock ${host}`)).toContain('NORMAL');
    const before = (await row()).password_hash;
    typed = 'another one';
    await run(`host password ${host}`);
    expect((await row()).password_hash).not.toBe(before);
    expect(await run(`token create ${account} --host ${host} --url http://localhost:8080`)).toMatch(
      /^http:\/\/localhost:8080\/api\/login\/token\?token=[\w-]{43}$/,
    );
    await expect(run(`host delete ${host}`)).rejects.toThrow('--yes');
    expect(await run(`host delete ${host} --yes`)).toContain('gone');
    expect(await run('host list')).not.toContain(host);
  });

  it('creates, lists and revokes keys', async () => {
    const key = await run('key create portal tokens remotes:files');
    expect(await run('key list')).toMatch(/portal +tokens,remotes:files +\S+ +live/);
    await expect(run('account list', key)).rejects.toThrow('lacks this scope');
    await run('key revoke portal');
    expect(await run('key list')).toMatch(/portal .* revoked/);
    await expect(run('account list', key)).rejects.toThrow('A valid key is required');
  });

  it.each([
    ['token create ac1 --administrator', 'operator is required'],
    ['token create ac1 --claim everything', 'remote-override'],
    ['host set vh1 --disk-quota lots', '10G'],
    ['host list --account nonsense', ''],
  ])('refuses %s in one line', async (line, words) => {
    const refusal = await run(line).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CommandRefusal);
    expect(String(refusal)).toContain(words);
  });

  it('reports a missing key and a server that does not answer', async () => {
    const dead = { ADMIN_BIND: '127.0.0.1:1', SITEDECK_PROVIDER_KEY: 'a-key-of-sixteen' };
    const listing = (env: NodeJS.ProcessEnv) =>
      sitedeckProgram({
        findServer: (options) => findLocalServer(env, options),
        say: () => undefined,
        askPassword: () => Promise.resolve(''),
        cwd: '/nonexistent',
        console: '/nonexistent',
      }).parseAsync(['account', 'list'], { from: 'user' });
    await expect(listing(dead)).rejects.toThrow('Is the server running?');
    await expect(listing({ SITEDECK_DATA: '/nonexistent' })).rejects.toThrow('set SITEDECK_PROVIDER_KEY');
  });

  describe('the command line on the server’s own machine', () => {
    let places: Paths;
    let socket: Server;
    beforeEach(async () => {
      places = pathsOf(await mkdtemp(join(tmpdir(), 'sitedeck-cli-')), isolationHere());
      await mkdir(dirname(places.adminSocket), { recursive: true });
      const { hostname, port } = new URL(api.providerUrl);
      socket = createServer((link) => {
        link.pipe(connect(Number(port), hostname)).pipe(link);
      });
      socket.listen(places.adminSocket);
      await once(socket, 'listening');
    });
    afterEach(async () => {
      if (socket.listening) await new Promise((resolve) => socket.close(resolve));
      await rm(places.run, { recursive: true, force: true });
      await rm(places.data, { recursive: true, force: true });
      registry = () => api.providerUrl;
    });
    const list = (env: NodeJS.ProcessEnv) =>
      sitedeckProgram({
        findServer: (options) => findLocalServer({ SITEDECK_PROVIDER_KEY: TEST_KEY, ...env }, options),
        say: () => undefined,
        askPassword: () => Promise.resolve(''),
        cwd: '/nonexistent',
        console: '/nonexistent',
      }).parseAsync(['account', 'list'], { from: 'user' });

    it('calls the unix socket in the data directory, or the configured one', async () => {
      await list({ SITEDECK_DATA: places.data });
      registry = () => `unix:${places.adminSocket}`;
      expect(await run('account create Acme')).toMatch(/^ac\d+$/);
    });

    it('sends its key only to a configured port, even while the server is down', async () => {
      await new Promise((resolve) => socket.close(resolve));
      let connections = 0;
      const squatter = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
      await once(squatter, 'listening');
      const address = squatter.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const env = { SITEDECK_DATA: places.data, ADMIN_BIND: `127.0.0.1:${port}`, PORT: String(port) };
      await expect(list(env)).rejects.toThrow(
        `The provider API at unix:${places.adminSocket} does not answer. Is the server running?`,
      );
      await new Promise((resolve) => squatter.close(resolve));
      expect(connections).toBe(0);
    });

    it('refuses a socket folder that belongs to another user', async () => {
      const foreign = isolationHere().is === 'separate' ? 65_534 : undefined;
      if (foreign === undefined) return;
      await chown(places.run, foreign, foreign);
      await expect(async () => list({ SITEDECK_DATA: places.data })).rejects.toThrow(
        'belongs to another user',
      );
    });
  });

  it('parses sizes and aligns columns', () => {
    expect(['1', '2k', '3M', '4G', 'none', '5x'].map(parseSize)).toEqual([
      1,
      2048,
      3 * 1024 ** 2,
      4 * 1024 ** 3,
      null,
      undefined,
    ]);
    expect(table(['A', 'BB'], [['longer', 'x']])).toBe('A       BB\nlonger  x');
  });
});
