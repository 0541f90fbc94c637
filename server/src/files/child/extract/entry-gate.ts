import type { FaultReason } from '@sitedeck/contract';
import type { Name } from '../tree/walk';
import { shown, type ArchiveEntry, type EntryRefused } from './archive-entry';
import { EntryRules, type Verdict } from './entry-rules';
import type { Stands, TargetLook } from './target-entries';

/** Names and refusals told; the rest is counted. */
const TOLD = 20;
const REFUSED_TOLD = 100;

export interface Tally {
  files: number;
  folders: number;
  /** Unpacked; undefined once an entry did not tell. */
  bytes: number | undefined;
  readonly sample: string[];
  taken: number;
  readonly takenSample: string[];
  refused: number;
  readonly refusedSample: EntryRefused[];
}

export type Passed = Extract<Verdict, { is: 'taken' }> & { readonly stands: Stands };

/** Every entry of an archive passes here before anything is done with it. */
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
    private readonly look: TargetLook,
    { depthBefore, entriesMax }: { readonly depthBefore: number; readonly entriesMax: number },
  ) {
    this.entriesMax = entriesMax;
    this.rules = new EntryRules(depthBefore, entriesMax);
  }

  /** undefined: the entry stays out. */
  pass(entry: ArchiveEntry): Passed | undefined {
    const verdict = this.rules.take(entry);
    if (verdict.is === 'ignored') return undefined;
    if (verdict.is === 'refused') return this.refuse(entry.path, verdict.reason);
    const stands = this.look.at(verdict.parts, entry.kind === 'folder' ? 'folder' : 'file');
    if (stands === 'in-the-way') return this.refuse(entry.path, 'entry-in-the-way');
    this.count(entry, { ...verdict, stands });
    return { ...verdict, stands };
  }

  refuse(path: Name, reason: FaultReason): undefined {
    this.tally.refused += 1;
    if (this.tally.refusedSample.length < REFUSED_TOLD)
      this.tally.refusedSample.push({ path: shown(path), reason });
  }

  private count(entry: ArchiveEntry, { again, stands, parts }: Passed): void {
    const { tally } = this;
    if (entry.kind === 'folder') tally.folders += 1;
    else if (!again) tally.files += 1;
    if (entry.kind === 'file')
      tally.bytes =
        entry.size === undefined || tally.bytes === undefined ? undefined : tally.bytes + entry.size;
    const told = () => shown(parts.join('/'));
    if (tally.sample.length < TOLD) tally.sample.push(told());
    if (stands !== 'taken' || again) return;
    tally.taken += 1;
    if (tally.takenSample.length < TOLD) tally.takenSample.push(told());
  }
}
