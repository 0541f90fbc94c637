import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup, run, start } from '#system/process/exec';
import { isolationHere, mariadbIdentity } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { findMariadb } from '#system/mariadb/instance/engine';
import { ADMIN, mariadbCommand, type MariadbPlan } from '#system/mariadb/instance/instance';
import { initMariadb } from '#system/mariadb/instance/init';
import { ADMIN_SECRET } from '#system/mariadb/instance/plan';
import { withAdmin, type DatabaseServer } from '#system/mariadb/connection/server';
import type { Paths } from '#system/settings/paths';
import { acceptsConnections } from '#supervisor/parts/health';
import { freePort } from './free-port';

/** The same for all tests: it is in the template, and protects only test data. */
const PASSWORD = 'of-the-tests';

/** Settings for a server of one run: its data need not survive a crash of the machine. */
const IN_A_HURRY = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M'];

/** Folder that all test files of a run share. */
export function scratchOfRun(): string {
  const folder = process.env['SITEDECK_TEST_SCRATCH'];
  if (folder === undefined) throw new Error('No scratch folder: run through the jest project "server"');
  return folder;
}

/** Data directory of an unused server: the first test file creates it, the others copy it. */
async function templateOf(plan: MariadbPlan): Promise<string> {
  const folder = scratchOfRun();
  const template = join(folder, 'mariadb-template');
  if (await pathExists(template)) return template;
  const own = await mkdtemp(join(folder, 'mariadb-'));
  await chmod(own, 0o755);
  const data = join(own, 'data');
  await initMariadb({ ...plan, data });
  // Another process has created it meanwhile.
  await rename(data, template).catch(() => undefined);
  await rm(own, { recursive: true, force: true });
  return template;
}

/**
 * Copies the result of a first start, which takes half a minute on a busy machine: the engine's data, and its
 * password.
 */
export async function seedMariadb({ mariadb, secrets }: Paths): Promise<void> {
  const engine = await findMariadb();
  if (!engine) return;
  const isolation = isolationHere();
  const identity = isolation.is === 'separate' ? { identity: mariadbIdentity(isolation) } : {};
  const { data, socket } = mariadb;
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  await writeFile(join(secrets, ADMIN_SECRET), PASSWORD, { mode: 0o600 });
  await copyTemplate({ engine, data, socket, listen: undefined, password: PASSWORD, ...identity });
}

/** Copies owners and modes; blocks of zeroes take no disk space. */
async function copyTemplate(plan: MariadbPlan): Promise<void> {
  const args = ['-a', '--', await templateOf(plan), plan.data];
  const copy = await run({ file: 'cp', args });
  if (copy.code !== 0) throw new Error(copy.stderr);
}

/** A real MariaDB with a data directory of its own. */
export class TestMariadb {
  private child: ChildProcess | undefined;

  private constructor(
    readonly scratch: string,
    readonly plan: MariadbPlan,
    readonly server: DatabaseServer,
  ) {}

  static async make(): Promise<TestMariadb> {
    const isolation = isolationHere();
    const engine = await findMariadb();
    if (!engine) throw new Error('MariaDB is not installed');
    const identity = isolation.is === 'separate' ? mariadbIdentity(isolation) : undefined;
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-mariadb-'));
    await chmod(scratch, 0o755);
    const [folder, options] = [join(scratch, 's'), join(scratch, 'options')];
    for (const path of [folder, options]) {
      await mkdir(path, { mode: 0o755 });
      if (identity) await chown(path, identity.uid, identity.gid);
    }
    const plan: MariadbPlan = {
      engine,
      data: join(scratch, 'data'),
      socket: join(folder, 'm.sock'),
      listen: { address: '127.0.0.1', port: await freePort() },
      password: PASSWORD,
      ...(identity && { identity }),
    };
    await copyTemplate(plan);
    const server: DatabaseServer = {
      address: { is: 'socket', path: plan.socket },
      admin: { user: ADMIN, password: PASSWORD },
      dump: engine.dump,
      identity,
      options,
    };
    const test = new TestMariadb(scratch, plan, server);
    await test.start();
    return test;
  }

  /** Also replaces one that was killed. */
  async start(): Promise<void> {
    const { file, args } = mariadbCommand(this.plan);
    const { identity } = this.plan;
    const command = { file, args: [...args, ...IN_A_HURRY] };
    this.child = start(command, { stdio: 'ignore', ...(identity && { identity }) });
    while (!(await acceptsConnections(this.plan.socket))) {
      if (this.child.exitCode !== null) throw new Error('MariaDB does not start');
      await sleep(30);
    }
    await withAdmin(this.server, () => Promise.resolve());
  }

  /** Kills it without a clean shutdown. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    killGroup(child.pid, 'SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.scratch, { recursive: true, force: true });
  }
}
