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
  type Candidate,
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

/** Names its generation, so it differs in each. */
const GENERATION_FILE = 'generation.conf';

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

async function check(engine: NginxEngine, instance: Instance, folder: string): Promise<void> {
  const result = await run(checkCommand(engine, instance, folder));
  if (result.code !== 0) throw new EngineRefusal(messagesOf(result.stderr, folder));
}

/** Makes nginx check files without publishing them. Refuses with `config-refused`. */
export async function checkNginxFiles(
  engine: NginxEngine,
  instance: Instance,
  rendered: ConfigFiles,
): Promise<void> {
  await mkdir(instance.temp, { recursive: true, mode: 0o750 });
  const files = new Map([...rendered, [GENERATION_FILE, '']]);
  const candidate = await writeCheck(instance.folder, files);
  try {
    await check(engine, instance, candidate.folder);
  } finally {
    await dropCandidate(candidate);
  }
}

export interface NginxConfiguration {
  readonly files: ConfigFiles;
  /**
   * The files that nginx has to check if only files named `written` differ from the live ones; undefined: all.
   * Reading a certificate takes nginx more than a millisecond, so a check of all files is slow on a full node.
   */
  readonly partToCheck?: ((written: readonly string[]) => ConfigFiles | undefined) | undefined;
}

async function checkCandidate(
  engine: NginxEngine,
  instance: Instance,
  { candidate, part }: { readonly candidate: Candidate; readonly part: ConfigFiles | undefined },
): Promise<void> {
  try {
    await (part ? checkNginxFiles(engine, instance, part) : check(engine, instance, candidate.folder));
  } catch (error) {
    await dropCandidate(candidate);
    throw error;
  }
}

/**
 * Reloads the live generation. If the running nginx does not take it and a check of all files shows why, `last` is
 * live again and the generation is refused.
 */
async function reloadOrRevert(
  engine: NginxEngine,
  instance: Instance,
  { id, last }: { readonly id: string; readonly last: string | undefined },
): Promise<void> {
  try {
    await reloadNginx(instance, id);
  } catch (error) {
    try {
      await check(engine, instance, instance.current);
    } catch (refusal) {
      if (last !== undefined) await goLive(instance.folder, { id: last });
      throw refusal;
    }
    throw error;
  }
}

/**
 * Writes a candidate, makes nginx check it, publishes it and reloads. A refused candidate changes nothing.
 * Returns whether anything changed.
 */
export async function publishNginx(
  engine: NginxEngine,
  instance: Instance,
  { files: rendered, partToCheck }: NginxConfiguration,
): Promise<boolean> {
  await mkdir(instance.temp, { recursive: true, mode: 0o750 });
  const id = generationId(rendered);
  const [live, served] = await Promise.all([currentGeneration(instance.folder), servedGeneration(instance)]);
  if (live === id) {
    // Live on disk, but perhaps not read yet: an earlier reload may have been interrupted.
    if (served !== undefined && served !== id) await reloadOrRevert(engine, instance, { id, last: served });
    return false;
  }
  const files = new Map([...rendered, [GENERATION_FILE, generationConf(instance, id).text]]);
  const candidate = await writeCandidate(instance.folder, id, files);
  // Only of what is served is it known that nginx takes it.
  const written = candidate.written.filter((name) => name !== GENERATION_FILE);
  const part = live === served ? partToCheck?.(written) : undefined;
  await checkCandidate(engine, instance, { candidate, part });
  await goLive(instance.folder, candidate);
  await Promise.all([
    reloadOrRevert(engine, instance, { id, last: live }),
    dropOld(instance.folder, { inForce: id }),
  ]);
  await endOldestWorkers(instance);
  return true;
}
