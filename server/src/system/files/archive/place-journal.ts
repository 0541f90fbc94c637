import { closeSync, constants, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { errnoOf } from '../errno';
import { isOneName } from '../history/bin-note';
import type { Folder, Name } from '../walk';

const JOURNAL = 'journal';
const DONE = 'done';

const WireName = z.union([z.string(), z.object({ bytes: z.base64() })]);
const Step = z.object({
  /** Path below the host's root. */
  to: z.array(WireName).min(1).max(1024),
  /** Inode of what came to stand there; absent: a folder that was made. */
  ino: z.number().optional(),
  /** Of a file: when its content was changed last, ms. */
  mtimeMs: z.number().optional(),
  /** What stood there before waits under this name. */
  old: z.number().int().optional(),
});

const Extracted = z.object({
  files: z.number(),
  bytes: z.number(),
  skipped: z.number(),
  refused: z.number(),
  failed: z.array(z.string()),
});
/** What an extraction brought; `failed` names the first entries that stayed out, with their reason. */
export type Extracted = z.infer<typeof Extracted>;

export interface PlaceStep {
  readonly to: readonly Name[];
  readonly ino?: number | undefined;
  readonly mtimeMs?: number | undefined;
  readonly old?: number | undefined;
}

const toWire = (name: Name) => (typeof name === 'string' ? name : { bytes: name.toString('base64') });
const fromWire = (name: z.infer<typeof WireName>): Name =>
  typeof name === 'string' ? name : Buffer.from(name.bytes, 'base64');

/** Its lines are the tenant's to write, too, also through an FTP server that shuts them in: each name is one name. */
const isWithin = ({ to }: PlaceStep): boolean => to.every((name) => isOneName(Buffer.from(name)));

/** Undefined for what is none: a kill cuts the last line, and the host may write here. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readLines(work: Folder, name: string): readonly unknown[] | undefined {
  try {
    const fd = work.openForReading(name);
    try {
      const lines = readFileSync(fd, 'utf8').split('\n');
      // The last one is empty, or was cut by a kill: its step was not begun.
      return lines.slice(0, -1).map(parsed);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const UNKNOWN: Extracted = { files: 0, bytes: 0, skipped: 0, refused: 0, failed: [] };
const infoOf = (line: unknown): Extracted => Extracted.safeParse(line).data ?? UNKNOWN;

function stepsOf(lines: readonly unknown[]): PlaceStep[] {
  return lines.flatMap((line) => {
    const { data } = Step.safeParse(line);
    if (!data) return [];
    const step = { ...data, to: data.to.map(fromWire) };
    return isWithin(step) ? [step] : [];
  });
}

interface Placed {
  readonly info: Extracted;
  readonly steps: PlaceStep[];
}

/** What an earlier life of the extraction left: it was done, or was being put into place. Broken lines are no steps. */
export function readJournal(
  work: Folder,
): { readonly is: 'none' } | (Placed & { readonly is: 'done' | 'placing' }) {
  const done = readLines(work, DONE);
  const [info, ...steps] = done ?? readLines(work, JOURNAL) ?? [];
  if (!done && info === undefined && steps.length === 0) return { is: 'none' };
  return { is: done ? 'done' : 'placing', info: infoOf(info), steps: stepsOf(steps) };
}

/** Each step is written down before it is taken, so that whoever comes after a kill can go on or back. */
export class PlaceJournal implements Disposable {
  private readonly fd: number;

  constructor(
    private readonly work: Folder,
    readonly info: Extracted,
    readonly steps: PlaceStep[],
  ) {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
    this.fd = openSync(work.at(JOURNAL), flags, 0o600);
    if (steps.length === 0) writeSync(this.fd, `${JSON.stringify(info)}\n`);
  }

  note(step: PlaceStep): void {
    writeSync(this.fd, `${JSON.stringify({ ...step, to: step.to.map(toWire) })}\n`);
    this.steps.push(step);
  }

  finish(): void {
    renameSync(this.work.at(JOURNAL), this.work.at(DONE));
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}
