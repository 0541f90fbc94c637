import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { pidInCage } from '#system/cage/pid-in-cage';
import { childPids, signalPid } from '#system/process/pid-file';
import type { NodeSite } from '#system/site/site';
import { itCaged } from '#testing/it-caged';
import { requestSite, testSite, TestNode, type SiteReply } from '#testing/node-engines';
import { pidsOf, putPages } from '#testing/php-soak';

/** nginx sends a GET again if it fails sooner, ms. */
const REPEATED_MS = 200;

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(20);
};

function kill(pid: number | undefined): void {
  if (pid === undefined) throw new Error('nothing to kill');
  signalPid(pid, 'SIGKILL');
}

/** Processes of a cage, from outside to inside. */
const VICTIMS = {
  'the process outside its cage': async (outside: number) => outside,
  'the first process in its cage': async (outside: number) => (await childPids(outside))[0],
  'its master': pidInCage,
  'its worker': async (outside: number) => (await childPids((await pidInCage(outside)) ?? -1))[0],
} as const;

describe('the PHP of a host of which a process is killed', () => {
  const site = (node: TestNode): NodeSite => testSite('victim', node.uid(0));
  let node: TestNode;
  const visit = (path: string): Promise<SiteReply> =>
    requestSite({ port: node.port, host: 'victim.localhost', path });
  const outsidePid = () => node.php?.runOf(HostCode.parse('victim'))?.pid;
  const begun = () => join(node.root('victim'), 'wwwroot/begun');
  /** The page runs for so long that nginx doesn't send its request again. */
  const hasWaited = () =>
    stat(begun()).then(
      ({ ctimeMs }) => Date.now() - ctimeMs > REPEATED_MS,
      () => false,
    );
  /** Programs that this process has started, shells that join a share included. */
  const started = async () => new Set(await childPids(process.pid));
  const block = async (status: NodeSite['status']) => {
    node.sites = [{ ...site(node), status }];
    await node.hosts.applySites();
  };

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = [site(node)];
    await node.hosts.begin();
    await node.startEngines();
    await putPages(node, site(node));
  });
  afterAll(() => node.close());
  /** Whatever was killed, nothing of the host is left, and it answers again. */
  afterEach(async () => {
    await until(async () => (await visit('/fast.php')).body === 'fast');
    await block('BLOCKING');
    // The kernel ends the programs of a cage shortly after the one outside it.
    await until(async () => (await pidsOf(site(node))).length === 0);
    await block('NORMAL');
  });

  itCaged.each(Object.keys(VICTIMS) as (keyof typeof VICTIMS)[])(
    'answers the visitor with an error and the next one with the page: %s, while it serves',
    async (victim) => {
      expect((await visit('/fast.php')).body).toBe('fast');
      await rm(begun(), { force: true });
      const reply = visit('/wait.php');
      reply.catch(() => undefined);
      await until(hasWaited);
      kill(await VICTIMS[victim](outsidePid() ?? -1));
      expect([502, 503]).toContain((await reply).status);
    },
  );

  itCaged('answers the visitor while whatever starts it is killed, whenever that is', async () => {
    for (let delay = 0; delay < 10; delay += 1) {
      await block('BLOCKING');
      await block('NORMAL');
      const before = await started();
      const reply = visit('/fast.php');
      reply.catch(() => undefined);
      let starting: number | undefined;
      await until(async () => {
        starting = [...(await started())].find((pid) => !before.has(pid));
        return starting !== undefined;
      });
      await sleep(delay * 5);
      kill(starting);
      expect([200, 502, 503]).toContain((await reply).status);
    }
  });

  itCaged('answers while its PHP is ended as idle and killed in the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await until(async () => (await visit('/fast.php')).body === 'fast');
      const outside = outsidePid();
      const restarting = node.php?.restart(HostCode.parse('victim'));
      if (outside !== undefined) signalPid(outside, 'SIGKILL');
      expect([200, 502, 503]).toContain((await visit('/fast.php')).status);
      await restarting;
    }
  });
});
