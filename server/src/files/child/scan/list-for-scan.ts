import { lstatSync, type BigIntStats } from 'node:fs';
import { codeOf } from '#faults/error-code';
import type { ListedFile } from '#files/link/protocol';
import { LoopYield } from '../loop-yield';
import { EventStream } from '../search/event-stream';
import { DEPTH_MAX } from '../tree/site-path';
import { isOwnWork } from '../tree/write-rules';
import type { Folder, Name } from '../tree/walk';
import type { StreamControl } from '../verb';
import { rawPathOf } from './raw-path';

/** Logs are no programs, and root's. */
const SKIPPED = new Set(['logs']);
const MISSED = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** A program of the host can set the time of change of a file, but not `ctime`. */
export const stampOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [ino, size, mtimeNs, ctimeNs].map((value) => value.toString(36)).join('.');

/** Undefined if the entry is gone or closed to its own host. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (MISSED.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

class ScanWalk {
  private readonly pace: LoopYield;
  constructor(
    private readonly events: EventStream<ListedFile>,
    signal: AbortSignal,
  ) {
    this.pace = new LoopYield(signal);
  }

  async below(folder: Folder, parts: readonly Name[]): Promise<void> {
    const names = attempt(() => folder.names());
    if (names === undefined) return this.unreadable(parts);
    const folders: Name[] = [];
    for (const name of names) {
      if (this.pace.due) await this.pace.rest();
      const path = [...parts, name];
      if (this.isSkipped(path)) continue;
      const stats = attempt(() => lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }));
      if (stats?.isDirectory()) folders.push(name);
      else if (stats?.isFile()) await this.add(path, stats);
    }
    for (const name of folders) await this.enter(folder, [...parts, name]);
  }

  private isSkipped(path: readonly Name[]): boolean {
    const [first, second] = path.map(String);
    return SKIPPED.has(first ?? '') || isOwnWork([first ?? '', second ?? '']);
  }

  private async enter(parent: Folder, path: readonly Name[]): Promise<void> {
    const name = path.at(-1) ?? '';
    const entered = path.length < DEPTH_MAX ? attempt(() => parent.enter(name)) : undefined;
    if (entered === undefined) return this.unreadable(path);
    using held = entered;
    await this.below(held, path);
  }

  private async add(path: readonly Name[], stats: BigIntStats): Promise<void> {
    const { size, mtimeMs } = stats;
    await this.events.add({
      ...{ is: 'file', path: rawPathOf(path), stamp: stampOf(stats) },
      ...{ size: Number(size), modified: Number(mtimeMs) },
    });
  }

  private unreadable(path: readonly Name[]): Promise<void> {
    return path.length === 0
      ? Promise.resolve()
      : this.events.add({ is: 'unreadable', path: rawPathOf(path) });
  }
}

/** Lists every regular file of the host, without following links. */
export async function listForScan(
  _body: object,
  { disk, signal, progress, taken }: StreamControl,
): Promise<Record<string, never>> {
  const events = new EventStream<ListedFile>({ signal, progress, taken });
  await new ScanWalk(events, signal).below(disk.root, []);
  await events.flush();
  return {};
}
