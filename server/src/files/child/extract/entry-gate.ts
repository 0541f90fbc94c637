import type { FaultReason } from '@sitedeck/contract';
import type { Name } from '../tree/walk';
import { shortenPath, type ArchiveEntry, type EntryRefused } from './archive-entry';
import { EntryRules, type Verdict } from './entry-rules';
import type { Conflict, TargetEntries } from './target-entries';

/** Names and refusals that a reply lists; the rest is only counted. */
const NAMES_SHOWN = 20;
const REFUSED_SHOWN = 100;

export interface Tally {
  files: number;
  folders: number;
  /** Unpacked bytes; undefined if the size of any entry is unknown. */
  bytes: number | undefined;
  readonly sample: string[];
  taken: number;
  readonly takenSample: string[];
  refused: number;
  readonly refusedSample: EntryRefused[];
}

export type AdmittedEntry = Extract<Verdict, { is: 'taken' }> & { readonly conflict: Conflict };

/** Checks every entry of an archive before it is used. */
export class EntryGate {
  private readonly rules: EntryRules;
  readonly entriesMax: number;
  readonly tally: Tally = {
    files: 0,
    folders: 0,
    bytes: 0,
    sample: [],
    taken: 0,
    takenSample: [],
    refused: 0,
    refusedSample: [],
  };

  constructor(
    private readonly target: TargetEntries,
    { depthBefore, entriesMax }: { readonly depthBefore: number; readonly entriesMax: number },
  ) {
    this.entriesMax = entriesMax;
    this.rules = new EntryRules(depthBefore, entriesMax);
  }

  /** Undefined: the entry is left out. */
  pass(entry: ArchiveEntry): AdmittedEntry | undefined {
    const verdict = this.rules.take(entry);
    if (verdict.is === 'ignored') return undefined;
    if (verdict.is === 'refused') return this.refuse(entry.path, verdict.reason);
    const conflict = this.target.at(verdict.parts, entry.type === 'folder' ? 'folder' : 'file');
    if (conflict === 'in-the-way') return this.refuse(entry.path, 'entry-in-the-way');
    this.count(entry, { ...verdict, conflict });
    return { ...verdict, conflict };
  }

  refuse(path: Name, reason: FaultReason): undefined {
    this.tally.refused += 1;
    if (this.tally.refusedSample.length < REFUSED_SHOWN)
      this.tally.refusedSample.push({ path: shortenPath(path), reason });
  }

  private count(entry: ArchiveEntry, { isDuplicate, conflict, parts }: AdmittedEntry): void {
    const { tally } = this;
    if (entry.type === 'folder') tally.folders += 1;
    else if (!isDuplicate) tally.files += 1;
    if (entry.type === 'file')
      tally.bytes =
        entry.size === undefined || tally.bytes === undefined ? undefined : tally.bytes + entry.size;
    const name = () => shortenPath(parts.join('/'));
    if (tally.sample.length < NAMES_SHOWN) tally.sample.push(name());
    if (conflict !== 'taken' || isDuplicate) return;
    tally.taken += 1;
    if (tally.takenSample.length < NAMES_SHOWN) tally.takenSample.push(name());
  }
}
