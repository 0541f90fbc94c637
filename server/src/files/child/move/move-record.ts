import { constants, openSync, closeSync, writeFileSync, writeSync } from 'node:fs';
import { MoveResult } from '@sitedeck/contract';
import { z } from 'zod';
import { isOneName } from '../history/bin-note';
import { readHostLines, type LineBounds } from '../tree/host-written-lines';
import type { Folder, Name } from '../tree/walk';
import type { GoneEntry } from './compare-target';

const RESULT = 'result';
const GONE = 'gone';
/** A result has up to 1,000 failed paths of 4,096 bytes. */
const RESULT_BOUNDS: LineBounds = { bytes: 16 * 1024 * 1024, lines: 1, lineBytes: 16 * 1024 * 1024 };
const GONE_BOUNDS: LineBounds = { bytes: 64 * 1024 * 1024, lines: 1_000_000, lineBytes: 64 * 1024 };

const WireName = z.union([z.string(), z.object({ bytes: z.base64() })]);
const GoneLine = z.object({ folder: z.array(z.string()).max(1024), name: WireName, files: z.number() });

const write = (work: Folder, name: string, text: string): void => {
  const { O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
};

/** Written before the tree is placed, so that a later process can complete the move and report its result. */
export function writeRecord(work: Folder, result: MoveResult, gone: readonly GoneEntry[]): void {
  const lines = gone.map(({ folder, name, files }) => {
    const own = typeof name === 'string' ? name : { bytes: name.toString('base64') };
    return `${JSON.stringify({ folder, name: own, files })}\n`;
  });
  write(work, GONE, lines.join(''));
  writeResult(work, result);
}

export const writeResult = (work: Folder, result: MoveResult): void =>
  write(work, RESULT, `${JSON.stringify(result)}\n`);

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Undefined if another program has changed it. */
export function readResult(work: Folder): MoveResult | undefined {
  const lines = readHostLines({ folder: work, name: RESULT }, RESULT_BOUNDS, (line) => {
    return MoveResult.safeParse(parsed(line)).data;
  });
  return typeof lines === 'string' ? undefined : lines[0];
}

function goneOf(line: string): GoneEntry | undefined {
  const { data } = GoneLine.safeParse(parsed(line));
  if (!data) return undefined;
  const name: Name = typeof data.name === 'string' ? data.name : Buffer.from(data.name.bytes, 'base64');
  const isSafe = [...data.folder, name].every((part) => isOneName(Buffer.from(part)));
  return isSafe ? { ...data, name } : undefined;
}

export function readGone(work: Folder): readonly GoneEntry[] {
  const lines = readHostLines({ folder: work, name: GONE }, GONE_BOUNDS, goneOf);
  return typeof lines === 'string' ? [] : lines;
}

const REMOVED = 'removed';

/** How far the list of gone entries has been worked through, and the files that went to the recycle bin. */
export interface RemovedSoFar {
  readonly entries: number;
  readonly files: number;
}

export function readRemoved(work: Folder): RemovedSoFar {
  const lines = readHostLines(
    { folder: work, name: REMOVED },
    GONE_BOUNDS,
    (line): RemovedSoFar | undefined => {
      const [, entries, files] = /^(\d{1,7}) (\d{1,9})$/.exec(line) ?? [];
      return files === undefined ? undefined : { entries: Number(entries), files: Number(files) };
    },
  );
  return (typeof lines === 'string' ? undefined : lines.at(-1)) ?? { entries: 0, files: 0 };
}

export function noteRemoved(work: Folder, { entries, files }: RemovedSoFar): void {
  const { O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  const fd = openSync(work.at(REMOVED), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    writeSync(fd, `${entries} ${files}\n`);
  } finally {
    closeSync(fd);
  }
}
