import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest line that is passed on, bytes; the rest of a longer one is dropped. */
const LINE_BYTES = 500;
/** What is read of one source per second. php-fpm writes a few lines per start and per worker that is killed. */
const BYTES_PER_SECOND = 64 * 1024;
const SECOND_MS = 1000;
const END_OF_LINE = 10;

/**
 * Reads lines of a source that a program of a host can write to without end: takes a bounded share of memory and
 * time, and lets a faster writer wait.
 */
export async function readBoundedLines(source: Readable, onLine: (line: string) => void): Promise<void> {
  let line = Buffer.alloc(0);
  let [read, since] = [0, Date.now()];
  const add = (bytes: Buffer) => {
    line = Buffer.concat([line, bytes.subarray(0, LINE_BYTES - line.length)]);
  };
  const pass = (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(END_OF_LINE); at !== -1; at = chunk.indexOf(END_OF_LINE, from)) {
      add(chunk.subarray(from, at));
      onLine(line.toString('utf8'));
      line = Buffer.alloc(0);
      from = at + 1;
    }
    add(chunk.subarray(from));
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    pass(chunk);
    read += chunk.length;
    const pause = since + SECOND_MS - Date.now();
    if (pause > 0 && read < BYTES_PER_SECOND) continue;
    if (pause > 0) await sleep(pause, undefined, { ref: false });
    [read, since] = [0, Date.now()];
  }
}
