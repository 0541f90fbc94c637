import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import { isOneName } from '../history/bin-note';
import { readHostLines, type LineBounds } from '../tree/host-written-lines';
import type { Folder, Name } from '../tree/walk';

const JOURNAL = 'journal';
const DONE = 'done';
/**
 * Enough for 250,000 steps of usual paths (a new folder is one step, whatever it contains), at most 180 MB of memory. `note`
 * refuses more. The longest lines, a step with two longest paths or a summary with 100 names, stay below 130 KiB.
 */
const BOUNDS: LineBounds = { bytes: 32 * 1024 * 1024, lines: 1_000_000, lineBytes: 256 * 1024 };

const WireName = z.union([z.string(), z.object({ bytes: z.base64() })]);
const Step = z.object({
  /** Path below the host's root. */
  to: z.array(WireName).min(1).max(1024),
  /** Inode of the placed entry; absent: a folder that was created. */
  ino: z.number().optional(),
  /** Modification time of a placed file, ms. */
  mtimeMs: z.number().optional(),
  /** The replaced entry is kept under this name. */
  old: z.number().int().optional(),
});

const ExtractionResult = z.object({
  files: z.number(),
  bytes: z.number(),
  skipped: z.number(),
  refused: z.number(),
  failed: z.array(z.string()),
});
/** Result of an extraction; `failed` names the first entries that were left out, with their reason. */
export type ExtractionResult = z.infer<typeof ExtractionResult>;

export interface PlaceStep {
  readonly to: readonly Name[];
  readonly ino?: number | undefined;
  readonly mtimeMs?: number | undefined;
  readonly old?: number | undefined;
}

const toWire = (name: Name) => (typeof name === 'string' ? name : { bytes: name.toString('base64') });
const fromWire = (name: z.infer<typeof WireName>): Name =>
  typeof name === 'string' ? name : Buffer.from(name.bytes, 'base64');

/** The tenant may write these lines too: each name has to be a single component. */
const isWithin = ({ to }: PlaceStep): boolean => to.every((name) => isOneName(Buffer.from(name)));

/** Undefined for a broken line: a kill may cut the last one, and the host may write here. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const UNKNOWN: ExtractionResult = { files: 0, bytes: 0, skipped: 0, refused: 0, failed: [] };
const infoOf = (line: unknown): ExtractionResult => ExtractionResult.safeParse(line).data ?? UNKNOWN;

function stepOf(line: unknown): PlaceStep | undefined {
  const { data } = Step.safeParse(line);
  if (!data) return undefined;
  const step = { ...data, to: data.to.map(fromWire) };
  return isWithin(step) ? step : undefined;
}

interface Placement {
  readonly info: ExtractionResult;
  readonly steps: PlaceStep[];
}

/** Undefined for an empty file. */
function readPlaced(folder: Folder, name: string): Placement | 'none' | 'broken' | undefined {
  let info: ExtractionResult | undefined;
  const lines = readHostLines({ folder, name }, BOUNDS, (line, index) => {
    if (index > 0) return stepOf(parsed(line));
    info = infoOf(parsed(line));
    return undefined;
  });
  if (typeof lines === 'string') return lines;
  return info && { info, steps: [...lines] };
}

/**
 * Reads the journal of an earlier run of the extraction: it was done, or was being placed. Broken lines are
 * skipped; a journal that this service can't have written is `broken`.
 */
export function readJournal(
  work: Folder,
): { readonly is: 'none' | 'broken' } | (Placement & { readonly is: 'done' | 'placing' }) {
  const done = readPlaced(work, DONE);
  if (done === 'broken') return { is: done };
  if (done !== 'none') return { is: 'done', info: UNKNOWN, steps: [], ...done };
  const placed = readPlaced(work, JOURNAL);
  if (placed === 'broken') return { is: placed };
  return placed === 'none' || !placed ? { is: 'none' } : { is: 'placing', ...placed };
}

/** Each step is noted before it is done, so that the next process can continue or undo it after a kill. */
export class PlaceJournal implements Disposable {
  private readonly fd: number;
  private bytes: number;

  constructor(
    private readonly work: Folder,
    readonly info: ExtractionResult,
    readonly steps: PlaceStep[],
  ) {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
    const flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
    this.fd = openSync(work.at(JOURNAL), flags, 0o600);
    this.bytes = fstatSync(this.fd).size;
    if (steps.length === 0) this.write(info);
  }

  /** Refuses with `archive-too-much` if the journal would be too long to read again. */
  note(step: PlaceStep): void {
    this.write({ ...step, to: step.to.map(toWire) });
    this.steps.push(step);
  }

  private write(value: unknown): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    const isFull = this.bytes + line.length > BOUNDS.bytes || this.steps.length + 2 > BOUNDS.lines;
    if (isFull) throw new Refusal('archive-too-much');
    writeSync(this.fd, line);
    this.bytes += line.length;
  }

  finish(): void {
    renameSync(this.work.at(JOURNAL), this.work.at(DONE));
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}
