import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { consoleCalls, providerCalls } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '#testing/api';
import { PASSWORD, Portal } from '#testing/browser';

const run = promisify(execFile);
const PAGE = join(__dirname, '../../../../../docs/api.md');

describe('docs/api.md', () => {
  let api: TestApi;
  let page: string;
  let folder: string;
  beforeAll(async () => {
    api = await makeTestApi();
    page = await readFile(PAGE, 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'docs-'));
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  const script = () => /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

  it('signs in with its script of at most 25 lines', async () => {
    expect(script().trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    const portal = new Portal(api);
    const hostCode = await portal.host(await portal.account(), 'scripted');
    const file = join(folder, 'sign-in.mjs');
    await writeFile(file, script());
    const right = await run(process.execPath, [file, api.url, 'scripted', PASSWORD]);
    expect(JSON.parse(right.stdout)).toMatchObject([
      { code: '200', res: { hostCode } },
      { code: '200', res: { hostService: { hostName: 'scripted' }, operator: 'scripted' } },
    ]);
    const wrong = await run(process.execPath, [file, api.url, 'scripted', 'a wrong password']);
    expect(JSON.parse(wrong.stdout)).toMatchObject([{ code: '403' }, { code: '996' }]);
  });

  it('changes the password with the script that continues the first one', async () => {
    const portal = new Portal(api);
    await portal.host(await portal.account(), 'rescripted');
    const [, second] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
    const file = join(folder, 'change-password.mjs');
    await writeFile(file, `${script()}\n${second}`);
    const changed = await run(process.execPath, [file, api.url, 'rescripted', PASSWORD, 'a new passphrase']);
    expect(JSON.parse(changed.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ code: '200' });
    const secondRun = await run(process.execPath, [
      file,
      api.url,
      'rescripted',
      'a new passphrase',
      'a new passphrase',
    ]);
    expect(JSON.parse(secondRun.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      res: { reason: 'password-same' },
    });
  });

  it('names only calls that exist', () => {
    const known = new Set(
      Object.values({ ...consoleCalls, ...providerCalls }).map((call) => call.path.replace(/\{.*?\}/g, '{}')),
    );
    const named = [
      ...page.matchAll(/(?:GET|POST|PATCH|DELETE)`?,? ?`? ?(\/(?:api|provider|fs)\/[\w/{}-]+)/g),
    ].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(8);
    for (const path of named) expect([...known]).toContain(path.replace(/\{.*?\}/g, '{}'));
  });
});
