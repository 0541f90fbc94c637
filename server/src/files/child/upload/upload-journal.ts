import { IfExists } from '@sitedeck/contract';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { readHostLines, type LineBounds } from '../tree/host-written-lines';
import type { Folder } from '../tree/walk';
import { dropFile } from './part-bytes';
import { mergedRanges, type Ranges } from './ranges';

/**
 * The journal of acknowledged slices. Lines are only appended: a killed process loses at most the line it was writing,
 * whose slice was not acknowledged.
 */
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const DONE = 'done';
const SUFFIX = '.log';
const SLICE = /^\d{1,16} \d{1,16}$/;
/** Two longest paths with every byte escaped stay below 50 KiB. */
const LINE_BYTES = 64 * 1024;
/** More files than a page sends at once, one or two lines each: 140 MB of memory and seconds to read. */
const DONE_BOUNDS: LineBounds = { bytes: 32 * 1024 * 1024, lines: 200_000, lineBytes: LINE_BYTES };
/** Slices of all open files of an upload: 4 TiB in slices of 4 MiB, at most 34 bytes per line. */
const SLICES_MAX = 1_000_000;
const OPEN_BYTES = 40 * 1024 * 1024;

/** A file whose bytes have all arrived. */
export interface DoneLine {
  readonly path: string;
  readonly total: number;
  /** Its path, if its name existed and both files were kept. */
  readonly to?: string;
}

export interface BegunLine {
  readonly path: string;
  readonly total: number;
  readonly key: string;
  /** The file is only complete once the sender has sent its hash. */
  readonly hashed?: boolean;
  readonly ifExists?: IfExists;
}

export interface OpenLine extends BegunLine {
  readonly received: Ranges;
}

function append(folder: Folder, name: string, text: string): void {
  const fd = openSync(folder.at(name), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    writeLine(fd, Buffer.from(text));
  } finally {
    closeSync(fd);
  }
}

/** Removes half a line, which a full disk leaves: joined with the next line it would have another meaning. */
function writeLine(fd: number, bytes: Buffer): void {
  const { size } = fstatSync(fd);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
}

/** Reads a journal; removes one that this service can't have written, so that its file starts over. */
function linesOf<T>(
  folder: Folder,
  name: string,
  ...rest: [LineBounds, (line: string, index: number) => T | undefined]
): readonly T[] {
  const lines = readHostLines({ folder, name }, ...rest);
  if (lines === 'broken') dropFile(folder, name);
  return typeof lines === 'string' ? [] : lines;
}

/** Undefined for a wrong line: the host may write to its own journals. */
function parsed(line: string): (DoneLine & Partial<BegunLine>) | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const { path, total, key, to, hashed, ifExists } = value as Record<string, unknown>;
    if (typeof path !== 'string' || typeof total !== 'number') return undefined;
    const choice = IfExists.safeParse(ifExists).data;
    return {
      path,
      total,
      ...(typeof key === 'string' && { key }),
      ...(typeof to === 'string' && { to }),
      ...(hashed === true && { hashed }),
      ...(choice && { ifExists: choice }),
    };
  } catch {
    return undefined;
  }
}

function sliceOf(line: string, total: number): readonly [number, number] | undefined {
  if (!SLICE.test(line)) return undefined;
  const [from = NaN, to = NaN] = line.split(' ').map(Number);
  return to <= total ? [from, to] : undefined;
}

export const noteDone = (folder: Folder, lines: readonly DoneLine[]): void =>
  append(folder, DONE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

export const noteBegun = (folder: Folder, line: BegunLine): void =>
  append(folder, line.key + SUFFIX, `${JSON.stringify(line)}\n`);

export const noteReceived = (folder: Folder, key: string, slice: readonly [number, number]): void =>
  append(folder, key + SUFFIX, `${slice[0]} ${slice[1]}\n`);

export const readDone = (folder: Folder): readonly DoneLine[] => linesOf(folder, DONE, DONE_BOUNDS, parsed);

export const journalOf = (key: string): string => key + SUFFIX;

function openLine(folder: Folder, name: string, budget: { lines: number }): OpenLine | undefined {
  let begun: ReturnType<typeof parsed>;
  const bounds = { bytes: OPEN_BYTES, lines: budget.lines + 1, lineBytes: LINE_BYTES };
  const slices = linesOf(folder, name, bounds, (line, index) => {
    if (index > 0) return sliceOf(line, begun?.total ?? 0);
    begun = parsed(line);
    return undefined;
  });
  budget.lines -= slices.length;
  if (begun?.key === undefined || journalOf(begun.key) !== name) return undefined;
  return { ...begun, key: begun.key, received: mergedRanges(slices) };
}

export function readOpen(folder: Folder): OpenLine[] {
  const journals = folder
    .names()
    .filter((name) => typeof name === 'string' && name.endsWith(SUFFIX)) as string[];
  const budget = { lines: SLICES_MAX };
  return journals.flatMap((name) => openLine(folder, name, budget) ?? []);
}
