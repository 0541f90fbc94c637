import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Folder } from '../tree/walk';
import { stepIn, type PlaceStep } from './place-step';

/** Where the complete lines of a journal are: only this is kept in memory, as a large move has a million. */
export interface StepLines {
  readonly folder: Folder;
  readonly name: string;
  /** First byte of each line. */
  readonly starts: readonly number[];
  /** Longest line, bytes. */
  readonly lineBytes: number;
}

/** A step with its number. */
export type NumberedStep = readonly [number: number, step: PlaceStep];

/** Reads lines that lie beside each other, in either direction, without a system call for each. */
class LineWindow {
  private readonly held: Buffer;
  private from = 0;
  private count = 0;

  /** @param bytes at least those of the longest line */
  constructor(
    private readonly fd: number,
    bytes: number,
  ) {
    this.held = Buffer.allocUnsafe(bytes);
  }

  /** The line that begins at that byte and has at most so many; undefined if it has no end. */
  line(at: number, bytes: number, isReverse: boolean): string | undefined {
    if (at < this.from || at + bytes > this.from + this.count) {
      this.from = isReverse ? Math.max(0, at + bytes - this.held.length) : at;
      this.count = readSync(this.fd, this.held, 0, this.held.length, this.from);
    }
    const begin = at - this.from;
    const end = this.held.subarray(0, this.count).indexOf(10, begin);
    return end < 0 ? undefined : this.held.toString('utf8', begin, end);
  }
}

function* read({ folder, name, starts, lineBytes }: StepLines, isReverse: boolean): Generator<NumberedStep> {
  if (starts.length === 0) return;
  const fd = folder.openForReading(name);
  try {
    const { size } = fstatSync(fd);
    const window = new LineWindow(fd, lineBytes);
    for (let count = 0; count < starts.length; count += 1) {
      const number = isReverse ? starts.length - 1 - count : count;
      const at = starts[number] ?? size;
      const line = window.line(at, Math.min((starts[number + 1] ?? size) - at, lineBytes), isReverse);
      const step = line === undefined ? undefined : stepIn(line);
      if (step) yield [number, step];
    }
  } finally {
    closeSync(fd);
  }
}

/** The steps of a journal, each parsed when it is needed. Broken lines are left out. */
export class PlacedSteps {
  constructor(private readonly lines: StepLines) {}

  get count(): number {
    return this.lines.starts.length;
  }

  inOrder(): Iterable<NumberedStep> {
    return read(this.lines, false);
  }

  inReverse(): Iterable<NumberedStep> {
    return read(this.lines, true);
  }
}
