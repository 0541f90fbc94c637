import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { HostCode } from '@sitedeck/contract';
import { makeMutex } from '#system/concurrency/mutex';
import { lendListener } from '#system/on-demand/lend-listener';
import type { OnDemandProgram } from '#system/on-demand/on-demand-program';
import { AFTER_REPLY_SECONDS } from '#system/php/pool-conf';
import { endOrphans } from '#system/process/host-programs';
import { phpDoor, phpEntrance } from '#system/settings/paths';
import { lead, openToWeb } from './entrance';
import { isConnected } from './connected-sockets';
import { MasterRun } from './master-run';
import type { PoolLaunch } from './pool-launch';
import { masterStarter, writePoolFiles, type PhpMachine } from './start-master';

export interface HostPhpOptions extends PhpMachine {
  /** Called with each line that a php-fpm of the host logs. */
  readonly onLine: (hostCode: HostCode, line: string) => void;
}

/** Attempts to connect: a master that has just ended is noticed only when the connection fails. */
const TRIES = 3;
/** Pauses before the next start of a master that keeps failing, ms. */
const BACK_OFF_MS = [0, 500, 1000, 2000, 5000, 10_000, 30_000];
/** A master that ends by itself sooner has failed, ms. */
const STEADY_MS = 3000;
/** Masters of one host that complete their requests; each takes memory, so another change ends the oldest. */
const RETIRED_MAX = 4;
/** A request may take 780 s; a program that a script left behind may hold its connection forever. */
const LONGEST_DRAIN_MS = 15 * 60_000;
const CHECK_MS = 100;
/** A connection that nginx opened before the switch may arrive late, so a master is idle after this many checks. */
const IDLE_CHECKS = 3;

/** Waits until a master that gets no more visitors has answered the last one, at most `longest` ms. */
async function untilIdle(run: MasterRun, longest: number): Promise<void> {
  const deadline = Date.now() + longest;
  for (let idle = 0; idle < IDLE_CHECKS && Date.now() < deadline && !run.isOver;) {
    await sleep(CHECK_MS);
    const isBusy = await isConnected(run.socket);
    if (isBusy) run.startWorker();
    idle = isBusy ? 0 : idle + 1;
  }
}

/** Requests in progress, and those that wait for a worker, have `graceMs` to complete. */
async function endWithin(run: MasterRun, graceMs: number): Promise<void> {
  if (graceMs > 0) await untilIdle(run, graceMs);
  run.kill();
  await run.gone;
}

/** The php-fpm of one host: started by its first visitor, replaced when its settings change, ended when idle. */
export class HostPhp implements OnDemandProgram {
  private live: MasterRun | undefined;
  /** How the live master was started. */
  private inForce: PoolLaunch | undefined;
  /** The master that is starting. */
  private next: MasterRun | undefined;
  private starting: Promise<MasterRun> | undefined;
  /** Masters that complete their last requests, and since when (ms); oldest first. */
  private readonly retired = new Map<MasterRun, number>();
  private starts = 0;
  private failures = 0;
  private notBefore = 0;
  private isClosed = false;
  private readonly inTurn = makeMutex();
  /** When it last had a request, ms. */
  lastUsed = Date.now();

  constructor(
    private readonly options: HostPhpOptions,
    private launch: PoolLaunch,
  ) {}

  get isRunning(): boolean {
    return this.starting !== undefined || (this.live !== undefined && !this.live.isOver);
  }

  /** Masters that complete their last requests and have taken longer than this, ms. */
  endingFor(ms: number): number {
    return [...this.retired.values()].filter((since) => Date.now() - since >= ms).length;
  }

  /** The live master; undefined while the host sleeps. */
  get run(): MasterRun | undefined {
    return this.live;
  }

  async connect(): Promise<Socket> {
    for (let tries = 1; ; tries += 1) {
      const run = await this.ensureRun();
      try {
        return await run.connect();
      } catch (error) {
        if (tries >= TRIES) throw error;
      }
    }
  }

