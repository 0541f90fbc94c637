import { once } from 'node:events';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_ENV, killGroup, PART_MARK, start, type ChildProcess } from '#system/process/exec';
import { checkProgram, gatedCommand, GO_LINE } from './gated-command';
import { endLeftover, pidRecordText, type RecordedProcess } from './leftovers';
import type { Part, PartState } from './part';
import { StartRefusal } from '../start-refusal';

export interface KeeperRoom {
  /** Folder of the pid records. */
  readonly pids: string;
  readonly logs: string;
  readonly say: (line: string) => void;
}

/** A start that takes longer has failed. */
const START_MS = 60_000;
const POLL_MS = 40;
/** Pause between health checks of a running part, ms; after this many failed checks in a row it is killed and restarted. */
const CHECK_MS = 5000;
const SILENT_CHECKS_MAX = 3;
/** Pauses before the next start of a part that keeps dying, ms. */
const BACK_OFF_MS = [0, 250, 500, 1000, 2000, 4000];
/** A run that was healthy this long resets the count of failed starts, ms. */
const STEADY_MS = 3000;
/** A first start is given up after this many failures. */
const FAILED_STARTS_MAX = 5;
/** A health check that takes longer has failed, ms. */
const ANSWER_MS = 3000;
/** Largest log of a part, bytes: a larger one is renamed to `<name>.log.1` when the part starts next. */
const LOG_BYTES = 20 * 1024 * 1024;

type Stop = Pick<Part, 'stopSignal' | 'stopMs'>;
type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

interface LaunchedProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Exit>;
}

const describeExit = ({ code, signal }: Exit): string =>
  signal ? `was ended by ${signal}` : `ended with status ${code}`;

/** Keeps one part running: starts it, waits until it is healthy, restarts it when it dies or hangs, and ends it. */
export class Keeper {
  private state: PartState = { is: 'stopped' };
  private wanted = false;
  private failures = 0;
  /** When the current run became healthy, ms; undefined before that. */
  private healthySince: number | undefined;
  private loop: Promise<void> = Promise.resolve();
  private readonly wake = new AbortController();

  constructor(
    private readonly part: Part,
    private readonly room: KeeperRoom,
  ) {}

  get name(): string {
    return this.part.name;
  }

  /** A function, since the value changes during awaits. */
  private isWanted(): boolean {
    return this.wanted;
  }

  get isRunning(): boolean {
    return this.state.is === 'running';
  }

  /** Resolves when the part is healthy for the first time; rejects if that takes longer than a minute. */
  async start(): Promise<void> {
    this.wanted = true;
    const ready = new Promise<void>((resolve, reject) => {
      this.loop = this.keep(resolve, reject);
    });
    await ready;
  }

  private async keep(onReady: () => void, onFailed: (error: Error) => void): Promise<void> {
    while (this.isWanted()) {
      const last = await this.runOnce(onReady);
      if (!this.isWanted()) break;
      if (this.healthySince !== undefined && Date.now() - this.healthySince > STEADY_MS) this.failures = 0;
      const wait = BACK_OFF_MS[Math.min(this.failures, BACK_OFF_MS.length - 1)] ?? 0;
      this.failures += 1;
      this.room.say(`${this.name} ${last}; starting it again${wait > 0 ? ` in ${wait} ms` : ''}`);
      if (this.failures >= FAILED_STARTS_MAX)
        onFailed(new StartRefusal(`${this.name} does not start: see ${this.logFile}`));
      await sleep(wait, undefined, { signal: this.wake.signal }).catch(() => undefined);
    }
    // Has no effect if the part was ready before.
    onFailed(new Error(`${this.name} was stopped before it was ready`));
  }

  private get logFile(): string {
    return join(this.room.logs, `${this.name}.log`);
  }

  private get record(): string {
    return join(this.room.pids, `${this.name}.pid`);
  }

  /** Runs the part once. Resolves to a description of how it ended. */
  private async runOnce(onReady: () => void): Promise<string> {
    this.healthySince = undefined;
    const launched = await this.launch().catch((error: unknown) => String(error));
    if (typeof launched === 'string') return `can't be started: ${launched}`;
    const { child, ended } = launched;
    this.state = { is: 'starting', child };
    const gone = new AbortController();
    void ended.finally(() => gone.abort());
    const healthy = await this.awaitHealth(gone.signal);
    if (!this.isWanted()) this.terminate(child);
    if (healthy && this.isWanted()) {
      this.state = { is: 'running', child };
      this.healthySince = Date.now();
      if (this.failures > 0) this.room.say(`${this.name} is back`);
      onReady();
    }
    const hung = healthy ? await this.watch(gone.signal) : !gone.signal.aborted;
    if (hung && this.isWanted()) killGroup(child.pid, 'SIGKILL');
    const exit = await ended;
    this.state = { is: 'waiting' };
    await this.clear(child);
    return hung ? 'did not answer' : describeExit(exit);
  }

