import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#system/process/exec';
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
} from '#system/disk/generations';
import { Refusal } from '#faults/refusal';
import type { PhpEngine } from './engine';
import { checkPhp, type PhpMaster } from './master';
import { changedPools, POOLS_FILE } from './pool-conf';

async function check(engine: PhpEngine, master: PhpMaster, candidate: Candidate): Promise<void> {
  const result = await run(checkPhp(engine, master, candidate.folder));
  if (result.code === 0) return;
  const detail = result.stderr.trim().replaceAll(`${candidate.folder}/`, '');
  throw new Refusal('config-refused', { values: { engine: 'PHP', detail } });
}

/** Like `checkNginxFiles`. */
export async function checkPhpFiles(engine: PhpEngine, master: PhpMaster, files: ConfigFiles): Promise<void> {
  await mkdir(master.folder, { recursive: true, mode: 0o700 });
  const candidate = await writeCheck(master.folder, files);
  try {
    await check(engine, master, candidate);
  } finally {
    await dropCandidate(candidate);
  }
}

/**
 * Checks the files and makes them the current generation on disk; after a refusal the old one stays. Unchanged files
 * are not checked again. Returns whether anything changed; the supervisor starts the master that reads them.
 */
export async function publishPhp(engine: PhpEngine, master: PhpMaster, files: ConfigFiles): Promise<boolean> {
  await mkdir(master.folder, { recursive: true, mode: 0o700 });
  const id = generationId(files);
  if ((await currentGeneration(master.folder)) === id) return false;
  const inForce = await readFile(join(master.current, POOLS_FILE), 'utf8').catch(() => '');
  await checkPhpFiles(engine, master, changedPools(files, inForce));
  const candidate = await writeCandidate(master.folder, id, files);
  await goLive(master.folder, candidate);
  await dropOld(master.folder, { inForce: id });
  return true;
}
