import { readFileSync } from 'node:fs';

/** Time on the clock for one file, ms: on a busy machine the scanner may wait long for the processor. */
const WALL_MS = 20_000;
/** The kernel reports processor time to programs in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of all threads of a process, ms; undefined if it has ended. */
function processorMs(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Fields 14 and 15, user and system time; the name before them may hold blanks.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return undefined;
  }
}

export interface FileLimitParts {
  /** Processor time for one file, ms. */
  readonly fileMs: number;
  /** Process that works on the files, as soon as it is known. */
  readonly pid: () => number | undefined;
  readonly exceeded: () => void;
}

interface Begun {
  /** End of its time on the clock. */
  readonly until: number;
  /** Processor time that the process had used before. */
  readonly before: number | undefined;
}

/** Limits the time of one file after another. */
export class FileLimit {
  private timer: NodeJS.Timeout | undefined;
  private last: NodeJS.Immediate | undefined;

  constructor(private readonly parts: FileLimitParts) {}

  begin(): void {
    this.stop();
    this.wait({ until: performance.now() + WALL_MS, before: this.used() }, this.parts.fileMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearImmediate(this.last);
  }

  private used(): number | undefined {
    const pid = this.parts.pid();
    return pid === undefined ? undefined : processorMs(pid);
  }

  private wait(file: Begun, ms: number): void {
    this.timer = setTimeout(() => this.check(file), Math.min(ms, WALL_MS));
  }

  private check({ until, before }: Begun): void {
    const used = this.used();
    const from = before ?? used;
    const clock = until - performance.now();
    const left =
      used === undefined || from === undefined ? clock : Math.min(clock, this.parts.fileMs - (used - from));
    if (left > 0) this.wait({ until, before: from }, Math.max(left, TICK_MS));
    // Answers that arrived while this process itself had to wait are read before.
    else this.last = setImmediate(this.parts.exceeded);
  }
}
