import type { ScanVerdict } from '@sitedeck/contract';
import { pidInCage } from '#system/cage/pid-in-cage';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { lineReader } from '#system/streams/line-reader';
import { startInScanCage, type ScanCage } from './cage';
import { FileLimit } from './file-limit';
import { READY, ScanReply, type ScanRequest } from './protocol';

/** Longest answer about one file, bytes: ten findings with twenty steps each. */
const LONGEST_LINE = 1024 ** 2;
/** Requests that are under way, so that the scanner never waits for the next. */
const AHEAD = 32;
const START_MS = 20_000;
/** Starts without one answer, after which something is wrong with the scanner itself. */
const FAILED_STARTS_MAX = 3;
const HEAP_MB = 512;
/** kB; the parser is recursive, and answers a full stack by an error. */
const STACK_KB = 3900;

export interface AnalyserParts extends ScanCage {
  /** Path of the scanner's bundle; its uid can read it. */
  readonly script: string;
  /** Processor time for one file, ms. */
  readonly fileMs: number;
}

type Failure = 'too-slow' | 'crashed';

/** One run of the scanner over requests, until all are answered, or it has to be ended. */
interface Run {
  readonly answered: readonly ScanVerdict[];
  readonly failure?: Failure;
}

/** Holds the scanner's process and starts it again after files that end it. */
export class Analyser {
  private child: ChildProcess | undefined;
  /** The scanner's own process; in a cage, `child` only holds the cage. */
  private program: number | undefined;
  private listener: { line(text: string): void; end(): void } | undefined;
  private isReady = false;
  private failedStarts = 0;

  constructor(private readonly parts: AnalyserParts) {}

  /** Verdicts in the order of the requests. A file that ends the scanner costs no other its verdict. */
  async judge(requests: readonly ScanRequest[], signal: AbortSignal): Promise<readonly ScanVerdict[]> {
    const verdicts: ScanVerdict[] = [];
    while (verdicts.length < requests.length) {
      signal.throwIfAborted();
      const { answered, failure } = await this.run(requests.slice(verdicts.length), signal);
      verdicts.push(...answered);
      this.failedStarts = answered.length > 0 || this.wasReady ? 0 : this.failedStarts + 1;
      if (this.failedStarts >= FAILED_STARTS_MAX) throw new Error('the scanner does not start');
      if (failure && this.wasReady) verdicts.push({ is: 'unknown', why: failure });
    }
    return verdicts;
  }

  private wasReady = false;

  stop(): void {
    killGroup(this.child?.pid, 'SIGKILL');
    this.child = undefined;
    this.program = undefined;
    this.listener = undefined;
    this.isReady = false;
  }

  /** For tests, which end it in the middle of a batch. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Only possible when the scanner runs. */
  private async findProgram(child: ChildProcess): Promise<void> {
    const { pid } = child;
    const program = this.parts.cage && pid !== undefined ? await pidInCage(pid) : pid;
    if (this.child === child) this.program = program;
  }

  private async start(): Promise<ChildProcess> {
    const { script } = this.parts;
    const node = process.execPath;
    const args = [`--max-old-space-size=${HEAP_MB}`, `--stack-size=${STACK_KB}`, script, this.parts.folder];
    const child = await startInScanCage(
      this.parts,
      { file: node, args },
      { readable: [node, script], stdin: 'pipe' },
    );
    const ended = () => {
      if (this.child !== child) return;
      const { listener } = this;
      this.stop();
      listener?.end();
    };
    const read = lineReader(
      (line) => {
        if (this.child === child) this.listener?.line(line);
      },
      ended,
      LONGEST_LINE,
    );
    child.stdout?.on('data', read);
    child.stdin?.on('error', () => undefined);
    child.once('error', ended);
    child.once('close', ended);
    this.child = child;
    return child;
  }

  private async run(requests: readonly ScanRequest[], signal: AbortSignal): Promise<Run> {
    const child = this.child ?? (await this.start());
    this.wasReady = this.isReady;
    const answered: ScanVerdict[] = [];
    return new Promise((resolve) => {
      let sent = 0;
      let timer: NodeJS.Timeout | undefined;
      const limit = new FileLimit({
        fileMs: this.parts.fileMs,
        pid: () => this.program,
        exceeded: () => finish('too-slow'),
      });
      const finish = (failure?: Failure) => {
        clearTimeout(timer);
        limit.stop();
        signal.removeEventListener('abort', abort);
        this.listener = undefined;
        if (failure) this.stop();
        resolve({ answered, ...(failure && { failure }) });
      };
      const abort = () => finish('crashed');
      const wait = () => {
        clearTimeout(timer);
        if (this.isReady) limit.begin();
        else timer = setTimeout(() => finish('too-slow'), START_MS);
      };
      const send = () => {
        for (; sent < requests.length && sent < answered.length + AHEAD; sent += 1)
          child.stdin?.write(`${JSON.stringify(requests[sent])}\n`);
      };
      const line = (text: string) => {
        if (!this.isReady && text === READY) {
          [this.isReady, this.wasReady] = [true, true];
          void this.findProgram(child);
          return wait();
        }
        const verdict = verdictFor(requests[answered.length], text);
        if (!verdict) return finish('crashed');
        answered.push(verdict);
        if (answered.length === requests.length) return finish();
        send();
        return wait();
      };
      this.listener = { line, end: () => finish('crashed') };
      signal.addEventListener('abort', abort, { once: true });
      send();
      wait();
    });
  }
}

/** Reads an answer: the scanner parsed hostile files, so it may be hostile itself. */
function verdictFor(request: ScanRequest | undefined, text: string): ScanVerdict | undefined {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success, data } = ScanReply.safeParse(reply);
  return success && data.file === request?.file ? data.verdict : undefined;
}
