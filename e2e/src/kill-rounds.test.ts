import { setTimeout as sleep } from 'node:timers/promises';
import { loginForm, sendLogin, type Client } from './api';
import { eventually } from './eventually';
import { partsOf } from './processes';
import { startProduct, visitSite, type OwnProduct } from './product';

const ROUNDS = process.env['SITEDECK_TEST_LONG'] === '1' ? 50 : 7;

jest.setTimeout(ROUNDS * 60_000 + 120_000);

/** Writes small files one after another until it is stopped, and keeps the names that the server acknowledged. */
class Writer {
  readonly acknowledged: string[] = [];
  private stopped = false;
  private readonly work: Promise<void>;

  constructor(
    private readonly client: Client,
    private readonly folder: string,
  ) {
    this.work = this.write();
  }

  private async write(): Promise<void> {
    for (let number = 0; !this.stopped; number += 1) {
      const name = `${number}.txt`;
      const body = { path: `/wwwroot/${this.folder}/${name}`, content: `content of ${name}` };
      // While a part is down, a call may fail or find no connection: then the server acknowledged nothing.
      const reply = await this.client.call('POST /fs/echo', body).catch(() => undefined);
      if (reply?.code === '200') this.acknowledged.push(name);
      else await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }
}

describe('a product whose parts are killed again and again', () => {
  let product: OwnProduct;
  let client: Client;
  let writer: Writer;

  beforeAll(async () => {
    product = await startProduct();
    const form = await loginForm(product, product.demo.hostName, product.demo.password);
    const login = await sendLogin(product, form);
    expect(login.code).toBe('200');
    client = login.client;
    await client.call('POST /fs/mkdir', { path: '/wwwroot/written' });
    writer = new Writer(client, 'written');
  });
  afterAll(async () => {
    await writer?.stop();
    await product?.stop();
  });

  const killNext = async (round: number): Promise<string> => {
    const before = writer.acknowledged.length;
    const parts = partsOf(product.pid);
    const victim = parts[round % parts.length];
    if (!victim) throw new Error(`Nothing runs below the supervisor:\n${product.output()}`);
    process.kill(victim.pid, 'SIGKILL');
    await eventually(async () => {
      const now = partsOf(product.pid);
      expect(now.map((part) => part.pid)).not.toContain(victim.pid);
      expect([victim.name, now.length]).toEqual([victim.name, parts.length]);
      expect((await client.call('GET /api/currentHostInfo')).code).toBe('200');
      expect(writer.acknowledged.length).toBeGreaterThan(before);
    });
    return victim.name;
  };

  it(`loses nothing it has acknowledged in ${ROUNDS} kills under load`, async () => {
    const killed = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) killed.add(await killNext(round));
    await writer.stop();

    expect(killed.size).toBeGreaterThanOrEqual(Math.min(ROUNDS, 6));
    for (const name of writer.acknowledged) {
      const seen = await eventually(() => visitSite(product, 'vh10001.localhost', `/written/${name}`));
      expect([name, seen.status, seen.body]).toEqual([name, 200, `content of ${name}`]);
    }
  });
});
