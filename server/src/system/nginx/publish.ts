import { mkdir } from 'node:fs/promises';
import { run } from '#system/process/exec';
import {
  currentGeneration,
  dropCandidate,
  dropOld,
  generationId,
  goLive,
  writeCandidate,
  writeCheck,
  type ConfigFiles,
} from '#system/disk/generations';
import { Refusal } from '#faults/refusal';
import type { NginxEngine } from './engine';
import { checkCommand, type Instance } from './instance';
import { servedGeneration, reloadNginx } from './reload';
import { endOldestWorkers } from './retired-workers';
import { generationConf } from './skeleton';

/** nginx refuses a configuration. */
export class EngineRefusal extends Refusal {
  constructor(
    /**
     * Removes this machine's paths from nginx's messages: files are named relative to the generation's
     * folder.
     */
    readonly lines: readonly string[],
  ) {
    super('config-refused', { values: { engine: 'nginx', detail: lines.join('; ') } });
  }
}

/** nginx names a certificate's file in its message, but no line of the configuration. */
const CERTIFICATE_FILE = /"[^"]*\/certificates\/([a-z0-9]+)\/[0-9a-f]{64}\/([a-z]+)\.pem"/g;

const MILD = /^\[(?:warn|notice|info)\]/;

function messagesOf(text: string, folder: string): readonly string[] {
  const lines = text
    .split('\n')
    .filter((line) => line.includes('['))
    .map((line) =>
      line
        .replace(/^nginx: /, '')
        .replaceAll(`${folder}/`, '')
        .replaceAll(CERTIFICATE_FILE, 'certificates/$1/$2.pem')
        .trim(),
    );
  const hard = lines.filter((line) => !MILD.test(line));
  return hard.length > 0 ? hard : lines;
}

async function check(engine: NginxEngine, instance: Instance, candidate: string): Promise<void> {
  const result = await run(checkCommand(engine, instance, candidate));
  if (result.code !== 0) throw new EngineRefusal(messagesOf(result.stderr, candidate));
}

/** Makes nginx check files without publishing them. Refuses with `config-refused`. */
export async function checkNginxFiles(
  engine: NginxEngine,
  instance: Instance,
  rendered: ConfigFiles,
): Promise<void> {
  await mkdir(instance.temp, { recursive: true, mode: 0o750 });
  const files = new Map([...rendered, ['generation.conf', '']]);
  const candidate = await writeCheck(instance.folder, files);
  try {
    await check(engine, instance, candidate.folder);
  } finally {
    await dropCandidate(candidate);
  }
}

/**
 * Writes a candidate, makes nginx check it, publishes it and reloads. A refused candidate changes nothing.
 * Returns whether anything changed.
 */
export async function publishNginx(
  engine: NginxEngine,
  instance: Instance,
  rendered: ConfigFiles,
): Promise<boolean> {
  await mkdir(instance.temp, { recursive: true, mode: 0o750 });
  const id = generationId(rendered);
  if ((await currentGeneration(instance.folder)) === id) {
    // Live on disk, but perhaps not read yet: an earlier reload may have been interrupted.
    const served = await servedGeneration(instance);
    if (served !== undefined && served !== id) await reloadNginx(instance, id);
    return false;
  }
  const files = new Map([...rendered, ['generation.conf', generationConf(instance, id).text]]);
  const candidate = await writeCandidate(instance.folder, id, files);
  try {
    await check(engine, instance, candidate.folder);
  } catch (error) {
    await dropCandidate(candidate);
    throw error;
  }
  await goLive(instance.folder, candidate);
  await Promise.all([reloadNginx(instance, id), dropOld(instance.folder, { inForce: id })]);
  await endOldestWorkers(instance);
  return true;
}
