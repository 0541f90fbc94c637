import { setTimeout as sleep } from 'node:timers/promises';
import { callLocally, type LocalCall } from '#testing/local-caller';
import { Product, type Launch } from '#testing/whole-product';
import { isolationHere, type Identity } from '#system/process/identity';
import { commandLine } from '#system/process/pid-file';

const KEY = 'provider-key-for-tests-0123456789';
const USER: Identity = { uid: 5, gid: 60 };

const requestOf = (line: string, host: string, body = '') =>
  [
    `${line} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    `authorization: Bearer ${KEY}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
const ACCOUNTS = requestOf('GET /provider/accounts', 'localhost');
const STYLE = requestOf('GET /style/console.css', 'tools.localhost');
const newAccount = (name: string) =>
  requestOf('POST /provider/accounts', 'localhost', JSON.stringify({ name }));
const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0);

(isolationHere().is === 'separate' ? describe : describe.skip)('a program under a uid of hosts', () => {
  let product: Product;
  let running: Launch;

  const tenant = (): Identity => ({ uid: product.firstUid + 100, gid: product.firstUid + 100 });
  const adminPort = () => Number(product.env['ADMIN_BIND']?.split(':')[1]);
  const call = (identity: Identity, more: Partial<LocalCall> = {}) =>
    callLocally({ identity, to: '127.0.0.1', port: adminPort(), request: ACCOUNTS, ...more });

  beforeAll(async () => {
    product = await Product.make();
    running = await product.launch({ SITEDECK_PROVIDER_KEY: KEY }).ready();
  });
  afterAll(() => product.close());

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('gets nothing from ADMIN_BIND by %s', async (to) => {
    expect(await call(tenant(), { to })).toBe('');
    expect(statusOf(await call(USER, { to }))).toBe(200);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is refused at ADMIN_TOOL_PORT by %s', async (to) => {
    const tool = { to, port: Number(product.env['ADMIN_TOOL_PORT']), request: STYLE };
    expect(statusOf(await call(tenant(), tool))).toBe(403);
    expect(statusOf(await call(USER, tool))).toBe(200);
  });

  it('has no effect by a connection that it opens and closes while the API is down', async () => {
    const said = running.stdout.length;
    const pid = await product.pidOf('api');
    process.kill(pid, 'SIGKILL');
    while ((await commandLine(pid)) !== '') await sleep(5);
    await call(tenant(), { request: newAccount('of a host'), habit: 'leaves' });
    await running.says('api is back', said);
    expect(statusOf(await call(USER, { request: newAccount('of a user') }))).toBe(200);
    const listed = await call(USER);
    expect(listed).toContain('of a user');
    expect(listed).not.toContain('of a host');
  });
});