  /** Starts the program once its pid is recorded. */
  private async launch(): Promise<LaunchedProcess> {
    const { part } = this;
    await part.prepare?.();
    await checkProgram(part.command);
    await this.rotateLog();
    const log = await open(this.logFile, 'a', 0o640);
    try {
      const child = start(gatedCommand(part.command, part.input !== undefined), {
        stdio: ['pipe', log.fd, log.fd, ...(part.descriptors?.() ?? [])],
        ...(part.identity && { identity: part.identity }),
        env: {
          ...BASE_ENV,
          ...(part.programMark !== undefined && { [PART_MARK]: part.programMark }),
          ...part.env,
        },
      });
      // At once: a program may have ended before the next line runs.
      const ended = new Promise<Exit>((resolve) =>
        child.once('exit', (code, signal) => resolve({ code, signal })),
      );
      await once(child, 'spawn');
      child.stdin?.on('error', () => undefined);
      await this.recordThenOpen(child, ended);
      return { child, ended };
    } finally {
      await log.close();
    }
  }

  /** Without a record the gate stays closed, and its shell ends. */
  private async recordThenOpen(child: ChildProcess, ended: Promise<Exit>): Promise<void> {
    try {
      await writeFile(this.record, pidRecordText(this.recorded(child.pid ?? 0)), { mode: 0o600 });
    } catch (error) {
      child.stdin?.end();
      await ended;
      throw error;
    }
    const { input } = this.part;
    if (input === undefined) child.stdin?.end(GO_LINE);
    else child.stdin?.write(GO_LINE + input);
  }

  private async rotateLog(): Promise<void> {
    const found = await stat(this.logFile).catch(() => undefined);
    if (found && found.size > LOG_BYTES) await rename(this.logFile, `${this.logFile}.1`);
  }

  private async answers(): Promise<boolean> {
    const health = this.part.isHealthy().catch(() => false);
    return Promise.race([health, sleep(ANSWER_MS, false, { ref: false })]);
  }

  private async awaitHealth(gone: AbortSignal): Promise<boolean> {
    const deadline = Date.now() + START_MS;
    while (!gone.aborted && this.isWanted() && Date.now() < deadline) {
      if (await this.answers()) return true;
      await sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined);
    }
    return false;
  }

  /** Resolves to false when the part ends, to true when it stops answering. */
  private async watch(gone: AbortSignal): Promise<boolean> {
    for (let misses = 0; misses < SILENT_CHECKS_MAX;) {
      await sleep(CHECK_MS, undefined, { signal: gone, ref: false }).catch(() => undefined);
      // A part that has ended never greets, and the supervisor's listener would keep the check waiting.
      if (gone.aborted) return false;
      misses = (await this.answers()) ? 0 : misses + 1;
    }
    return true;
  }

  /** Ends workers and programs that outlived a killed part, so that the next start finds none. */
  private async clear(child: ChildProcess): Promise<void> {
    if (child.pid !== undefined) {
      const { left } = await endLeftover({ ...this.recorded(child.pid), isFresh: true });
      if (left > 0) this.room.say(`${this.name}: ${left} of its programs can't be ended`);
    }
    await rm(this.record, { force: true });
  }

  private recorded(pid: number): RecordedProcess {
    const { command, mark, programMark } = this.part;
    return { pid, file: command.file, mark, programMark };
  }

  private terminate(child: ChildProcess, { stopSignal, stopMs }: Stop = this.part): void {
    child.kill(stopSignal);
    const killTimer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), stopMs);
    child.once('exit', () => clearTimeout(killTimer));
  }

  private stopWanting(): void {
    this.wanted = false;
    this.wake.abort();
  }

  /** Ends the part and everything it started; resolves when all of it has ended. */
  async end(stop: Stop = this.part): Promise<void> {
    this.stopWanting();
    if (this.state.is === 'running') this.terminate(this.state.child, stop);
    await this.loop;
  }
}
