import { statSync } from 'node:fs';
import { signInByToken, loginForm, callProvider, sendLogin, type Client } from './api';
import { eventually } from './eventually';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';

interface TestHost {
  readonly code: string;
  readonly accountCode: string;
  readonly client: Client;
}

describe('two hosts on one machine', () => {
  let product: Product;
  let one: TestHost;
  let two: TestHost;

  const makeHost = async (accountCode: string, hostName: string): Promise<TestHost> => {
    const made = await callProvider(product, 'POST /provider/hosts', {
      accountCode,
      hostName,
      password: `password of ${hostName}`,
      language: 'PHP',
      domains: [`${hostName}.example.com`],
    });
    expect(made.status).toBe(200);
    const code = String(made.res['hostCode']);
    const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode: code });
    return { code, accountCode, client: await signInByToken(product, String(token.res['token'])) };
  };

  beforeAll(async () => {
    product = sharedProduct();
    const account = async (name: string) =>
      String((await callProvider(product, 'POST /provider/accounts', { name })).res['accountCode']);
    one = await makeHost(await account('first'), 'one');
    two = await makeHost(await account('second'), 'two');
  });

  it('shows the files of a host under its own names and not under the other’s', async () => {
    const written = await one.client.call('POST /fs/echo', {
      path: '/wwwroot/note.txt',
      content: 'from one',
    });
    expect(written).toMatchObject({ status: 200, code: '200' });
    for (const name of [`${one.code}.localhost`, 'one.example.com']) {
      await eventually(async () =>
        expect(await visitSite(product, name, '/note.txt')).toEqual({ status: 200, body: 'from one' }),
      );
    }
    for (const name of [`${two.code}.localhost`, 'two.example.com']) {
      await eventually(async () => expect(await visitSite(product, name)).toMatchObject({ status: 200 }));
      expect(await visitSite(product, name, '/note.txt')).toMatchObject({ status: 404 });
    }
  });

  it('answers 421 for a name that belongs to no host', async () => {
    expect(await visitSite(product, 'stranger.example.com')).toMatchObject({ status: 421 });
  });

  it('runs PHP under the host’s own uid, so that it can’t read the other host', async () => {
    const script = `<?php echo posix_getuid(), ' ', @file_get_contents('${product.data}/hosts/${two.code}/wwwroot/index.html') === false ? 'closed' : 'open';`;
    await one.client.call('POST /fs/echo', { path: '/wwwroot/who.php', content: script });
    const reply = await visitSite(product, `${one.code}.localhost`, '/who.php');
    const [uid, reach] = reply.body.split(' ');
    const owner = ({ code }: TestHost) => statSync(`${product.data}/hosts/${code}/wwwroot`).uid;
    expect(Number(uid)).toBe(owner(one));
    expect([0, owner(two)]).not.toContain(Number(uid));
    expect(reach).toBe('closed');
  });

  it('hides all our secrets from the environment that PHP can read', async () => {
    const script = `<?php foreach (glob('/proc/[0-9]*/environ') as $f) { echo @file_get_contents($f), "\\n"; } echo 'end';`;
    await one.client.call('POST /fs/echo', { path: '/wwwroot/environ.php', content: script });
    const { body } = await visitSite(product, `${one.code}.localhost`, '/environ.php');
    expect(body).toContain('end');
    expect(body).not.toContain(product.provider.key);
    expect(body).not.toMatch(/postgresql:|PASSWORD|DATABASE_URL|_KEY=/);
  });

  it('refuses the other’s host code in a path and in a header, and changes nothing', async () => {
    const inPath = await one.client.call(`GET /api/task/queryList/${two.code}`);
    expect(inPath.code).not.toBe('200');
    const inHeader = await one.client.call(
      'POST /fs/touch',
      { path: '/wwwroot/never' },
      { 'X-Host-Code': two.code },
    );
    expect(inHeader).toMatchObject({ status: 200, code: '409', res: { reason: 'host-changed' } });
    const listed = await two.client.call('POST /fs/ls', { path: '/wwwroot' });
    expect(JSON.stringify(listed.res)).not.toContain('never');
    const switched = await one.client.call('POST /api/changeHost', { hostCode: two.code });
    expect(switched.code).not.toBe('200');
  });

  it('answers a call without a session with HTTP 996, also in the file service', async () => {
    const anonymous: Client = { ...one.client, cookie: '' };
    expect(anonymous.cookie).toBe('');
    const headers = { 'X-Requested-With': 'XMLHttpRequest' };
    for (const path of ['/fs/ls', '/fs/upload?path=/wwwroot', '/api/logout']) {
      const { status } = await fetch(product.origin + path, { method: 'POST', headers });
      expect([path, status]).toEqual([path, 996]);
    }
  });

  it('refuses a used portal token', async () => {
    const made = await callProvider(product, 'POST /provider/tokens', {
      accountCode: one.accountCode,
      hostCode: one.code,
    });
    const token = String(made.res['token']);
    expect((await signInByToken(product, token)).cookie).not.toBe('');
    expect((await signInByToken(product, token)).cookie).toBe('');
  });

  it('refuses a second use of a sign-in form', async () => {
    const form = await loginForm(product, 'one', 'password of one');
    expect(await sendLogin(product, form)).toMatchObject({ code: '200' });
    expect(await sendLogin(product, form)).toMatchObject({ code: '400' });
  });

  it('closes site and console of a suspended host, and opens them again', async () => {
    await callProvider(product, `PATCH /provider/hosts/${two.code}`, { serviceStatus: 'BLOCKING' });
    await eventually(async () =>
      expect(await visitSite(product, 'two.example.com')).toMatchObject({ status: 503 }),
    );
    expect(await two.client.call('POST /fs/ls', { path: '/' })).toMatchObject({
      code: '403',
      res: { reason: 'host-blocked' },
    });
    await callProvider(product, `PATCH /provider/hosts/${two.code}`, { serviceStatus: 'NORMAL' });
    await eventually(async () =>
      expect(await visitSite(product, 'two.example.com')).toMatchObject({ status: 200 }),
    );
  });
});
