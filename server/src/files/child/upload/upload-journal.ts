import { IfExists } from '@sitedeck/contract';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { hostLines, type LineBounds } from '../host-lines';
import type { Folder } from '../tree/walk';
import { dropFile } from './part-bytes';
import { melted, type Ranges } from './ranges';

/**
 * What has been acknowledged, in lines that are only ever appended: a killed process loses at most the line it was
 * writing, whose slice was not acknowledged.
 */
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const DONE = 'done';
const SUFFIX = '.log';
const SLICE = /^\d{1,16} \d{1,16}$/;
/** Two paths of the longest with each byte escaped are below 50 KiB. */
const LINE_BYTES = 64 * 1024;
/** More files than a page sends at once, each on a line or two: 140 MB of memory and seconds to take them up. */
const DONE_BOUNDS: LineBounds = { bytes: 32 * 1024 * 1024, lines: 200_000, lineBytes: LINE_BYTES };
/** Of all open files of an upload together: 4 TiB in slices of 4 MiB, at 34 bytes each at most. */
const SLICES_MAX = 1_000_000;
const OPEN_BYTES = 40 * 1024 * 1024;

/** A file whose bytes have all arrived. */
export interface DoneLine {
  readonly path: string;
  readonly total: number;
  /** Where it stands, if its name was taken and both are kept. */
  readonly to?: string;
}

export interface BegunLine {
  readonly path: string;
  readonly total: number;
  readonly key: string;
  /** A hash of the content will come: without it the file is not finished. */
  readonly hashed?: boolean;
  readonly ifExists?: IfExists;
}

export interface OpenLine extends BegunLine {
  readonly received: Ranges;
}

function append(folder: Folder, name: string, text: string): void {
  const fd = openSync(folder.at(name), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    writeWholly(fd, Buffer.from(text));
  } finally {
    closeSync(fd);
  }
}

/** Half a line, as a full disk leaves it, would make one of another meaning with the next. */
function writeWholly(fd: number, bytes: Buffer): void {
  const { size } = fstatSync(fd);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
}

/** A journal that none of ours can be goes: what it told of is begun anew. */
function linesOf<T>(
  folder: Folder,
  name: string,
  ...rest: [LineBounds, (line: string, index: number) => T | undefined]
): readonly T[] {
  const lines = hostLines({ folder, name }, ...rest);
  if (lines === 'broken') dropFile(folder, name);
  return typeof lines === 'string' ? [] : lines;
}

/** The host may write into its own journals; a line that is none is passed over. */
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
  return { ...begun, key: begun.key, received: melted(slices) };
}

export function readOpen(folder: Folder): OpenLine[] {
  const journals = folder
    .names()
    .filter((name) => typeof name === 'string' && name.endsWith(SUFFIX)) as string[];
  const budget = { lines: SLICES_MAX };
  return journals.flatMap((name) => openLine(folder, name, budget) ?? []);
}
