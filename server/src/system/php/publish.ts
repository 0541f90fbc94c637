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
import { checkPhp, type PhpConfiguration } from './configuration';
import { changedPools, POOLS_FILE } from './pool-conf';

async function check(engine: PhpEngine, candidate: Candidate): Promise<void> {
  const result = await run(checkPhp(engine, candidate.folder));
  if (result.code === 0) return;
  const detail = result.stderr.trim().replaceAll(`${candidate.folder}/`, '');
  throw new Refusal('config-refused', { values: { engine: 'PHP', detail } });
}

/** Like `checkNginxFiles`. */
export async function checkPhpFiles(
  engine: PhpEngine,
  configuration: PhpConfiguration,
  files: ConfigFiles,
): Promise<void> {
  await mkdir(configuration.folder, { recursive: true, mode: 0o700 });
  const candidate = await writeCheck(configuration.folder, files);
  try {
    await check(engine, candidate);
  } finally {
    await dropCandidate(candidate);
  }
}

/**
 * Checks the files and makes them the current generation on disk; after a refusal the old one stays. Unchanged files
 * are not checked again. Returns whether anything changed; the caller makes the PHP process read them.
 */
export async function publishPhp(
  engine: PhpEngine,
  configuration: PhpConfiguration,
  files: ConfigFiles,
): Promise<boolean> {
  await mkdir(configuration.folder, { recursive: true, mode: 0o700 });
  const id = generationId(files);
  if ((await currentGeneration(configuration.folder)) === id) return false;
  const inForce = await readFile(join(configuration.current, POOLS_FILE), 'utf8').catch(() => '');
  await checkPhpFiles(engine, configuration, changedPools(files, inForce));
  const candidate = await writeCandidate(configuration.folder, id, files);
  await goLive(configuration.folder, candidate);
  await dropOld(configuration.folder, { inForce: id });
  return true;
}
