import { connect } from 'node:net';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../exec';
import {
  currentGeneration,
  dropCandidate,
  generationId,
  goLive,
  writeCandidate,
  type ConfigFiles,
} from '../generations';
import { livingPid, signalPid } from '../pid-file';
import { Refusal } from '../refusal';
import type { PhpEngine } from './engine';
import { checkPhp, type PhpMaster } from './master';

const RELOAD_MS = 15_000;

export const phpPid = (master: PhpMaster) => livingPid(master.pidFile, master.folder);

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = connect(socket);
    link.once('connect', () => {
      link.destroy();
      resolve(true);
    });
    link.once('error', () => resolve(false));
  });
}

const allAnswer = async (sockets: readonly string[]): Promise<boolean> =>
  (await Promise.all(sockets.map(answers))).every(Boolean);

/** Has a running master read its files anew and waits for the pools' sockets. Without a master, its next start will. */
async function reload(master: PhpMaster, sockets: readonly string[]): Promise<void> {
  const pid = await phpPid(master);
  if (pid === undefined || !signalPid(pid, 'SIGUSR2')) return;
  const deadline = Date.now() + RELOAD_MS;
  while (!(await allAnswer(sockets))) {
    if (Date.now() > deadline) throw new Error('php-fpm did not open its sockets in time');
    if ((await phpPid(master)) === undefined) return;
    await sleep(50);
  }
}

export interface PhpPublication {
  readonly files: ConfigFiles;
  /** Sockets that must answer once it is in force. */
  readonly sockets: readonly string[];
}

/** As `publishNginx`: candidate, check, swap, reload; a refusal leaves the live one. */
export async function publishPhp(
  engine: PhpEngine,
  master: PhpMaster,
  wanted: PhpPublication,
): Promise<boolean> {
  await mkdir(master.folder, { recursive: true, mode: 0o755 });
  const id = generationId(wanted.files);
  if ((await currentGeneration(master.folder)) === id) return false;
  const candidate = await writeCandidate(master.folder, id, wanted.files);
  const result = await run(checkPhp(engine, candidate.folder));
  if (result.code !== 0) {
    await dropCandidate(candidate);
    const reason = result.stderr.trim().replaceAll(`${candidate.folder}/`, '');
    throw new Refusal('config-refused', { values: { engine: 'PHP', reason } });
  }
  await goLive(master.folder, candidate);
  await reload(master, wanted.sockets);
  return true;
}
