import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSite, TestNode } from '../../testing/node-engines';
import { processesOf } from '../../testing/processes';
import { bundleProgram } from '../../testing/program';
import { start } from '../exec';
import { commandLine, signalPid } from '../pid-file';
import { endLeftovers } from '../supervise/leftovers';
import { currentRun, phpMasterOf, phpRuns } from './master';

/** Tenants have uids of their own only under root. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

/** Works until a file of its own says so. */
const WORKS = `<?php
touch(__DIR__ . "/begun-" . $_GET["name"]);
while (!file_exists(__DIR__ . "/end-" . $_GET["name"])) { clearstatcache(); usleep(20000); }
echo "complete";`;

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(5);
};
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

describeAsRoot('masters of PHP that are killed while one takes the place of another', () => {
  let node: TestNode;
  let program: string;
  let pids: string;
  let supervisor: ChildProcess;
  let round = 0;
  const master = () => phpMasterOf(node.places);
  const put = async (name: string, text: string) => {
    const file = join(node.root('site'), 'wwwroot', name);
    await writeFile(file, text);
    await chown(file, node.uid(0), node.uid(0));
  };
  /** A request that runs until it is said to end, or its worker is killed. */
  const begin = async (name: string) => {
    void node.ask('site.localhost', `/works.php?name=${name}`).catch(() => undefined);
    await until(() => isThere(join(node.root('site'), 'wwwroot', `begun-${name}`)));
  };
  /** Masters that live, of whatever run. */
  const living = async () => {
    const found = await processesOf(node.places.php);
    const lines = await Promise.all(found.map(commandLine));
    return found.filter((_, index) => lines[index]?.startsWith('php-fpm: master'));
  };
  const link = () => readlink(currentRun(master()));
  const limit = async () => (await node.ask('site.localhost', '/limit.php')).body;

  const supervise = async () => {
    supervisor = start(
      { file: process.execPath, args: [program, node.places.data, pids] },
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await inForce();
  };
  const inForce = async () => {
    if (supervisor.stdout) await once(supervisor.stdout, 'data');
  };
  /** Publishes another setting and has the supervisor put it in force; answers the setting. */
  const change = async () => {
    round += 1;
    const memory = `${64 + round}M`;
    node.sites = node.sites.map((site) => ({
      ...site,
      php: { ...site.php, parameters: { memory_limit: memory } },
    }));
    await node.agent.applySites();
    supervisor.stdin?.write('bring\n');
    return memory;
  };
  /** As the next start of the product does. */
  const startAgain = async () => {
    const gone = once(supervisor, 'exit');
    supervisor.kill('SIGKILL');
    await gone;
    expect((await endLeftovers(pids)).left).toEqual([]);
    await supervise();
  };
  const endInOrder = async () => {
    const gone = once(supervisor, 'exit');
    supervisor.stdin?.end('end\n');
    if (supervisor.exitCode === null && supervisor.signalCode === null) await gone;
  };
  const expectOne = async (memory: string) => {
    await until(async () => (await phpRuns(master())).length === 1 && (await living()).length === 1);
    expect(await limit()).toBe(memory);
    expect(await readdir(pids)).toHaveLength(1);
  };

  beforeAll(async () => {
    node = await TestNode.make();
    pids = join(node.places.run, 'pids');
    await mkdir(pids, { recursive: true });
    program = await bundleProgram('testing/php-supervisor.ts', node.places.data);
    node.sites = [testSite('site', node.uid(0))];
    await node.agent.begin();
    await supervise();
    await node.startNginx();
    await put('works.php', WORKS);
    await put('limit.php', '<?php echo ini_get("memory_limit");');
  }, 60_000);
  afterAll(async () => {
    await endInOrder();
    await node.close();
  }, 60_000);

  it.each([
    [
      'the folder of the next one is there',
      async (_before: string, runs: number) => (await phpRuns(master())).length > runs,
    ],
    ['the next one is starting', async () => (await living()).length > 1],
    ['requests are led to the next one', async (before: string) => (await link()) !== before],
  ])(
    'leave one when the supervisor is killed as soon as %s',
    async (_name, isTime) => {
      for (let turn = 0; turn < 4; turn += 1) {
        const name = `kill-${round}`;
        await begin(name);
        const [before, runs] = [await link(), (await phpRuns(master())).length];
        const memory = await change();
        await until(() => isTime(before, runs));
        await startAgain();
        await put(`end-${name}`, '');
        await expectOne(memory);
      }
    },
    300_000,
  );

  it('leave one when the next one is killed while it starts, and the change goes in force', async () => {
    const before = await living();
    const memory = await change();
    let next: readonly number[] = [];
    await until(async () => {
      next = (await living()).filter((pid) => !before.includes(pid));
      return next.length > 0;
    });
    const come = inForce();
    for (const pid of next) signalPid(pid, 'SIGKILL');
    await come;
    await expectOne(memory);
  }, 60_000);

  it('leave one when the old one is killed while it completes a request', async () => {
    await begin('old');
    const old = await living();
    const come = inForce();
    const memory = await change();
    await come;
    expect((await living()).length).toBeGreaterThan(1);
    for (const pid of old) signalPid(pid, 'SIGKILL');
    await expectOne(memory);
  }, 60_000);

  it('leave none when the supervisor ends in order in the middle', async () => {
    await begin('last');
    await change();
    await endInOrder();
    expect([await living(), await readdir(pids)]).toEqual([[], []]);
    await supervise();
  }, 60_000);
});
