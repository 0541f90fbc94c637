import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PublicConfig, type ChallengeWay } from '@sitedeck/contract';
import { makeDns } from '#system/dns/resolver';
import { isolationHere } from '#system/process/identity';
import { challengeFolder } from '#system/settings/paths';
import { Browser, fieldOf, sealPassword } from '#testing/browser';
import { startKnot, type Knot } from '#testing/knot';
import { LyingAuthority } from '#testing/lying-authority';
import { requestSite } from '#testing/node-engines';
import { startPebble, type Pebble } from '#testing/pebble';
import { servedFingerprint } from '#testing/tls-client';
import { Product } from '#testing/whole-product';

const PASSWORD = 'demo-Passw0rd';
const CODE = 'vh10001';
const ZONE = 'zone.example';
const ADDRESS = '127.0.0.1';

describe('domains of the product', () => {
  const authority = new LyingAuthority();
  let product: Product;
  let knot: Knot;
  let pebble: Pebble;
  let browser: Browser;
  let wireKey: string;

  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(50);
  };
  const post = async (path: string, json: unknown = {}) => {
    const { captchaRand } = await browser.challenge();
    const headers = { 'x-verify': sealPassword(PASSWORD, captchaRand, wireKey) };
    return browser.request(`/api/${path}`, { method: 'POST', json, headers });
  };
  /** Starts a task. */
  const begin = async (path: string, json: unknown) => {
    const reply = await post(path, json);
    if (reply.code !== '200') throw new Error(`${path}: ${reply.msg}`);
    return String(fieldOf(reply, 'taskId'));
  };
  const ended = async (taskId: string) => {
    for (;;) {
      const task = await browser.request(`/api/task/getTask/${taskId}`);
      const status = fieldOf(task, 'taskStatus');
      if (status !== 'WAIT' && status !== 'RUNNING')
        return { status, info: String(fieldOf(task, 'taskInfo')) };
      await sleep(50);
    }
  };
  const expectDone = async (path: string, json: unknown) => {
    const end = await ended(await begin(path, json));
    if (end.status !== 'RUNNING_SUCCESS') throw new Error(`${path}: ${end.info}`);
    return end;
  };
  const timesServed = async () =>
    (await readFile(join(product.places.logs, 'worker.log'), 'utf8')).split('sites are in force').length;
  /** Kills the worker, and waits for the next one. */
  const killWorker = async () => {
    const before = await timesServed();
    process.kill(await product.pidOf('worker'), 'SIGKILL');
    await until(async () => (await timesServed()) > before);
  };

  beforeAll(async () => {
    product = await Product.make();
    knot = await startKnot(ZONE, ADDRESS);
    pebble = await startPebble({ httpPort: product.sitesPort, dns: knot.address });
    const port = await authority.start(pebble);
    await product
      .launch({
        SITEDECK_DEMO_PASSWORD: PASSWORD,
        PUBLIC_IPS: ADDRESS,
        EGRESS_ALLOW: ADDRESS,
        DNS_RESOLVER: knot.address,
        DNS_UPDATE_SERVER: knot.address,
        DNS_UPDATE_KEY_FILE: knot.keyFile,
        ACME_DIRECTORY_URL: `https://localhost:${port}/dir`,
        ACME_CA_FILE: pebble.caFile,
        ACME_HTTP_PORT: String(product.sitesPort),
      })
      .ready();
    const config = await fetch(`${product.console}/config.json`);
    wireKey = PublicConfig.parse(await config.json()).wireKey;
    browser = new Browser({ url: product.console, core: { config: { wireKey } } });
    expect((await browser.login('demo', PASSWORD)).code).toBe('200');
  });
  afterAll(async () => {
    authority.close();
    await product.close();
    await pebble.close();
    await knot.close();
  });

  const put = async (path: string, text: string) => {
    const file = join(product.places.hosts, CODE, 'wwwroot', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o644 });
    if (isolationHere().is === 'separate') await chown(file, product.firstUid, product.firstUid);
  };

  it('serves no cached page of the time before a restore', async () => {
    const host = `shop.${ZONE}`;
    const request = async () => {
      const { headers, body } = await requestSite({ port: product.sitesPort, host, path: '/a.css' });
      return [headers['x-cache'], body];
    };
    await put('a.css', 'old');
    await post('domain/bind', { domains: [host] });
    expect((await post('cdn/switch', { domains: [host], isOn: true })).code).toBe('200');
    const { info } = await expectDone('backup/create', { kind: 'site' });
    await put('a.css', 'new');
    expect([await request(), await request()]).toEqual([
      ['MISS', 'new'],
      ['HIT', 'new'],
    ]);
    const { point } = JSON.parse(info) as { point: number };
    await expectDone('backup/restore', { point });
    expect(await request()).toEqual(['MISS', 'old']);
  });

  const filesIn = (folder: string) => readdir(folder).catch(() => []);
  /** Challenge responses that are in place. */
  const responses: Readonly<Record<ChallengeWay, (name: string) => Promise<readonly string[]>>> = {
    automatic: () => filesIn(challengeFolder(product.places.challenges)),
    file: () => filesIn(join(product.places.hosts, CODE, 'wwwroot/.well-known/acme-challenge')),
    dns: async (name) => {
      const found = await makeDns([knot.address]).txt(`_acme-challenge.${name}`);
      return found.is === 'found' ? found.values : [];
    },
  };

  it.each([['automatic'], ['file'], ['dns']] as const)(
    'removes the responses of a request by %s during which the worker was killed, and issues later',
    async (way) => {
      const name = `${way}.${ZONE}`;
      const served = () => servedFingerprint(Number(product.env['SITES_TLS_PORT']), name);
      await post('domain/bind', { domains: [name] });
      await expectDone('certificate/apply', { names: [name] });
      const old = await served();
      // The authority does not learn that the responses are in place.
      authority.lies = { silent: (path) => path.startsWith('/chalZ/') };
      const taskId = await begin('certificate/apply', { names: [name], way });
      await until(async () => (await responses[way](name)).length > 0);
      // The next worker can't begin an order.
      authority.lies = { silent: () => true };
      await killWorker();
      await until(async () => (await responses[way](name)).length === 0);
      expect(await served()).toBe(old);
      authority.lies = {};
      authority.disconnect();
      await ended(taskId);
      await expectDone('certificate/apply', { names: [name], way });
      expect(await served()).not.toBe(old);
      expect(await responses[way](name)).toEqual([]);
    },
  );

  it('serves the old certificate after a kill between issue and download, and a new one later', async () => {
    const name = `late.${ZONE}`;
    const served = () => servedFingerprint(Number(product.env['SITES_TLS_PORT']), name);
    await post('domain/bind', { domains: [name] });
    await expectDone('certificate/apply', { names: [name] });
    const old = await served();
    let isAsked = false;
    authority.lies = { silent: (path) => path.startsWith('/certZ/') && (isAsked = true) };
    const taskId = await begin('certificate/apply', { names: [name] });
    await until(() => Promise.resolve(isAsked));
    await killWorker();
    expect(await served()).toBe(old);
    authority.lies = {};
    authority.disconnect();
    await ended(taskId);
    await until(async () => (await responses.automatic(name)).length === 0);
    await expectDone('certificate/apply', { names: [name] });
    expect(await served()).not.toBe(old);
  });
});
