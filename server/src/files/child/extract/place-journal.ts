import { closeSync, constants, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { readHostLines, type LineBounds } from '../tree/host-written-lines';
import type { Folder } from '../tree/walk';
import { lineOf, mayBeStep, parseLine, type PlaceStep } from './place-step';
import { PlacedSteps } from './placed-steps';

const JOURNAL = 'journal';
const DONE = 'done';
/**
 * Enough for a million steps of usual paths (a new folder is one step, whatever it contains). `note` refuses more. The
 * longest lines, a step with two longest paths or a summary with 100 names, stay below 130 KiB.
 */
const BOUNDS: LineBounds = { bytes: 512 * 1024 * 1024, lines: 1_100_000, lineBytes: 256 * 1024 };

const ExtractionResult = z.object({
  files: z.number(),
  bytes: z.number(),
  skipped: z.number(),
  refused: z.number(),
  failed: z.array(z.string()),
});
/** Result of an extraction; `failed` names the first entries that were left out, with their reason. */
export type ExtractionResult = z.infer<typeof ExtractionResult>;

const UNKNOWN: ExtractionResult = { files: 0, bytes: 0, skipped: 0, refused: 0, failed: [] };

interface Placement {
  readonly info: ExtractionResult;
  readonly steps: PlacedSteps;
}

/** Undefined for an empty file. */
function readPlaced(folder: Folder, name: string): Placement | 'none' | 'broken' | undefined {
  let info: ExtractionResult | undefined;
  const starts = readHostLines({ folder, name }, BOUNDS, (line, index, at) => {
    if (index > 0) return mayBeStep(line) ? at : undefined;
    info = ExtractionResult.safeParse(parseLine(line)).data ?? UNKNOWN;
    return undefined;
  });
  if (typeof starts === 'string') return starts;
  const { lineBytes } = BOUNDS;
  return info && { info, steps: new PlacedSteps({ folder, name, starts, lineBytes }) };
}

const noSteps = (folder: Folder): PlacedSteps =>
  new PlacedSteps({ folder, name: DONE, starts: [], lineBytes: 0 });

/**
 * Reads the journal of an earlier run of the extraction: it was done, or was being placed. Broken lines are skipped; a
 * journal that this service can't have written is `broken`.
 * @param work stays open while the steps are read
 */
export function readJournal(
  work: Folder,
): { readonly is: 'none' | 'broken' } | (Placement & { readonly is: 'done' | 'placing' }) {
  const done = readPlaced(work, DONE);
  if (done === 'broken') return { is: done };
  if (done !== 'none') return { is: 'done', info: UNKNOWN, steps: noSteps(work), ...done };
  const placed = readPlaced(work, JOURNAL);
  if (placed === 'broken') return { is: placed };
  return placed === 'none' || !placed ? { is: 'none' } : { is: 'placing', ...placed };
}

/** Each step is noted before it is done, so that the next process can continue or undo it after a kill. */
export class PlaceJournal implements Disposable {
  private readonly fd: number;
  private bytes: number;
  private count: number;

  /** @param before steps that the journal has already */
  constructor(
    private readonly work: Folder,
    readonly info: ExtractionResult,
    before: number,
  ) {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
    const flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
    this.fd = openSync(work.at(JOURNAL), flags, 0o600);
    this.bytes = fstatSync(this.fd).size;
    this.count = before;
    if (this.bytes === 0) this.write(JSON.stringify(info));
  }

  /** Number of the next step. */
  get next(): number {
    return this.count;
  }

  /** Refuses with `archive-too-much` if the journal would be too long to read again. */
  note(step: PlaceStep): void {
    this.write(lineOf(step));
    this.count += 1;
  }

  private write(text: string): void {
    const line = Buffer.from(`${text}\n`);
    const isFull = this.bytes + line.length > BOUNDS.bytes || this.count + 2 > BOUNDS.lines;
    if (isFull) throw new Refusal('archive-too-much');
    this.append(line);
    this.bytes += line.length;
  }

  /** On a disk that is almost full the kernel may store a part of a line, which would hide that its step was done. */
  private append(line: Buffer): void {
    try {
      for (let at = 0; at < line.length;) at += writeSync(this.fd, line, at);
    } catch (error) {
      ftruncateSync(this.fd, this.bytes);
      throw refusalOf(error);
    }
  }

  finish(): void {
    renameSync(this.work.at(JOURNAL), this.work.at(DONE));
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}
