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
  readonly old?: number | undefined;
}

const toWire = (name: Name) => (typeof name === 'string' ? name : { bytes: name.toString('base64') });
const fromWire = (name: z.infer<typeof WireName>): Name =>
  typeof name === 'string' ? name : Buffer.from(name.bytes, 'base64');

/** Its lines are the tenant's to write, too, also through an FTP server that shuts them in: each name is one name. */
const isWithin = ({ to }: PlaceStep): boolean => to.every((name) => isOneName(Buffer.from(name)));

function readLines(work: Folder, name: string): readonly unknown[] | undefined {
  try {
    const fd = work.openForReading(name);
    try {
      const lines = readFileSync(fd, 'utf8').split('\n');
      // The last one is empty, or was cut by a kill: its step was not begun.
      return lines.slice(0, -1).map((line): unknown => JSON.parse(line));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What an earlier life of the extraction left: it was done, or was being put into place. */
export function readJournal(
  work: Folder,
): { is: 'none' } | { is: 'done'; info: Extracted } | { is: 'placing'; info: Extracted; steps: PlaceStep[] } {
  const done = readLines(work, DONE);
  if (done) return { is: 'done', info: Extracted.parse(done[0]) };
  const [info, ...steps] = readLines(work, JOURNAL) ?? [];
  if (info === undefined) return { is: 'none' };
  return {
    is: 'placing',
    info: Extracted.parse(info),
    steps: steps
      .map((step) => {
        const { to, ...rest } = Step.parse(step);
        return { ...rest, to: to.map(fromWire) };
      })
      .filter(isWithin),
  };
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
