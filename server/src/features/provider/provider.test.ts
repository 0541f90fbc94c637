import { HostCode } from '@sitedeck/contract';
import { readHosts } from '#sites/live-hosts';
import { Refusal } from '#faults/refusal';
import { makeTestApi, TEST_KEY, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

describe('the provider API', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  const requests: string[] = [];
  let refuse: Refusal | undefined;
  beforeAll(async () => {
    api = await makeTestApi({
      work: {
        provisionHost: (hostCode) => {
          requests.push(`provision ${hostCode}`);
          return refuse ? Promise.reject(refuse) : Promise.resolve();
        },
        removeHost: (hostCode) => Promise.resolve(void requests.push(`remove ${hostCode}`)),
        limitHost: (hostCode) => Promise.resolve(void requests.push(`limit ${hostCode}`)),
        applySites: (hostCode) => {
          requests.push(`apply ${hostCode}`);
          return refuse ? Promise.reject(refuse) : Promise.resolve();
        },
      },
    });
    portal = new Portal(api);
    accountCode = await portal.account();
  });
  afterAll(() => api.close());
  beforeEach(() => {
    requests.length = 0;
    refuse = undefined;
  });

  const create = (more: object) =>
    portal.request('/provider/hosts', {
      json: { accountCode, password: PASSWORD, language: 'PHP', ...more },
    });
  const patch = (hostCode: string, json: object) =>
    portal.request(`/provider/hosts/${hostCode}`, { method: 'PATCH', json });

  describe('keys', () => {
    it.each([
      ['none', null],
      ['a wrong one', 'some-other-key-of-nobody'],
      ['an empty one', ''],
    ])('answers 401 to %s', async (_what, key) => {
      const answer = await new Portal(api, key).request('/provider/accounts', { json: { name: 'x' } });
      expect(answer).toMatchObject({ status: 401, code: '401', reason: 'key-unknown' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });

    it('permits what the scopes of a key name and nothing else', async () => {
      const made = await portal.request('/provider/keys', { json: { name: 'portal', scopes: ['tokens'] } });
      const { key } = made.res as { key: string };
      const scoped = new Portal(api, key);
      expect((await scoped.request('/provider/tokens', { json: { accountCode } })).status).toBe(200);
      for (const path of ['/provider/accounts', '/provider/hosts', '/provider/keys'])
        expect(await scoped.request(path)).toMatchObject({ status: 403, reason: 'key-refused' });
      expect((await scoped.request('/provider/accounts', { json: { name: 'x' } })).status).toBe(403);
      const { operator, result } = await api.test.db
        .selectFrom('operation_log')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect([operator, result]).toEqual(['portal', 'key-refused']);
      expect(
        (await fetch(`${api.providerUrl}/metrics`, { headers: { authorization: `Bearer ${key}` } })).status,
      ).toBe(403);
    });

    it('gives no key the right to create keys', async () => {
      const answer = await portal.request('/provider/keys', { json: { name: 'greedy', scopes: ['keys'] } });
      expect(answer).toMatchObject({ status: 400, reason: 'bad-input' });
    });

    it('keeps several keys valid, and ends a revoked one at once', async () => {
      const make = async (name: string) =>
        (
          (await portal.request('/provider/keys', { json: { name, scopes: ['hosts'] } })).res as {
            key: string;
          }
        ).key;
      const [old, fresh] = [new Portal(api, await make('old')), new Portal(api, await make('new'))];
      expect([
        (await old.request('/provider/accounts')).status,
        (await fresh.request('/provider/accounts')).status,
      ]).toEqual([200, 200]);
      await portal.request('/provider/keys/old', { method: 'DELETE' });
      expect([
        (await old.request('/provider/accounts')).status,
        (await fresh.request('/provider/accounts')).status,
      ]).toEqual([401, 200]);
      expect(await portal.request('/provider/keys/old', { method: 'DELETE' })).toMatchObject({ status: 404 });
      expect(
        await portal.request('/provider/keys', { json: { name: 'new', scopes: ['hosts'] } }),
      ).toMatchObject({
        status: 409,
      });
    });

    it('stores keys hashed and never shows them again', async () => {
      const listed = JSON.stringify((await portal.request('/provider/keys')).res);
      const stored = JSON.stringify(await api.test.db.selectFrom('provider_key').selectAll().execute());
      expect(listed + stored).not.toContain(TEST_KEY);
      expect(listed).toContain('bootstrap');
    });

    it('shows the metrics to a key with that scope', async () => {
      const reply = await fetch(`${api.providerUrl}/metrics`, {
        headers: { authorization: `Bearer ${TEST_KEY}` },
      });
      expect(reply.status).toBe(200);
      const text = await reply.text();
      expect(text).toMatch(/^sitedeck_cages [01]$/m);
      expect(text).toMatch(/sitedeck_calls_total\{call="createAccount",result="ok"\} [1-9]/);
      expect(text).toMatch(/sitedeck_call_seconds_count\{call="createAccount"\} [1-9]/);
      expect((await fetch(`${api.providerUrl}/metrics`)).status).toBe(401);
    });

    it('accepts no key on the console and no session here', async () => {
      const console = await new Browser(api).request('/api/currentHostInfo', {
        headers: { authorization: `Bearer ${TEST_KEY}` },
      });
      expect(console.status).toBe(996);
    });
  });

  describe('hosts', () => {
    it('creates a host with a code, a uid of its own and its documents', async () => {
      const one = await create({
        hostName: 'one',
        diskQuotaBytes: 10 * 1024 ** 3,
        domains: ['WWW.One.Example', '例子.测试'],
      });
      const two = await create({ hostName: 'two', language: 'HTML' });
      const [first, second] = [one, two].map((answer) => (answer.res as { hostCode: string }).hostCode);
      expect(requests).toEqual([`provision ${first}`, `provision ${second}`]);
      expect((await portal.request(`/provider/hosts/${first}`)).res).toMatchObject({
        hostCode: first,
        hostName: 'one',
        diskQuotaBytes: 10 * 1024 ** 3,
        databaseQuotaBytes: null,
        archiveEntries: 200_000,
        memoryMib: null,
        processes: null,
        cpuPercent: null,
        cpuWeight: null,
        ioWeight: null,
        mailsPerHour: null,
        domains: ['www.one.example', 'xn--fsqu00a.xn--0zwm56d'],
        serviceStatus: 'NORMAL',
      });
      const rows = await api.test.db.selectFrom('host').select(['code', 'uid']).orderBy('uid').execute();
      expect(new Set(rows.map((row) => row.uid)).size).toBe(rows.length);
      expect(rows.every((row) => row.uid >= 20001)).toBe(true);
      const config = await api.test.db
        .selectFrom('site_config')
        .selectAll()
        .where('host_code', '=', HostCode.parse(second))
        .execute();
      expect(config).toMatchObject([
        { version: 1, document: { language: 'HTML', documents: ['index.html'] } },
      ]);
    });

    it('leaves nothing of a host that the node can’t create, and frees its name', async () => {
      refuse = new Refusal('engine-down');
      const failed = await create({ hostName: 'half', domains: ['half.example'] });
      expect(failed).toMatchObject({ status: 502, reason: 'engine-down' });
      expect(requests.map((line) => line.split(' ')[0])).toEqual(['provision', 'remove']);
      expect(JSON.stringify((await portal.request('/provider/hosts')).res)).not.toContain('half');
      refuse = undefined;
      expect((await create({ hostName: 'half', domains: ['half.example'] })).status).toBe(200);
    });

    it('reuses no uid and no code', async () => {
      const made = (await create({ hostName: 'short-lived' })).res as { hostCode: string };
      const uidOf = async (code: string) =>
        (
          await api.test.db
            .selectFrom('host')
            .select('uid')
            .where('code', '=', HostCode.parse(code))
            .executeTakeFirst()
        )?.uid ?? 0;
      const uid = await uidOf(made.hostCode);
      expect((await portal.request(`/provider/hosts/${made.hostCode}`, { method: 'DELETE' })).status).toBe(
        200,
      );
      expect(requests.at(-1)).toBe(`remove ${made.hostCode}`);
      const next = (await create({ hostName: 'short-lived' })).res as { hostCode: string };
      expect(next.hostCode).not.toBe(made.hostCode);
      expect(await uidOf(next.hostCode)).toBeGreaterThan(uid);
      expect(await portal.request(`/provider/hosts/${made.hostCode}`)).toMatchObject({
        status: 404,
        reason: 'host-gone',
      });
    });

    it('keeps names and domains of hosts unique', async () => {
      await create({ hostName: 'taken', domains: ['taken.example'] });
      expect(await create({ hostName: 'taken' })).toMatchObject({
        status: 409,
        reason: 'name-taken',
        field: 'hostName',
      });
      const thief = await create({ hostName: 'thief', domains: ['TAKEN.example'] });
      expect(thief).toMatchObject({ status: 409, reason: 'name-taken', field: 'domains' });
      expect(JSON.stringify((await portal.request('/provider/hosts')).res)).not.toContain('thief');
    });

    it.each([
      'console.example.com',
      'shop.console.example.com',
      'a.b.console.example.com',
      'shop.localhost',
      'CONSOLE.example.com.',
      'vh10001.localhost',
      'preview.example.net',
      'vh10001.preview.example.net',
    ])('binds no host to %s', async (domain) => {
      const answer = await create({ hostName: 'impostor', domains: [domain] });
      expect(answer.status).toBe(400);
      expect(['domain-refused', 'bad-input']).toContain(answer.reason);
    });

    it.each([
      '127.0.0.1',
      'localhost',
      '[::1]',
      '2130706433',
      'a..b',
      '-a.example',
      'a b.example',
      'x.example\nserver {',
    ])('refuses to bind %j', async (domain) => {
      expect((await create({ hostName: 'odd', domains: [domain] })).status).toBe(400);
    });

    it('changes single fields, and involves the node only for fields that it serves', async () => {
      const { hostCode } = (
        await create({ hostName: 'changing', domains: ['a.example.org', 'b.example.org'] })
      ).res as { hostCode: string };
      requests.length = 0;
      expect((await patch(hostCode, { remark: 'new', plugin: 1 })).res).toMatchObject({
        remark: 'new',
        plugin: 1,
        hostName: 'changing',
      });
      expect(requests).toEqual([]);
      expect((await patch(hostCode, { domains: ['b.example.org', 'c.example.org'] })).res).toMatchObject({
        domains: ['b.example.org', 'c.example.org'],
      });
      await patch(hostCode, { serviceStatus: 'BLOCKING' });
      await patch(hostCode, { language: 'HTML' });
      expect(requests).toEqual(Array(3).fill(`apply ${hostCode}`));
      const versions = await api.test.db
        .selectFrom('site_config')
        .select('version')
        .where('host_code', '=', HostCode.parse(hostCode))
        .execute();
      expect(versions.map((row) => row.version).sort()).toEqual([1, 2]);
    });

    it('leaves a host unchanged if the node refuses a change, and passes on its message', async () => {
      const { hostCode } = (await create({ hostName: 'steady', domains: ['steady.example.org'] })).res as {
        hostCode: string;
      };
      const before = (await portal.request(`/provider/hosts/${hostCode}`)).res;
      refuse = new Refusal('config-refused', { values: { engine: 'nginx', detail: 'not fit' } });
      const change = {
        hostName: 'unsteady',
        remark: 'x',
        contact: { email: 'a@example.org' },
        domains: ['other.example.org'],
        language: 'HTML',
        serviceStatus: 'BLOCKING',
      };
      const answer = await patch(hostCode, change);
      expect(answer).toMatchObject({ status: 400, reason: 'config-refused' });
      expect(answer.msg).toContain('not fit');
      expect((await portal.request(`/provider/hosts/${hostCode}`)).res).toEqual(before);
      refuse = undefined;
      expect((await patch(hostCode, change)).res).toMatchObject({
        hostName: 'unsteady',
        language: 'HTML',
        domains: ['other.example.org'],
      });
    });

    it('keeps a change while the node does not answer, and applies it when the node is back', async () => {
      const { hostCode } = (await create({ hostName: 'patient' })).res as { hostCode: string };
      refuse = new Refusal('engine-down');
      expect(await patch(hostCode, { serviceStatus: 'BLOCKING' })).toMatchObject({
        status: 502,
        reason: 'engine-down',
      });
      expect((await portal.request(`/provider/hosts/${hostCode}`)).res).toMatchObject({
        serviceStatus: 'BLOCKING',
      });
    });

    it('accepts a new password at once and the old one no longer', async () => {
      const { hostCode } = (await create({ hostName: 'renewed' })).res as { hostCode: string };
      await patch(hostCode, { password: 'a new password' });
      expect((await new Browser(api).login('renewed', PASSWORD)).code).toBe('403');
      expect((await new Browser(api).login('renewed', 'a new password')).code).toBe('200');
    });

    it('refuses unknown fields, and never changes the account', async () => {
      const { hostCode } = (await create({ hostName: 'strict' })).res as { hostCode: string };
      const before = (await portal.request(`/provider/hosts/${hostCode}`)).res;
      for (const field of ['diskQuotaByte', 'hostCode', 'node', 'uid', '__proto__x']) {
        expect(await patch(hostCode, { remark: 'changed', [field]: 'x' })).toMatchObject({
          status: 400,
          reason: 'bad-input',
          field,
        });
      }
      const other = await portal.account();
      const moved = await patch(hostCode, { remark: 'changed', accountCode: other });
      expect(moved).toMatchObject({ status: 400, reason: 'account-fixed', field: 'accountCode' });
      expect(moved.msg).toContain('accountCode');
      expect((await portal.request(`/provider/hosts/${hostCode}`)).res).toEqual(before);
      expect((await patch(hostCode, { accountCode })).res).toEqual(before);
    });

    it('lists hosts with one query, each with its own domains in the order they were bound', async () => {
      const mine = await portal.account();
      for (const [hostName, domains] of [
        ['listed-a', ['z.example.net', 'y.example.net']],
        ['listed-b', []],
      ] as const)
        await create({ accountCode: mine, hostName, domains });
      const list = async (path: string) =>
        (await portal.request(path)).res as { hostName: string; domains: string[] }[];
      const found = await list(`/provider/hosts?accountCode=${mine}`);
      expect(found.map(({ hostName, domains }) => [hostName, [...domains].sort()])).toEqual([
        ['listed-a', ['y.example.net', 'z.example.net']],
        ['listed-b', []],
      ]);
      expect((await list('/provider/hosts')).length).toBeGreaterThan(2);
      let queries = 0;
      const counting = api.test.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const all = await readHosts(counting);
      expect([queries, all.length]).toEqual([1, (await list('/provider/hosts')).length]);
      expect(JSON.stringify(all)).not.toContain('password');
    });

    it('accepts a new limit of archive entries at any time', async () => {
      const made = await create({ hostName: 'archives', archiveEntries: 5000 });
      const path = `/provider/hosts/${(made.res as { hostCode: string }).hostCode}`;
      expect((await portal.request(path)).res).toMatchObject({ archiveEntries: 5000 });
      await portal.request(path, { method: 'PATCH', json: { archiveEntries: 7000 } });
      await portal.request(path, { method: 'PATCH', json: { remark: 'larger' } });
      expect((await portal.request(path)).res).toMatchObject({ archiveEntries: 7000 });
    });

    it('stores what the programs of a host may use, applies it at once, and returns to the default', async () => {
      const plan = { memoryMib: 512, processes: 64, cpuPercent: 150, cpuWeight: 200, ioWeight: 50 };
      const { hostCode } = (await create({ hostName: 'planned', ...plan })).res as { hostCode: string };
      expect((await portal.request(`/provider/hosts/${hostCode}`)).res).toMatchObject(plan);
      requests.length = 0;
      expect((await patch(hostCode, { memoryMib: 1024, cpuWeight: null })).res).toMatchObject({
        ...plan,
        memoryMib: 1024,
        cpuWeight: null,
      });
      await patch(hostCode, { remark: 'unlimited' });
      expect(requests).toEqual([`limit ${hostCode}`]);
      const { detail } = await api.test.db
        .selectFrom('operation_log')
        .select('detail')
        .where('object', '=', hostCode)
        .where('action', '=', 'updateHost')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      expect(detail).toMatchObject({
        before: { memoryMib: 512, cpuWeight: 200 },
        after: { memoryMib: 1024, cpuWeight: null },
      });
    });

    it.each([
      [{ hostName: 'weak', password: 'short' }, 'password'],
      [{ hostName: '../x' }, 'hostName'],
      [{ hostName: 'x y' }, 'hostName'],
      [{ hostName: 'quota', diskQuotaBytes: -1 }, 'diskQuotaBytes'],
      [{ hostName: 'none', archiveEntries: 0 }, 'archiveEntries'],
      [{ hostName: 'all', archiveEntries: 1_000_001 }, 'archiveEntries'],
      [{ hostName: 'tiny', memoryMib: 63 }, 'memoryMib'],
      [{ hostName: 'huge', memoryMib: 1_048_577 }, 'memoryMib'],
      [{ hostName: 'half', memoryMib: 128.5 }, 'memoryMib'],
      [{ hostName: 'text', memoryMib: '512' }, 'memoryMib'],
      [{ hostName: 'few', processes: 31 }, 'processes'],
      [{ hostName: 'slow', cpuPercent: 4 }, 'cpuPercent'],
      [{ hostName: 'light', cpuWeight: 9 }, 'cpuWeight'],
      [{ hostName: 'heavy', ioWeight: 1001 }, 'ioWeight'],
      [{ hostName: 'unit', memoryMb: 512 }, 'memoryMb'],
      [{ hostName: 'mails', mailsPerHour: -1 }, 'mailsPerHour'],
      [{ hostName: 'lang', language: 'COBOL' }, 'language'],
      [{ hostName: 'acct', accountCode: 'ac999999' }, 'accountCode'],
      [{ hostName: 'typo', diskQuotaByte: 1 }, 'diskQuotaByte'],
      [{ hostName: 'inner', contact: { mail: 'a@example.org' } }, 'contact.mail'],
    ])('refuses %j and names the field', async (body, field) => {
      const answer = await create(body);
      expect([400, 404]).toContain(answer.status);
      expect(answer.field).toBe(field);
    });
  });

  it('requires a user’s name for an administrator’s token, and accepts only hosts of the account', async () => {
    const token = (json: object) => portal.request('/provider/tokens', { json });
    expect(await token({ accountCode, role: 'ADMINISTRATOR' })).toMatchObject({
      status: 400,
      field: 'operator',
    });
    const foreign = await portal.host(await portal.account(), 'elsewhere');
    expect(await token({ accountCode, hostCode: foreign })).toMatchObject({ status: 404, field: 'hostCode' });
    const embed = await portal.request('/provider/embed-tokens', {
      json: { accountCode, hostCode: foreign, remote: 'files', origin: 'https://a.example' },
    });
    expect(embed).toMatchObject({ status: 404, field: 'hostCode' });
    for (const origin of ['https://a.example/', 'https://a.example/x', '*', 'javascript:alert(1)']) {
      const json = { accountCode, hostCode: foreign, remote: 'files', origin };
      expect((await portal.request('/provider/embed-tokens', { json })).field).toBe('origin');
    }
  });

  it('names the user who acts on a customer’s host, in a portal too', async () => {
    const accountCode = await portal.account();
    const hostCode = await portal.host(accountCode, 'named');
    const json = { accountCode, hostCode, remote: 'files', origin: 'https://portal.example' };
    const request = (more: object) =>
      portal.request('/provider/embed-tokens', { json: { ...json, ...more } });
    expect(await request({ role: 'ADMINISTRATOR' })).toMatchObject({ status: 400, field: 'operator' });
    const { res } = await request({ role: 'ADMINISTRATOR', operator: 'ann' });
    const { origin } = json;
    const authorization = `Bearer ${(res as { token: string }).token}`;
    await new Browser(api).request('/api/task/stopTask/1', { headers: { authorization, origin } });
    const row = await api.test.db
      .selectFrom('operation_log')
      .select(['operator', 'role'])
      .where('action', '=', 'stopTask')
      .where('host_code', '=', HostCode.parse(hostCode))
      .executeTakeFirst();
    expect(row).toEqual({ operator: 'ann', role: 'ADMINISTRATOR' });
  });

  it('gives embed tokens only for the installation’s portals, if it names any', async () => {
    const narrow = await makeTestApi({ embedOrigins: ['https://portal.example'] });
    const owner = new Portal(narrow);
    const account = await owner.account();
    const hostCode = await owner.host(account, 'embedded');
    const request = (origin: string) =>
      owner.request('/provider/embed-tokens', {
        json: { accountCode: account, hostCode, remote: 'files', origin },
      });
    expect(await request('https://portal.example')).toMatchObject({ status: 200 });
    expect(await request('https://evil.example')).toMatchObject({ status: 403, reason: 'embed-origin' });
    await narrow.close();
  });

  it('logs every change with the key’s name, and without passwords', async () => {
    const { hostCode } = (await create({ hostName: 'logged' })).res as { hostCode: string };
    await create({ hostName: 'logged' });
    const rows = await api.test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('object', '=', 'logged')
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'createHost', operator: 'bootstrap', role: 'PROVIDER', result: 'ok', host_code: hostCode },
      { action: 'createHost', operator: 'bootstrap', role: 'PROVIDER', result: 'name-taken' },
    ]);
    expect(JSON.stringify(rows) + api.logLines.join('')).not.toContain(PASSWORD);
  });
});
