import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectVersions, getRemote } from '@sitedeck/contract';
import { makeTestApi, TEST_KEY, type TestApi } from '../server/testing/api';
import { remotePackage } from '../server/testing/remote-package';
import { findServer } from './cli/src/server-address';
import { sitedeckProgram } from './cli/src/program';

const DAY = 24 * 3600_000;
const MAIN = join(__dirname, 'cli/src/main.ts');

describe('commands of a team for the traffic of its remote', () => {
  let api: TestApi;
  let names = 0;
  /** A remote that only this test uses. */
  let name: string;
  beforeAll(async () => {
    api = await makeTestApi();
  });
  afterAll(() => api.close());
  beforeEach(() => {
    name = `notes${(names += 1)}`;
  });

  const env = () => ({ SITEDECK_URL: api.url, SITEDECK_REGISTRY: api.providerUrl, SITEDECK_KEY: TEST_KEY });

  async function publish(...versions: string[]): Promise<void> {
    for (const version of versions) {
      const reply = await fetch(`${api.providerUrl}/provider/remotes/${name}/versions?why=test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/gzip' },
        body: new Uint8Array(await remotePackage(name, version)),
      });
      if (!reply.ok) throw new Error(await reply.text());
    }
  }

  /** A folder that holds no remote. */
  async function run(line: string): Promise<string> {
    const said: string[] = [];
    const program = sitedeckProgram({
      findServer: (options) => findServer(env(), options),
      say: (text) => void said.push(text),
      askPassword: () => Promise.reject(new Error('nothing is asked')),
      cwd: tmpdir(),
      console: '/nonexistent',
    });
    await program.parseAsync(line.split(' '), { from: 'user' });
    return said.join('\n');
  }
  const remote = (line: string) => run(`remote ${line} --remote ${name}`);
  const change = (line: string) => remote(`${line} --why test`);

  /** Runs the command in a child process, as a script would. */
  const runApart = (line: string): Promise<{ code: number; said: string; complained: string }> =>
    new Promise((resolve) => {
      const args = ['--import', require.resolve('tsx'), MAIN, ...line.split(' ')];
      const options = { cwd: tmpdir(), env: { ...process.env, ...env(), INIT_CWD: tmpdir() } };
      execFile(process.execPath, args, options, (error, said, complained) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said, complained }),
      );
    });

  it('requires an address instead of sending the key to a port of this machine', async () => {
    const program = sitedeckProgram({
      findServer: (options) => findServer({ SITEDECK_KEY: TEST_KEY }, options),
      say: () => undefined,
      askPassword: () => Promise.reject(new Error('nothing is asked')),
      cwd: tmpdir(),
      console: '/nonexistent',
    });
    await expect(program.parseAsync(['remote', 'list'], { from: 'user' })).rejects.toThrow(
      'No server: set SITEDECK_REGISTRY',
    );
  });

  it('promotes, rolls out, pins, rolls back and withdraws, and prints the state after each', async () => {
    await publish('1.0.0', '1.1.0');
    const account = await run('account create Acme');
    expect(await change('promote 1.0.0')).toBe('revision 1\neverybody  1.0.0');
    expect(await change('rollout 1.1.0 --percent 10')).toBe('revision 2\neverybody  1.0.0\n10 %       1.1.0');
    expect(await change('rollout 1.1.0 --percent 0')).toBe('revision 3\neverybody  1.0.0');
    expect(await change('promote 1.1.0')).toBe('revision 4\neverybody  1.1.0\nbefore     1.0.0');
    const pinned = await change(`pin 1.0.0 --account ${account}`);
    expect(pinned).toBe(`revision 5\neverybody  1.1.0\n${account.padEnd(10)} 1.0.0\nbefore     1.0.0`);
    // The end of a pin needs no version.
    expect(await change(`pin --account ${account} --end`)).toBe(
      'revision 6\neverybody  1.1.0\nbefore     1.0.0',
    );
    expect(await change('rollback')).toBe('revision 7\neverybody  1.0.0\nbefore     1.1.0');
    expect(await change('withdraw')).toBe('revision 8\neverybody  nothing\nbefore     1.0.0');
    expect(await change('rollback')).toBe('revision 9\neverybody  1.0.0');
    const status = getRemote.reply.parse(JSON.parse(await remote('status --json')));
    expect(status.history.map(({ what }) => what).reverse()).toEqual([
      'promote 1.0.0',
      'rollout 1.1.0 to 10%',
      'rollout ends',
      'promote 1.1.0',
      `pin ${account} to 1.0.0`,
      `unpin ${account}`,
      'rollback to 1.0.0',
      'withdraw',
      'rollback to 1.0.0',
    ]);
  });

  it('refuses a change to an older state, exits with 1 and prints what to do', async () => {
    await publish('1.0.0', '1.1.0');
    await change('promote 1.0.0');
    const line = `remote promote 1.1.0 --remote ${name} --why test --revision`;
    const stale = await runApart(`${line} 0`);
    expect(stale).toEqual({
      code: 1,
      said: '',
      complained: 'Traffic was changed elsewhere (revision is now 1). Review it and retry\n',
    });
    expect(await runApart(`${line} 1`)).toMatchObject({ code: 0, complained: '' });
  });

  it.each([
    ['rollback', 'There is no version to roll back to'],
    ['promote 9.9.9', 'Version 9.9.9 does not exist'],
    ['rollout 1.0.0 --percent 99', 'All accounts already have version 1.0.0'],
    ['pin 1.0.0 --account acme', 'acme is not an account code'],
    ['promote one', 'one is not a version'],
    ['promote', 'no remote.json'],
  ])('refuses %s with a reason', async (line, words) => {
    await publish('1.0.0');
    await change('promote 1.0.0');
    const refused = await change(line).catch((error: unknown) => error);
    expect(String(refused)).toContain(words);
    expect(await remote('status')).toContain(`${name}, revision 1`);
  });

  it.each([
    ['rollout 1.0.0 --percent 100 --why all', 'promote'],
    ['rollout 1.0.0 --percent ten --why some', 'a whole number'],
    ['rollout 1.0.0 --percent -1 --why some', ''],
    ['rollout 1.0.0 --why some', '--percent'],
    ['promote 1.0.0', '--why'],
    ['promote 1.0.0 --why x --revision latest', 'a whole number'],
    ['promote 1.0.0 --why x --force', '--force'],
    ['demote 1.0.0', 'demote'],
  ])('exits with 2 for an unknown command: %s', async (line, words) => {
    const { code, said, complained } = await runApart(`remote ${line}`);
    expect([code, said]).toEqual([2, '']);
    expect(complained).toContain(words);
    expect(complained).toContain('Usage: sitedeck remote');
  });

  it('removes versions that no host gets, with their files, and prints why it keeps the others', async () => {
    await publish('1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0');
    await change('promote 1.0.0');
    await change('promote 1.1.0');
    await change('promote 1.4.0');
    const stored = async () =>
      (await readdir(join(api.registry, 'remotes', name))).filter((file) => file.startsWith('1.')).sort();
    // Every version that was live in the last days stays.
    expect(await remote('gc')).not.toContain('gone');
    api.advance(8 * DAY);
    const all = await stored();
    expect(await remote('gc --dry-run')).toContain('would go  1.0.0');
    expect(await stored()).toEqual(all);
    expect((await remote('gc')).split('\n')).toEqual([
      'gone  1.0.0',
      'stays  1.4.0: in force',
      'stays  1.3.0: among the newest 3',
      'stays  1.2.0: among the newest 3',
      'stays  1.1.0: rollback returns to it',
    ]);
    expect(await stored()).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0']);
    expect(collectVersions.reply.parse(JSON.parse(await remote('gc --json'))).removed).toEqual([]);
    expect(await remote('status')).not.toMatch(/^1\.0\.0 /m);
    await expect(change('promote 1.0.0')).rejects.toThrow('Version 1.0.0 does not exist');
  });
});
