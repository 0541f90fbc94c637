import type { Stats } from 'node:fs';
import type { StagingDifference } from '@sitedeck/contract';
import type { ChildBodies, ChildReplies } from '#files/link/child-messages';
import { LoopYield } from '../loop-yield';
import { typeOf } from '../tree/entry-type';
import { partsOf } from '../tree/site-path';
import { walk, type Folder } from '../tree/walk';
import type { VerbContext } from '../verb';
import { isSameEntry } from './compare-files';

type Body = ChildBodies['compareTrees'];

/** A page ends after this time although it is not full, ms. */
const PAGE_MS = 3000;
/** Deeper folders are not compared: each level holds two descriptors. */
const DEPTH_MAX = 200;

interface Level {
  readonly live: Folder;
  readonly staging: Folder;
  /** Path of both, with a slash at its end. */
  readonly path: string;
  /** Where the page continues, below this level; undefined: from the beginning. */
  readonly after: readonly string[] | undefined;
  readonly depth: number;
}

/** One page of differences. */
class Page {
  readonly differences: StagingDifference[] = [];
  /** The last path that was compared. */
  private last: string | null;
  private readonly pace: LoopYield;
  private readonly until = performance.now() + PAGE_MS;
  private isCut = false;

  constructor(
    private readonly body: Body,
    private readonly signal: AbortSignal,
  ) {
    this.last = body.after;
    this.pace = new LoopYield(signal);
  }

  get next(): string | null {
    return this.isCut ? this.last : null;
  }

  private get isFull(): boolean {
    return this.differences.length >= this.body.limit || performance.now() > this.until;
  }

  async compare({ live, staging, path, after, depth }: Level): Promise<void> {
    const [first, ...rest] = after ?? [];
    for (const name of namesOf(live, staging)) {
      if (first !== undefined && name < first) continue;
      const isHere = first !== undefined && name === first;
      if (isHere && rest.length === 0) continue;
      if (this.isFull) return void (this.isCut = true);
      if (this.pace.due) await this.pace.rest();
      await this.compareEntry({ live, staging, path, after: isHere ? rest : undefined, depth }, name);
      if (this.isCut) return;
      this.last = path + name;
    }
  }

  private async compareEntry(level: Level, name: string): Promise<void> {
    const [live, staging] = [level.live.lstat(name), level.staging.lstat(name)];
    if (live?.isDirectory() && staging?.isDirectory()) return this.enter(level, name);
    const path = level.path + name;
    if (!live && staging) return this.add({ path, is: 'added', live, staging });
    if (live && !staging) return this.add({ path, is: 'removed', live, staging });
    if (!live || !staging) return;
    const pair = { live: { folder: level.live, name }, staging: { folder: level.staging, name } };
    const isSame =
      !live.isDirectory() &&
      !staging.isDirectory() &&
      (await isSameEntry(pair, { live, staging }, this.signal));
    if (!isSame) this.add({ path, is: 'changed', live, staging });
  }

  private async enter(level: Level, name: string): Promise<void> {
    if (level.depth >= DEPTH_MAX) return;
    using live = level.live.enter(name);
    using staging = level.staging.enter(name);
    await this.compare({
      ...{ live, staging, path: `${level.path}${name}/` },
      ...{ after: level.after, depth: level.depth + 1 },
    });
  }

  private add({ path, is, live, staging }: FoundDifference): void {
    const shown = staging ?? live;
    if (!shown) return;
    // Neither can take the place of the other.
    const clashes = live && staging && live.isDirectory() !== staging.isDirectory();
    this.differences.push({
      ...{ path, is, type: clashes ? 'other' : typeOf(shown) },
      ...{ size: sizeOf(staging), liveSize: sizeOf(live), changedAt: shown.mtime.toISOString() },
    });
  }
}

interface FoundDifference {
  readonly path: string;
  readonly is: StagingDifference['is'];
  readonly live: Stats | undefined;
  readonly staging: Stats | undefined;
}

const sizeOf = (stats: Stats | undefined): number | null => (stats?.isFile() ? stats.size : null);

/** Names in either folder, sorted. A name that is not UTF-8 can't be selected, so it is left out. */
function namesOf(live: Folder, staging: Folder): readonly string[] {
  const names = [...live.names(), ...staging.names()].filter((name) => typeof name === 'string');
  return [...new Set(names)].sort();
}

/** Compares two folders without following symlinks. */
export async function compareTrees(
  body: Body,
  { disk, signal }: VerbContext,
): Promise<ChildReplies['compareTrees']> {
  using live = walk(disk.root, partsOf(body.live));
  using staging = walk(disk.root, partsOf(body.staging));
  const page = new Page(body, signal);
  const after = body.after === null ? undefined : partsOf(body.after);
  await page.compare({ live, staging, path: '/', after, depth: 0 });
  return { differences: page.differences, next: page.next };
}
