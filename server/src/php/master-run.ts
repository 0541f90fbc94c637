import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { pidInCage } from '#system/cage/pid-in-cage';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { childPids, signalPid } from '#system/process/pid-file';
import { readBoundedLines } from './bounded-lines';

/** What php-fpm logs when it accepts connections. */
const READY = 'ready to handle connections';
/** A master that is not ready by then has failed, ms. */
const START_MS = 30_000;
const CONNECT_MS = 1000;

export interface MasterRunOptions {
  readonly child: ChildProcess;
  readonly isCaged: boolean;
  /** Path of its listening socket. */
  readonly socket: string;
  /** Called with each line that php-fpm logs. */
  readonly onLine: (line: string) => void;
  /** Ends what a host without a cage may have left. */
  readonly sweep: () => Promise<unknown>;
}

/** One run of a host's php-fpm, from its start until nothing of it is left. */
export class MasterRun {
  /** Resolves when it accepts connections; rejects if it ends before. */
  readonly ready: Promise<void>;
  readonly gone: Promise<void>;
  /** It is ending or has ended. */
  isOver = false;
  private lastLine = '';

  constructor(private readonly options: MasterRunOptions) {
    const accepting = new Promise<'ready'>((resolve) => this.readLog(() => resolve('ready')));
    this.gone = this.end();
    this.ready = this.awaitReady(accepting);
    // A rejection that is not awaited would end this process.
    this.ready.catch(() => undefined);
  }

  get socket(): string {
    return this.options.socket;
  }

  /** The process outside the cage. */
  get pid(): number | undefined {
    return this.options.child.pid;
  }

  private readLog(onReady: () => void): void {
    const { child, onLine } = this.options;
    if (!child.stderr) return;
    const reading = readBoundedLines(child.stderr, (line) => {
      if (line.includes(READY)) onReady();
      this.lastLine = line;
      onLine(line);
    });
    // A log that can't be read to its end is no reason to end the master.
    reading.catch(() => undefined);
  }

  private async awaitReady(accepting: Promise<'ready'>): Promise<void> {
    const timer = setTimeout(() => this.kill(), START_MS);
    const first = await Promise.race([accepting, this.gone]);
    clearTimeout(timer);
    if (first !== 'ready') throw new Error(`php-fpm ended while it started: ${this.lastLine}`);
  }

  private async end(): Promise<void> {
    const { child, socket, sweep, isCaged } = this.options;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.isOver = true;
    killGroup(child.pid, 'SIGKILL');
    if (!isCaged) await sweep();
    await rm(socket, { force: true });
  }

  private async master(): Promise<number | undefined> {
    const { child, isCaged } = this.options;
    return isCaged && child.pid !== undefined ? pidInCage(child.pid) : child.pid;
  }

  async connect(): Promise<Socket> {
    const socket = connect(this.socket);
    await once(socket, 'connect');
    return socket;
  }

  /**
   * Connects once. php-fpm starts a worker for a new connection only, and one for several that come at once, so that
   * requests could wait although it may start more workers.
   */
  startWorker(): void {
    const connection = connect(this.socket, () => connection.end());
    connection.setTimeout(CONNECT_MS, () => connection.destroy());
    connection.on('error', () => undefined);
    connection.resume();
  }

  /** Pids of its workers; a worker ends when it has been idle for a while. */
  async workers(): Promise<readonly number[]> {
    const master = await this.master();
    return master === undefined ? [] : childPids(master);
  }

  /** Whether programs run in the cage that outlived the request that started them. */
  async hasDaemons(): Promise<boolean> {
    const { child, isCaged } = this.options;
    if (!isCaged || child.pid === undefined) return false;
    const [first] = await childPids(child.pid);
    return first !== undefined && (await childPids(first)).length > 1;
  }

  /** Lets running requests complete; after `graceMs` the rest is killed. Resolves when it has ended. */
  async quit(graceMs: number): Promise<void> {
    const master = this.isOver ? undefined : await this.master();
    if (master === undefined) this.kill();
    else signalPid(master, 'SIGQUIT');
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.gone;
    clearTimeout(timer);
  }

  /** Does nothing if it has ended: the kernel may have given its pid to another program. */
  kill(): void {
    if (!this.isOver) killGroup(this.options.child.pid, 'SIGKILL');
  }
}
