import type { Stats } from 'node:fs';
import { MOVE_LISTED_MAX, type FaultReason } from '@sitedeck/contract';
import { diskBytes } from '../history/versions';
import type { LoopYield } from '../loop-yield';
import { isOwnWork } from '../tree/write-rules';
import { walk, type Folder, type Name } from '../tree/walk';
import { isRefusal } from '#faults/refusal';
import { decodeName, joinRaw, shownName, type SourceEncoding } from './raw-names';
import type { RawName, SourceTime } from './source';
import { LeftOut, type SourceFile, type SourceFolder, type SourceTree } from './source-tree';

const NAME_MAX = 255;

/** A folder that a move fills. */
export interface PlannedFolder {
  /** Below the target. */
  readonly parts: readonly string[];
  /** At the source. */
  readonly raw: RawName;
}

export interface PlannedFile {
  readonly folder: PlannedFolder;
  readonly name: string;
  readonly raw: RawName;
  readonly file: SourceFile;
}

/** An entry of the target that the source lacks. */
export interface GoneEntry {
  readonly folder: readonly string[];
  readonly name: Name;
  /** Files in it; 1 for a file. */
  readonly files: number;
}

/** What a move has to do. */
export interface MovePlan {
  readonly copies: PlannedFile[];
  readonly bytes: number;
  /** Folders that the target lacks. */
  readonly newFolders: PlannedFolder[];
  readonly unchanged: number;
  readonly replaced: { files: number; readonly sample: string[] };
  /** Bytes on disk of the replaced files, which their replacement frees. */
  readonly spared: number;
  readonly gone: GoneEntry[];
  readonly refused: LeftOut<FaultReason>;
}

interface Level {
  readonly source: SourceFolder;
  /** Undefined: the target lacks this folder. */
  readonly target: Folder | undefined;
  readonly planned: PlannedFolder;
}

export interface Comparison {
  readonly tree: SourceTree;
  readonly root: Folder;
  readonly target: readonly string[];
  readonly encoding: SourceEncoding;
  readonly pace: LoopYield;
  /** Also lists what the source lacks. */
  readonly findGone: boolean;
}

/** Whether a file was last changed at the source's time, as exactly as that is known. */
export function isSameTime(mtimeMs: number, time: SourceTime | undefined): boolean {
  if (!time) return true;
  const own = Math.round(mtimeMs);
  return own >= time.ms && own < time.ms + time.spanMs;
}

export const isSameFile = (stats: Stats, { size, time }: SourceFile): boolean =>
  stats.isFile() && stats.size === size && isSameTime(stats.mtimeMs, time);

class Comparer {
  readonly plan = {
    copies: [] as PlannedFile[],
    bytes: 0,
    newFolders: [] as PlannedFolder[],
    unchanged: 0,
    replaced: { files: 0, sample: [] as string[] },
    spared: 0,
    gone: [] as GoneEntry[],
    refused: new LeftOut<FaultReason>(MOVE_LISTED_MAX),
  };

  constructor(private readonly comparison: Comparison) {
    const { sample, count } = comparison.tree.refused;
    for (const { path, reason } of sample)
      this.plan.refused.add(shownName(path, comparison.encoding), reason);
    this.plan.refused.count = count;
  }

  async compare({ source, target, planned }: Level): Promise<void> {
    const names = new Set<string>();
    for (const [raw, file] of source.files) {
      if (this.comparison.pace.due) await this.comparison.pace.rest();
      const name = this.nameOf(raw, planned, names);
      if (name !== undefined) this.compareFile({ folder: planned, name, raw, file }, target?.lstat(name));
    }
    for (const [raw, inner] of source.folders) {
      const name = this.nameOf(raw, planned, names);
      if (name === undefined) continue;
      const own = { parts: [...planned.parts, name], raw: joinRaw(planned.raw, raw) };
      await this.compareFolder(inner, own, target);
    }
    if (target && source.isListed && this.comparison.findGone)
      await this.findGone(target, planned, this.knownNames(source));
  }

  /** Undefined: the name can't be stored, or another one is written the same. */
  private nameOf(raw: RawName, { parts }: PlannedFolder, names: Set<string>): string | undefined {
    const { encoding } = this.comparison;
    const name = decodeName(raw, encoding);
    const reason =
      name === undefined || Buffer.byteLength(name) > NAME_MAX
        ? 'bad-name'
        : names.has(name)
          ? 'entry-in-the-way'
          : undefined;
    if (reason) {
      this.plan.refused.add([...parts, shownName(raw, encoding)].join('/'), reason);
      return undefined;
    }
    if (name !== undefined) names.add(name);
    return name;
  }

  private compareFile(planned: PlannedFile, existing: Stats | undefined): void {
    const { plan } = this;
    const path = () => [...planned.folder.parts, planned.name].join('/');
    if (existing && isSameFile(existing, planned.file)) {
      plan.unchanged += 1;
      return;
    }
    if (existing && !existing.isFile() && !existing.isSymbolicLink())
      return plan.refused.add(path(), 'entry-in-the-way');
    plan.copies.push(planned);
    plan.bytes += planned.file.size;
    if (!existing) return;
    plan.replaced.files += 1;
    if (plan.replaced.sample.length < MOVE_LISTED_MAX) plan.replaced.sample.push(path());
    if (existing.nlink === 1) plan.spared += diskBytes(existing);
  }

  private async compareFolder(
    source: SourceFolder,
    planned: PlannedFolder,
    parent: Folder | undefined,
  ): Promise<void> {
    const name = planned.parts.at(-1) ?? '';
    const existing = parent?.lstat(name);
    if (existing && !existing.isDirectory())
      return this.plan.refused.add(planned.parts.join('/'), 'entry-in-the-way');
    if (!existing || !parent) {
      this.plan.newFolders.push(planned);
      return this.compare({ source, target: undefined, planned });
    }
    using target = parent.enter(name);
    await this.compare({ source, target, planned });
  }

  private knownNames({ files, folders, others }: SourceFolder): ReadonlySet<string> {
    const all = [...files.keys(), ...folders.keys(), ...others];
    return new Set(all.map((raw) => shownName(raw, this.comparison.encoding)));
  }

  private async findGone(
    target: Folder,
    { parts }: PlannedFolder,
    known: ReadonlySet<string>,
  ): Promise<void> {
    const folder = [...this.comparison.target, ...parts];
    for (const name of target.names()) {
      if (known.has(name.toString()) || isOwnWork([...folder, name.toString()])) continue;
      const files = await this.countFiles(target, name);
      this.plan.gone.push({ folder, name, files });
    }
  }

  private async countFiles(folder: Folder, name: Name): Promise<number> {
    if (this.comparison.pace.due) await this.comparison.pace.rest();
    if (!folder.lstat(name)?.isDirectory()) return 1;
    using inner = folder.enter(name);
    let files = 0;
    for (const one of inner.names()) files += await this.countFiles(inner, one);
    return files;
  }
}

/** The target folder; undefined if it does not exist yet. */
function openTarget(root: Folder, target: readonly string[]): Folder | undefined {
  try {
    return walk(root, target);
  } catch (error) {
    if (isRefusal(error) && error.reason === 'no-such-file') return undefined;
    throw error;
  }
}

/** Compares a source with the target folder, by size and time; changes nothing. */
export async function compareWithTarget(comparison: Comparison): Promise<MovePlan> {
  const { tree, root, target } = comparison;
  const comparer = new Comparer(comparison);
  using folder = openTarget(root, target);
  await comparer.compare({ source: tree.root, target: folder, planned: { parts: [], raw: tree.path } });
  return comparer.plan;
}
