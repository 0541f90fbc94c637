import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_ENV, start } from '#system/process/exec';
import { isolationHere, type Identity } from '#system/process/identity';
import { commandLine } from '#system/process/pid-file';
import { pathsOf, type Paths } from '#system/settings/paths';
import { freePort } from './free-port';
import { scratchOfRun, seedMariadb } from './mariadb';
import { seedProduct } from './seed-product';
import { claimUidSlot, type UidSlot } from './uid-slot';
import { statFields } from './process-stat';

const MAIN = join(__dirname, '../dist/main.mjs');

export interface ProductEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started supervisor: its output, and its end. */
export class Launch {
  stdout = '';
  stderr = '';
  readonly ended: Promise<ProductEnd>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (part: Buffer) => (this.stdout += part.toString()));
    child.stderr?.on('data', (part: Buffer) => (this.stderr += part.toString()));
    this.ended = new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  async ready(): Promise<this> {
    let isOver = false;
    void this.ended.then(() => (isOver = true));
    while (!this.stdout.includes('SiteDeck is ready')) {
      if (isOver) throw new Error(`It did not start:\n${this.stdout}${this.stderr}`);
      await sleep(50);
    }
    return this;
  }

  /** Waits for a line of its log, from a position in its output. */
  async says(text: string, from = 0): Promise<void> {
    while (!this.stdout.includes(text, from)) await sleep(20);
  }
}

/** The built product on free ports and a data directory of its own. */
export class Product {
  private readonly launches: Launch[] = [];

  readonly scratch: string;
  readonly places: Paths;
  readonly env: Readonly<Record<string, string>>;
  private readonly slot: UidSlot;

  private constructor(own: Pick<Product, 'scratch' | 'places' | 'env'>, slot: UidSlot) {
    this.scratch = own.scratch;
    this.places = own.places;
    this.env = own.env;
    this.slot = slot;
  }

  /** Uid of its first host. */
  get firstUid(): number {
    return this.slot.uids.first;
  }

  /** @param isFirstStart leaves PostgreSQL's data to the start, as for a user; otherwise they come from a template */
  static async make({ isFirstStart = false } = {}): Promise<Product> {
    await access(MAIN).catch(() => {
      throw new Error('The server is not built: run "npm run build"');
    });
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-whole-'));
    await chmod(scratch, 0o755);
    const data = join(scratch, 'data');
    const [port, sites, sitesTls, ftp, admin, tool, mysql] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const slot = await claimUidSlot();
    const env = {
      ...BASE_ENV,
      HOME: scratch,
      PORT: String(port),
      SITES_PORT: String(sites),
      SITES_TLS_PORT: String(sitesTls),
      SITES_BIND: '127.0.0.1',
      FTP_PORT: String(ftp),
      ADMIN_TOOL_PORT: String(tool),
      MYSQL_PORT: String(mysql),
      FTP_BIND: '127.0.0.1',
      ADMIN_BIND: `127.0.0.1:${admin}`,
      SITEDECK_DATA: data,
      HOST_UIDS: slot.text,
    };
    const places = pathsOf(data, isolationHere());
    await (isFirstStart ? seedMariadb(places) : seedProduct(data, scratchOfRun()));
    return new Product({ scratch, places, env }, slot);
  }

  /** @param as runs another build of it, runs it as another user, or through a program that becomes it */
  launch(
    more: Readonly<Record<string, string>> = {},
    as: { main?: string; identity?: Identity; through?: readonly string[] } = {},
  ): Launch {
    const [file, ...args] = [...(as.through ?? []), process.execPath, as.main ?? MAIN];
    const command = { file, args };
    const child = start(command, {
      env: { ...this.env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(as.identity && { identity: as.identity }),
    });
    const launch = new Launch(child);
    this.launches.push(launch);
    return launch;
  }

  get console(): string {
    return `http://127.0.0.1:${this.env['PORT']}`;
  }

  get sitesPort(): number {
    return Number(this.env['SITES_PORT']);
  }

  /** Command lines of all processes of this product except the supervisor. */
  async processes(): Promise<ReadonlyMap<number, string>> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const lines = await Promise.all(pids.map(async (pid) => [pid, await commandLine(pid)] as const));
    return new Map(lines.filter(([, line]) => line.includes(this.places.data)));
  }

  /** Living processes of these sessions: every part leads a session, which its workers don't leave. */
  async inSessions(leaders: readonly number[]): Promise<readonly number[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    return pids.filter((pid) => {
      const [state, , , session] = statFields(pid) ?? ['Z'];
      return state !== 'Z' && leaders.includes(Number(session));
    });
  }

  /** Pid of a part's leader, as the supervisor recorded it. */
  async pidOf(part: string): Promise<number> {
    const folder = join(this.places.run, 'pids');
    const records = (await readdir(folder).catch(() => [])).filter(
      (name) => name.replace(/(?:@\d+)?\.pid$/, '') === part,
    );
    // If there are several, the newest: the others are retired.
    const [newest = ''] = records.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    const text = await readFile(join(folder, newest), 'utf8').catch(() => '0');
    return Number(text.split('\n')[0]);
  }

  async close(): Promise<void> {
    for (const launch of this.launches) {
      launch.child.kill('SIGTERM');
      await launch.ended;
    }
    await rm(this.scratch, { recursive: true, force: true });
    await this.slot.release();
  }
}
