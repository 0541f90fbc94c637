import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { TargetAddress } from '@sitedeck/contract';
import type { TargetRow } from '#state/backup-tables';
import { scopeOfTask } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { freePort } from '#testing/free-port';
import { implementFetch, makeFetchSlot } from './worker/targets/fetch-task';
import { CopyQueue } from './worker/targets/copy-queue';
import { syncTarget } from './worker/targets/copy-to-target';
import { backupWorkerHandlers } from './worker/worker-handlers';
import { targetsOf } from './target-store';

const HOUR_MS = 3600_000;
const NEVER = new AbortController().signal;

async function listenAsTarget(server: Server): Promise<TargetAddress> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { is: 'rest', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mine` };
}

/** A server that sends a byte now and then, without end. */
const makeDrippingServer = () =>
  createServer((_request, reply) => {
    reply.writeHead(200, { 'content-length': 1_000_000 });
    const drip = setInterval(() => reply.write('x'), 20);
    reply.on('close', () => clearInterval(drip));
  });

describe('the queue of copies to targets', () => {
  let console: BackupConsole;
  let host: BackupHost;
  const servers: Server[] = [];
  let silent: TargetAddress;
  let slow: TargetAddress;
  let requests = 0;

  beforeAll(async () => {
    servers.push(
      createServer(() => void (requests += 1)),
      makeDrippingServer(),
    );
    const [first, second] = servers;
    if (!first || !second) throw new Error('There are two');
    [silent, slow] = [await listenAsTarget(first), await listenAsTarget(second)];
    console = await makeBackupConsole({ allowed: ['127.0.0.1/32'] });
    host = await console.host('takes-turns');
    await console.tools.repositories.useShared(host.hostCode, () => Promise.resolve());
    await addPoint(host);
  });
  afterAll(async () => {
    await console.close();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  afterEach(() => console.tools.db.deleteFrom('backup_target').execute());

  /** Adds only a row: no target in this file gets as far as copying it. */
  const addPoint = ({ hostCode }: BackupHost) =>
    console.tools.db
      .insertInto('backup_point')
      .values({ host_code: hostCode, state: 'ready', kind: 'site', reason: 'manual' })
      .execute();
  const addTarget = ({ hostCode }: BackupHost, place: TargetAddress, retryAt = 0) =>
    console.tools.db
      .insertInto('backup_target')
      .values({
        ...{ host_code: hostCode, name: 'there', enabled: true, secrets: '{}' },
        ...{ place: JSON.stringify(place), retry_at: new Date(retryAt) },
      })
      .execute();
  const targetOf = async ({ hostCode }: BackupHost): Promise<TargetRow> => {
    const [target] = await targetsOf(console.tools.db, hostCode);
    if (!target) throw new Error('There is no target');
    return target;
  };
  const stateOf = async (one: BackupHost) => (await targetOf(one)).state;
  async function waitForState(one: BackupHost, state: TargetRow['state']): Promise<void> {
    while ((await stateOf(one)) !== state) await sleep(20);
  }
  const copiesAt = (now: () => number, atOnce: number) =>
    new CopyQueue({
      tools: { ...console.tools, now },
      node: 'local',
      log: pino({ level: 'silent' }),
      atOnce,
    });

  it('gives up on a target that never answers, and on one that sends only a byte now and then', async () => {
    await addTarget(host, silent);
    await syncTarget(console.tools, await targetOf(host), {
      signal: NEVER,
      paceLimits: { silenceMs: 300, windowMs: HOUR_MS, minBytes: 1 },
    });
    expect(await targetOf(host)).toMatchObject({
      state: 'failed',
      attempts: 1,
      fault: { reason: 'target-silent' },
    });
    await console.tools.db
      .updateTable('backup_target')
      .set({ place: JSON.stringify(slow) })
      .execute();
    await syncTarget(console.tools, await targetOf(host), {
      signal: NEVER,
      paceLimits: { silenceMs: HOUR_MS, windowMs: 1000, minBytes: 100_000 },
    });
    expect(await targetOf(host)).toMatchObject({
      state: 'failed',
      attempts: 2,
      fault: { reason: 'target-slow', values: { minutes: 1 } },
    });
  });

  it('copies for one host while the target of another never answers', async () => {
    await addTarget(host, silent);
    const other = await console.host('beside');
    await addTarget(other, { is: 'rest', url: `http://127.0.0.1:${await freePort()}/mine` }, 1000);
    await console.tools.repositories.useShared(other.hostCode, () => Promise.resolve());
    await addPoint(other);
    const copies = copiesAt(Date.now, 2);
    const ending = new AbortController();
    expect(await copies.startDue({ signal: ending.signal })).toBe(2);
    await waitForState(other, 'failed');
    await waitForState(host, 'copying');
    ending.abort();
    await copies.settled();
    expect(await targetOf(host)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('stops a long copy for a waiting target after an hour, and not before', async () => {
    const other = await console.host('waits');
    await console.tools.repositories.useShared(other.hostCode, () => Promise.resolve());
    await addPoint(other);
    await addTarget(host, slow);
    let now = Date.now();
    const copies = copiesAt(() => now, 1);
    const ending = new AbortController();
    const start = () => copies.startDue({ signal: ending.signal });
    expect(await start()).toBe(1);
    now += HOUR_MS;
    // No other target waits.
    expect(await start()).toBe(0);
    await addTarget(other, slow, 1000);
    now -= 1;
    expect(await start()).toBe(0);
    await waitForState(host, 'copying');
    now += 1;
    expect(await start()).toBe(0);
    await copies.settled();
    expect(await targetOf(host)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await start()).toBe(1);
    await waitForState(other, 'copying');
    ending.abort();
    await copies.settled();
  });

  it('stops a copy for exclusive use of the repository, and puts its target last', async () => {
    await addTarget(host, silent);
    requests = 0;
    const now = Date.now();
    const copies = copiesAt(() => now, 1);
    expect(await copies.startDue({ signal: NEVER })).toBe(1);
    while (requests === 0) await sleep(20);
    await console.tools.repositories.useExclusively(host.hostCode, () => Promise.resolve());
    await copies.settled();
    const preempted = await targetOf(host);
    expect(preempted).toMatchObject({ state: 'waiting', attempts: 0, fault: null });
    expect(preempted.retry_at.getTime()).toBeGreaterThan(now);
    expect(await copies.startDue({ signal: NEVER })).toBe(0);
  });

  it('refuses a second fetch on the node while one runs, and stops a fetch at its timeout', async () => {
    await addTarget(host, silent);
    const { id } = await targetOf(host);
    const facts = await readHost(console.tools.db, host.hostCode);
    if (!facts) throw new Error('There is no host');
    const scope = scopeOfTask({ host_code: host.hostCode, operator: 'me' }, facts);
    const task = implementFetch(console.tools, makeFetchSlot(300)).open({
      target: id,
      objectName: 'there',
    });
    const fetchPoints = () =>
      task.run({
        ...{ taskId: 1, scope, signal: NEVER, log: pino({ level: 'silent' }) },
        ...{ progress: () => undefined, step: (_name, act) => act() },
        askForConfiguration: () => undefined,
      });
    expect(await Promise.allSettled([fetchPoints(), fetchPoints()])).toMatchObject([
      { reason: { reason: 'backup-fetch-over' } },
      { reason: { reason: 'backup-fetch-busy' } },
    ]);
    await expect(fetchPoints()).rejects.toMatchObject({ reason: 'backup-fetch-over' });
  });

  it('tests at most two targets of a host at once', async () => {
    const gate = new AbortController();
    const opened = once(gate.signal, 'abort');
    const held = console.tools.repositories.useExclusively(host.hostCode, () => opened);
    const { testTarget } = backupWorkerHandlers(console.tools);
    const over = new AbortController();
    const test = (from: BackupHost) =>
      testTarget({ hostCode: from.hostCode, place: silent }, { signal: over.signal, progress: () => 0 });
    const tests = [test(host), test(host)];
    await expect(test(host)).rejects.toMatchObject({ reason: 'too-many-at-once' });
    over.abort();
    gate.abort();
    await held;
    for (const { status } of await Promise.allSettled(tests)) expect(status).toBe('rejected');
    await expect(test(host)).rejects.not.toMatchObject({ reason: 'too-many-at-once' });
  });
});
