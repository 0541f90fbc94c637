import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../e2e/src/ports';
import { claimUidSlot } from '../../server/testing/uid-slot';
import { endingWithBench } from './ends-with-bench';
import { cpuSecondsOf } from './processes';

export interface StartedServer {
  readonly pid: number;
  readonly port: number;
  readonly wallSeconds: number;
  /** User and system seconds of everything that ran until it was ready. */
  readonly cpuSeconds: number;
  stop(): Promise<void>;
}

const EVERYTHING = { recursive: true, force: true } as const;

const folders = new Set<string>();
process.once('exit', () => folders.forEach((path) => rmSync(path, EVERYTHING)));

/** A data directory that other uids can enter. It does not outlive the bench, unless the bench is killed. */
export async function scratchFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sd-bench-'));
  folders.add(path);
  await chmod(path, 0o755);
  const remove = async () => {
    await rm(path, EVERYTHING);
    folders.delete(path);
  };
  return { path, remove };
}

/** Runs `npm start` of a checkout as a user would and waits until it answers. */
export async function startCheckout(checkout: string, data: string): Promise<StartedServer> {
  const [port = 0, sites = 0, sitesTls = 0, admin = 0, ftp = 0, tool = 0, mysql = 0] = await freePorts(7);
  const slot = await claimUidSlot();
  const env = {
    ...process.env,
    PORT: String(port),
    SITES_PORT: String(sites),
    SITES_TLS_PORT: String(sitesTls),
    FTP_PORT: String(ftp),
    ADMIN_TOOL_PORT: String(tool),
    MYSQL_PORT: String(mysql),
    ADMIN_BIND: `127.0.0.1:${admin}`,
    SITEDECK_DATA: data,
    HOST_UIDS: slot.text,
  };
  const since = performance.now();
  const command = spawn(...endingWithBench('npm', ['start']), {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const gone = once(command, 'close');
  while (!(await isReady(port))) {
    if (command.exitCode !== null) throw new Error(`npm start ended early:\n${printed}`);
    await sleep(25);
  }
  const pid = command.pid ?? 0;
  const wallSeconds = (performance.now() - since) / 1000;
  const stop = async () => {
    command.kill('SIGTERM');
    await gone;
    await slot.release();
  };
  return { pid, port, wallSeconds, cpuSeconds: cpuSecondsOf(pid), stop };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
