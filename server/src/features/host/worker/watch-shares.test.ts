import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { readShareHits } from '#sites/share-hits';
import type { CageEngine } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups, removeEndingGroup } from '#system/cage/shares/groups';
import { HostShares } from '#system/cage/shares/host-shares';
import { KernelLog } from '#system/cage/shares/kernel-log';
import type { ShareGroups } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { isolationHere } from '#system/process/identity';
import { makeTestApi, TEST_HOST_LIMITS, type TestApi } from '#testing/api';
import { Portal } from '#testing/browser';
import { itWithShares } from '#testing/it-with-shares';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { ShareWatch } from './watch-shares';

const MIB = 1024 ** 2;
/** Takes memory piece by piece, so that the kernel can't refuse it at once. */
const EAT = `exec python3 -c 'all = [bytearray(1 << 20) for _ in range(256)]'`;

describe('the watch on shares', () => {
  let api: TestApi;
  let engine: CageEngine;
  let groups: ShareGroups = { version: 2, folders: {} };
  let shares: HostShares;
  let slot: UidSlot;
  let root: string;
  let hostCode: HostCode;
  let now = 0;

  const run = async (script: string) => {
    const uid = slot.uids.first;
    const child = startCaged(
      engine,
      { file: '/bin/sh', args: ['-c', script] },
      {
        identity: { uid, gid: uid },
        view: { hostName: hostCode, root, readable: [], folder: '/', env: { PATH: '/usr/bin' } },
        share: await shares.of(hostCode),
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    );
    await once(child, 'exit');
  };
  const watch = (kernelLog?: KernelLog) =>
    new ShareWatch({ db: api.test.db, groups, now: () => now, kernelLog });
  const hits = async () =>
    (await readShareHits(api.test.db, hostCode)).map(({ resource, at, limit_value, program }) => ({
      resource,
      at: at.getTime(),
      limit: limit_value,
      program,
    }));

  beforeAll(async () => {
    api = await makeTestApi();
    slot = await claimUidSlot();
    root = await mkdtemp('/var/tmp/sitedeck-watch-');
    await mkdir(root, { recursive: true });
    await chown(root, slot.uids.first, slot.uids.first);
    const isolation = isolationHere();
    const cages = await findCages(isolation);
    const found = await findShares({ cages, name: `sitedeck-${slot.uids.first}` });
    if (cages.is === 'off' || found.is === 'off') return;
    [engine, groups] = [cages.engine, found.groups];
  });
  beforeEach(async () => {
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), `watched-${now}`));
    now += 60_000;
    shares = new HostShares(groups, () => ({ ...TEST_HOST_LIMITS, memoryBytes: 64 * MIB }));
  });
  afterEach(() => removeEndingGroup(groups, hostCode));
  afterAll(async () => {
    await removeAllGroups(groups);
    await slot.release();
    await rm(root, { recursive: true, force: true });
    await api.close();
  });

  itWithShares('stores once that a program was ended at the limit, and when', async () => {
    const first = watch();
    await run(EAT);
    await first.checkAll();
    const at = now;
    now += 5000;
    await first.checkAll();
    // After a restart of the worker.
    await watch().checkAll();
    expect(await hits()).toEqual([{ resource: 'memory', at, limit: 64 * MIB, program: null }]);
    expect([first.takeOverMemory(), first.takeOverMemory()]).toEqual([[hostCode], []]);
    await run(EAT);
    await watch().checkAll();
    expect(await hits()).toEqual([{ resource: 'memory', at: now, limit: 64 * MIB, program: null }]);
  });

  itWithShares('notices the first hit of a group that was created again', async () => {
    const first = watch();
    await run(EAT);
    await first.checkAll();
    while (!(await shares.remove(hostCode))) await sleep(10);
    await run('true');
    now += 5000;
    await first.checkAll();
    expect((await hits())[0]?.at).toBe(now - 5000);
    await run(EAT);
    await first.checkAll();
    expect((await hits())[0]?.at).toBe(now);
  });

  itWithShares('names the program where the log of the kernel can be read', async () => {
    const log = await KernelLog.open();
    await run(EAT);
    await watch(log).checkAll();
    expect((await hits())[0]?.program).toBe(log === undefined ? null : 'python3');
    await log?.close();
  });
});
