import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { codeOf } from '#faults/error-code';
import type { HostLimits } from './shares';

/** Limits of a host that differ from those of the installation. */
export type OwnLimits = Partial<HostLimits>;

const isNotThere = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
};

/** A file that a crash of the machine has cut off counts as none; the worker writes it again when it starts. */
function parsed(text: string): Readonly<Record<string, OwnLimits>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, OwnLimits>>;
  } catch {
    return {};
  }
}

/**
 * A file with the limits of single hosts. The worker writes it; each process that starts programs of hosts reads
 * it, since not every one reads rows.
 */
export class StoredLimits {
  private version: string | undefined;
  private known: Readonly<Record<string, OwnLimits>> = {};

  constructor(private readonly file: string) {}

  /** Replaces the limits of all hosts. */
  async replace(limits: Readonly<Record<string, OwnLimits>>): Promise<void> {
    await this.read();
    if (this.version !== undefined && isDeepStrictEqual(this.known, limits)) return;
    const next = `${this.file}.next`;
    await writeFile(next, JSON.stringify(limits), { mode: 0o600 });
    await rename(next, this.file);
  }

  async of(hostCode: string): Promise<OwnLimits> {
    await this.read();
    return this.known[hostCode] ?? {};
  }

  /** Does nothing if the file is as it was. */
  private async read(): Promise<void> {
    const now = await stat(this.file, { bigint: true }).catch(isNotThere);
    const version = now && `${now.ino} ${now.mtimeNs}`;
    if (version === this.version) return;
    const text = (await readFile(this.file, 'utf8').catch(isNotThere)) ?? '{}';
    this.known = parsed(text);
    this.version = version;
  }
}
