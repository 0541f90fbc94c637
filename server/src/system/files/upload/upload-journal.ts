import { IfExists } from '@sitedeck/contract';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { errnoOf } from '../errno';
import type { Folder } from '../walk';
import { withRange, type Ranges } from './ranges';

/**
 * What has been acknowledged, in lines that are only ever appended: a killed process loses at most the line it was
 * writing, whose slice was not acknowledged.
 */
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const DONE = 'done';
const SUFFIX = '.log';
const SLICE = /^\d+ \d+$/;

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
  const fd = openSync(folder.at(name), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
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

/** Whole lines only: what follows the last line end was never acknowledged. */
function linesOf(folder: Folder, name: string): string[] {
  try {
    const fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW);
    try {
      return readFileSync(fd, 'utf8').split('\n').slice(0, -1);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
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

export const noteDone = (folder: Folder, lines: readonly DoneLine[]): void =>
  append(folder, DONE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

export const noteBegun = (folder: Folder, line: BegunLine): void =>
  append(folder, line.key + SUFFIX, `${JSON.stringify(line)}\n`);

export const noteReceived = (folder: Folder, key: string, slice: readonly [number, number]): void =>
  append(folder, key + SUFFIX, `${slice[0]} ${slice[1]}\n`);

export const readDone = (folder: Folder): DoneLine[] =>
  linesOf(folder, DONE).flatMap((line) => parsed(line) ?? []);

export const journalOf = (key: string): string => key + SUFFIX;

export function readOpen(folder: Folder): OpenLine[] {
  const journals = folder
    .names()
    .filter((name) => typeof name === 'string' && name.endsWith(SUFFIX)) as string[];
  return journals.flatMap((name) => {
    const [head = '', ...slices] = linesOf(folder, name);
    const begun = parsed(head);
    if (begun?.key === undefined || journalOf(begun.key) !== name) return [];
    const { key } = begun;
    const received = slices.reduce<Ranges>((ranges, line) => {
      if (!SLICE.test(line)) return ranges;
      const [from = NaN, to = NaN] = line.split(' ').map(Number);
      return from >= 0 && to <= begun.total ? withRange(ranges, from, to) : ranges;
    }, []);
    return [{ ...begun, key, received }];
  });
}