  private ensureRun(): Promise<MasterRun> {
    if (this.live && !this.live.isOver) return Promise.resolve(this.live);
    this.starting ??= this.inTurn(() => this.wake()).finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async wake(): Promise<MasterRun> {
    if (this.live && !this.live.isOver) return this.live;
    if (Date.now() < this.notBefore) throw new Error('php-fpm of this host does not start');
    // A start is a use, so that the host is not the next to sleep.
    this.lastUsed = Date.now();
    return this.begin();
  }

  /** Starts a master and leads new requests to it. */
  private async begin(): Promise<MasterRun> {
    const { launch } = this;
    let run: MasterRun | undefined;
    try {
      run = await this.startRun();
      this.next = run;
      // `close` found no master to kill, since this one was not started yet.
      if (this.isClosed) run.kill();
      await openToWeb(run.socket, this.options.isolation);
      await run.ready;
      await this.leadTo(run.socket);
    } catch (error) {
      run?.kill();
      this.fail();
      throw error;
    } finally {
      this.next = undefined;
    }
    [this.live, this.inForce] = [run, launch];
    this.lastUsed = Date.now();
    void this.watch(run, Date.now());
    return run;
  }

  private async startRun(): Promise<MasterRun> {
    if (this.isClosed) throw new Error('the site is closed');
    const { options, launch } = this;
    const { places, isolation, cages } = options;
    const folder = await writePoolFiles(options, launch);
    const starter = await masterStarter(options, launch, folder);
    this.starts += 1;
    const socket = join(places.phpSockets, `${launch.hostCode}.${this.starts}`);
    return new MasterRun({
      child: await lendListener(socket, starter),
      isCaged: cages.is === 'on',
      socket,
      onLine: (line) => options.onLine(launch.hostCode, line),
      sweep: async () => launch.uid !== undefined && endOrphans(isolation, launch.uid),
    });
  }

  private leadTo(socket: string): Promise<void> {
    return lead(phpEntrance(this.options.places, this.launch.hostCode), socket);
  }

  /** Never rejects, since masters are ended afterwards. Without an entrance nginx asks the door itself. */
  private async leadToDoor(): Promise<void> {
    const { places } = this.options;
    const { hostCode } = this.launch;
    await this.leadTo(phpDoor(places, hostCode)).catch(() =>
      rm(phpEntrance(places, hostCode), { force: true }).catch(() => undefined),
    );
  }

  /** Leads visitors to the door, unless one has started a master already. */
  openEntrance(): Promise<void> {
    return this.inTurn(() => (this.live ? Promise.resolve() : this.leadToDoor()));
  }

  private fail(): void {
    this.notBefore = Date.now() + (BACK_OFF_MS[Math.min(this.failures, BACK_OFF_MS.length - 1)] ?? 0);
    this.failures += 1;
  }

  /** Leads visitors to the door again when the master ends by itself. */
  private async watch(run: MasterRun, since: number): Promise<void> {
    await run.gone;
    await this.inTurn(async () => {
      if (this.live !== run) return;
      this.live = undefined;
      if (Date.now() - since < STEADY_MS) this.fail();
      else this.failures = 0;
      if (!this.isClosed) await this.leadToDoor();
    });
  }

  /**
   * Changes how it is started. A running master is replaced without losing a request; if no new one starts, rejects and
   * the old one goes on until a repeated call succeeds.
   */
  async change(launch: PoolLaunch): Promise<void> {
    const isKnown = isDeepStrictEqual(this.launch, launch);
    // Without its turn, since a start may take long and each change of any host comes here.
    if (isKnown && (!this.live || isDeepStrictEqual(this.inForce, launch))) return;
    await this.inTurn(async () => {
      if (!isDeepStrictEqual(this.launch, launch)) {
        this.launch = launch;
        this.failures = 0;
        this.notBefore = 0;
      }
      const old = this.live;
      if (!old || old.isOver || isDeepStrictEqual(this.inForce, launch)) return;
      await this.begin().catch(() => this.begin());
      this.retire(old);
    });
  }

  /** Ends the master after its last request; the next visitor starts another. */
  sleep(): Promise<void> {
    return this.inTurn(async () => {
      const { live } = this;
      if (!live) return;
      this.live = undefined;
      await this.leadToDoor();
      this.retire(live);
    });
  }

  private retire(run: MasterRun): void {
    this.retired.set(run, Date.now());
    const [oldest] = this.retired.keys();
    if (this.retired.size > RETIRED_MAX) oldest?.kill();
    void this.drain(run).finally(() => this.retired.delete(run));
  }

  private async drain(run: MasterRun): Promise<void> {
    await untilIdle(run, LONGEST_DRAIN_MS);
    await run.quit(AFTER_REPLY_SECONDS * 1000);
  }

  /** Ends all masters. Running requests may take `graceMs` to complete. The next visitor starts another. */
  end(graceMs: number): Promise<void> {
    return this.inTurn(async () => {
      const runs = this.live ? [this.live, ...this.retired.keys()] : [...this.retired.keys()];
      this.live = undefined;
      if (!this.isClosed) await this.leadToDoor();
      await Promise.all(runs.map((run) => endWithin(run, graceMs)));
    });
  }

  /** Ends it at once, permanently. */
  async close(): Promise<void> {
    this.isClosed = true;
    // `end` waits for a start, which may take long.
    this.next?.kill();
    await this.end(0);
  }
}
