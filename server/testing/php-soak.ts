import { chown, readdir, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HostCode } from '@sitedeck/contract';
import { childPids, signalPid } from '#system/process/pid-file';
import type { NodeSite } from '#system/site/site';
import type { TestNode } from './node-engines';
import { numbersOf } from './random-numbers';

const PAGES = {
  'fast.php': '<?php echo "fast";',
  'slow.php': '<?php usleep(random_int(0, 2000000)); echo "slow";',
  'wait.php': '<?php touch(__DIR__ . "/begun"); sleep(600);',
  'take.php':
    '<?php $file = fopen("php://input", "r"); for ($n = 0; !feof($file); ) $n += strlen(fread($file, 65536)); echo $n;',
  'daemon.php':
    '<?php exec("setsid sh -c \'trap \\"\\" TERM; sleep 600; sleep 600\' >/dev/null 2>&1 &"); echo "begun";',
};
const BODY_MAX = 400_000;

const ACTS = [
  ...(['visit', 'visit', 'visit', 'visit', 'visit', 'visit', 'post', 'post', 'leaveEarly'] as const),
  ...([
    'startDaemon',
    'change',
    'block',
    'unblock',
    'unblock',
    'unblock',
    'restart',
    'kill',
    'kill',
  ] as const),
] as const;

export async function putPages(node: TestNode, { hostCode, uid }: NodeSite): Promise<void> {
  for (const [name, page] of Object.entries(PAGES)) {
    const file = join(node.root(hostCode), 'wwwroot', name);
    await writeFile(file, page);
    await chown(file, uid, uid);
  }
}

/** Pids of all processes under the uid of a host. */
export async function pidsOf({ uid }: NodeSite): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
  return pids.filter((_, index) => owners[index]?.uid === uid);
}

/** Visits, changes and kills the PHP of the hosts of a node at random, and counts the replies by status. */
export class PhpSoak {
  readonly replies = new Map<string, number>();
  acts = 0;
  private readonly below: (below: number) => number;

  constructor(
    private readonly node: TestNode,
    seed: number,
  ) {
    this.below = numbersOf(seed);
  }

  async act(): Promise<void> {
    const act = ACTS[this.below(ACTS.length)] ?? 'visit';
    this.acts += 1;
    await this[act]();
  }

  private any(): NodeSite {
    const site = this.node.sites[this.below(this.node.sites.length)];
    if (!site) throw new Error('no host');
    return site;
  }

  private count(key: string): void {
    this.replies.set(key, (this.replies.get(key) ?? 0) + 1);
  }

  /** A reply without an error must have the expected body. */
  private note(status: number, body: string, expected: string): void {
    this.count(status === 200 && body !== expected ? `200 ${body.slice(0, 40)}` : String(status));
  }

  private requestTo(path: string, method: string, headers: Record<string, string | number>) {
    const { port } = this.node;
    const host = `${this.any().hostCode}.localhost`;
    return httpRequest({
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: { ...headers, host },
      agent: false,
    });
  }

  async visit(): Promise<void> {
    const name = (['fast', 'fast', 'slow'] as const)[this.below(3)] ?? 'fast';
    const { status, body } = await this.node.request(`${this.any().hostCode}.localhost`, `/${name}.php`);
    this.note(status, body, name);
  }

  async post(): Promise<void> {
    const size = this.below(BODY_MAX);
    await new Promise<void>((resolve, reject) => {
      const posting = this.requestTo('/take.php', 'POST', { 'content-length': size });
      posting.on('error', reject).on('response', (reply) => {
        text(reply).then((body) => resolve(this.note(reply.statusCode ?? 0, body, String(size))), reject);
      });
      posting.end(Buffer.alloc(size));
    });
  }

  /** A visitor who sends a part of a body and leaves. */
  async leaveEarly(): Promise<void> {
    const posting = this.requestTo('/take.php', 'POST', { 'content-length': BODY_MAX });
    posting.on('error', () => undefined);
    await new Promise<void>((resolve) => posting.write(Buffer.alloc(this.below(BODY_MAX)), () => resolve()));
    posting.destroy();
  }

  async startDaemon(): Promise<void> {
    const { status, body } = await this.node.request(`${this.any().hostCode}.localhost`, '/daemon.php');
    this.note(status, body, 'begun');
  }

  private async replace(how: (site: NodeSite) => NodeSite): Promise<void> {
    const { hostCode } = this.any();
    const { node } = this;
    node.sites = node.sites.map((site) => (site.hostCode === hostCode ? how(site) : site));
    const { refused } = await node.hosts.applySites();
    // A master that is killed while it starts does not take over.
    if (refused.length > 0) this.count('settings not in force');
  }

  change(): Promise<void> {
    const memory = `${64 + this.below(64)}M`;
    return this.replace((site) => ({ ...site, php: { ...site.php, parameters: { memory_limit: memory } } }));
  }

  block(): Promise<void> {
    return this.replace((site) => ({ ...site, status: 'BLOCKING' }));
  }

  unblock(): Promise<void> {
    return this.replace((site) => ({ ...site, status: 'NORMAL' }));
  }

  async restart(): Promise<void> {
    await this.node.hosts.restartSite(this.any().hostCode).catch(() => undefined);
  }

  /** Kills one process of a cage: outside, first, master, worker or daemon. */
  async kill(): Promise<void> {
    const site = this.any();
    const outside = this.node.php?.runOf(HostCode.parse(site.hostCode))?.pid;
    const cage = outside === undefined ? [] : [outside, ...(await childPids(outside))];
    const pids = [...cage, ...(await pidsOf(site))];
    const pid = pids[this.below(pids.length)];
    if (pid !== undefined) signalPid(pid, 'SIGKILL');
  }
}
