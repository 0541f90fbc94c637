import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../exec';
import {
  currentGeneration,
  dropCandidate,
  dropOld,
  generationId,
  goLive,
  writeCandidate,
  writeCheck,
  type Candidate,
  type ConfigFiles,
} from '../generations';
import { livingPid, signalPid } from '../pid-file';
import { Refusal } from '../refusal';
import type { PhpEngine } from './engine';
import { checkPhp, type PhpMaster } from './master';
import { changedPools, POOLS_FILE } from './pool-conf';

const RELOAD_MS = 15_000;

export const phpPid = (master: PhpMaster) => livingPid(master.pidFile, master.folder);

/** Changes when php-fpm has read its files and opened its sockets: it writes its pid file last. */
const writtenAt = (file: string): Promise<bigint> =>
  stat(file, { bigint: true }).then(
    (found) => found.mtimeNs,
    () => 0n,
  );

/** Has a running master read its files anew and waits until it has. Without a master, its next start will. */
async function reload(master: PhpMaster): Promise<void> {
  const pid = await phpPid(master);
  const before = await writtenAt(master.pidFile);
  if (pid === undefined || !signalPid(pid, 'SIGUSR2')) return;
  const deadline = Date.now() + RELOAD_MS;
  while ((await writtenAt(master.pidFile)) === before || (await phpPid(master)) === undefined) {
    if (Date.now() > deadline) throw new Error('php-fpm did not reload in time');
    if (!signalPid(pid, 0)) return;
    await sleep(20);
  }
}

async function check(engine: PhpEngine, candidate: Candidate): Promise<void> {
  const result = await run(checkPhp(engine, candidate.folder));
  if (result.code === 0) return;
  const reason = result.stderr.trim().replaceAll(`${candidate.folder}/`, '');
  throw new Refusal('config-refused', { values: { engine: 'PHP', reason } });
}

/** As `checkNginxFiles`. */
export async function checkPhpFiles(engine: PhpEngine, master: PhpMaster, files: ConfigFiles): Promise<void> {
  await mkdir(master.folder, { recursive: true, mode: 0o755 });
  const candidate = await writeCheck(master.folder, files);
  try {
    await check(engine, candidate);
  } finally {
    await dropCandidate(candidate);
  }
}

/** As `publishNginx`: check, candidate, swap, reload; a refusal leaves the live one. What has not changed is not checked again. */
export async function publishPhp(engine: PhpEngine, master: PhpMaster, files: ConfigFiles): Promise<boolean> {
  await mkdir(master.folder, { recursive: true, mode: 0o755 });
  const id = generationId(files);
  if ((await currentGeneration(master.folder)) === id) return false;
  const inForce = await readFile(join(master.current, POOLS_FILE), 'utf8').catch(() => '');
  await checkPhpFiles(engine, master, changedPools(files, inForce));
  const candidate = await writeCandidate(master.folder, id, files);
  await goLive(master.folder, candidate);
  await Promise.all([reload(master), dropOld(master.folder, { inForce: id })]);
  return true;
}
