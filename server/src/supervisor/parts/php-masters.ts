import { chmod, chown, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentGeneration } from '#system/disk/generations';
import { WEB_GID, type Isolation } from '#system/process/identity';
import type { PhpEngine } from '#system/php/engine';
import { withPhpLimits } from '#system/php/process-limits';
import { currentRun, phpMasterOf, phpPid, phpRuns, servePhp, type PhpMaster } from '#system/php/master';
import { connectedSockets } from '#system/php/connected-sockets';
import type { Paths } from '#system/settings/paths';
import { singleFlight } from '#system/concurrency/single-flight';
import { Keeper, type KeeperRoom } from './keeper';
import { endLeftover, hasSession, type RecordedProcess } from './leftovers';
import { chooseRetired, type RetiredMaster } from './choose-retired';
import type { Part } from './part';

export interface PhpMastersPlan {
  readonly engine: PhpEngine;
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly room: KeeperRoom;
}

/** Largest number of retired masters; each takes tens of MB, so another change ends one of them. */
const RETIRED_MAX = 4;
/** A request may take 780 s; a program that a script left behind may hold its connection forever. */
const LONGEST_DRAIN_MS = 15 * 60_000;
const CHECK_MS = 200;
/**
 * A connection that nginx opened through the old link may arrive late, so a master counts as idle after this many
 * checks.
 */
const IDLE_CHECKS = 3;
/** Workers end after their request; what a script does after its reply must end within this time, ms. */
const IN_ORDER = { stopSignal: 'SIGQUIT', stopMs: 60_000 } as const;

interface Running {
  readonly generation: string;
  readonly run: string;
  readonly keeper: Keeper;
}

/**
 * The masters of php-fpm. A reload would leave every host without PHP until the last busy worker has ended, so a new
 * configuration gets its own master: a link routes new requests to it, and the previous master completes its requests.
 */
export class PhpMasters {
  private readonly master: PhpMaster;
  private live: Running | undefined;
  private retired: (Running & RetiredMaster)[] = [];
  /** Ended masters whose session still contains a program that a script started. */
  private ended: RecordedProcess[] = [];
  private starts = 0;
  private isEnding = false;
  /** Masters that run or start. */
  private readonly keepers = new Set<Keeper>();

  constructor(private readonly plan: PhpMastersPlan) {
    this.master = phpMasterOf(plan.places);
  }

  /**
   * Starts a master for the current generation on disk and makes it live. Changes that arrive during a change share the
   * next one.
   */
  readonly applyCurrent = singleFlight(() => this.replace());

  /** A function, since the value changes during awaits. */
  private isStopping(): boolean {
    return this.isEnding;
  }

  private async replace(): Promise<void> {
    const known = await currentGeneration(this.master.folder);
    if (known === undefined || known === this.live?.generation || this.isStopping()) return;
    await this.makeRoom();
    // Includes changes that arrived meanwhile.
    const generation = await currentGeneration(this.master.folder);
    if (generation === undefined || this.isStopping()) return;
    const before = this.live;
    const next = await this.startMaster(generation);
    if (next === undefined) return;
    await this.switchTo(next.run);
    this.live = next;
    if (before) this.retire(before);
  }

  /** Undefined if the product began to stop meanwhile, since `end` would miss the new master. */
  private async startMaster(generation: string): Promise<Running | undefined> {
    if (this.starts === 0) for (const run of await phpRuns(this.master)) await rm(run, { recursive: true });
    this.starts += 1;
    const run = join(this.master.masters, String(this.starts));
    const keeper = new Keeper(await this.part(generation, run), this.plan.room);
    if (this.isStopping()) return undefined;
    const running = { generation, run, keeper };
    this.keepers.add(keeper);
    try {
      await keeper.start();
    } catch (error) {
      await this.remove(running);
      throw error;
    }
    return running;
  }

  private async remove({ run, keeper }: Running): Promise<void> {
    await keeper.end();
    this.keepers.delete(keeper);
    await rm(run, { recursive: true, force: true });
  }

  private async part(generation: string, run: string): Promise<Part> {
    const { engine, isolation } = this.plan;
    const serve = servePhp(engine, join(this.master.folder, generation), run);
    return {
      name: 'php-fpm',
      record: `php-fpm@${basename(run)}`,
      command: await withPhpLimits(serve, isolation),
      program: engine.file,
      mark: this.master.folder,
      prepare: () => this.makeRun(run),
      isHealthy: async () => (await phpPid(this.master, run)) !== undefined,
      stopSignal: 'SIGTERM',
      stopMs: 5000,
    };
  }

  /**
   * Creates an empty folder: a program of a script may still listen on an old socket, which would keep php-fpm from
   * starting.
   */
  private async makeRun(run: string): Promise<void> {
    await rm(run, { recursive: true, force: true });
    await mkdir(run, { mode: 0o750 });
    if (this.plan.isolation.is === 'separate') await chown(run, 0, WEB_GID);
    await chmod(run, 0o750);
  }

  private async switchTo(run: string): Promise<void> {
    const link = currentRun(this.master);
    await rm(`${link}.next`, { force: true });
    await symlink(basename(run), `${link}.next`);
    await rename(`${link}.next`, link);
  }

  private retire(running: Running): void {
    const since = Date.now();
    const stop = new AbortController();
    running.keeper.release();
    stop.signal.addEventListener('abort', () => void running.keeper.end(), { once: true });
    const old = { ...running, since, stop };
    this.retired.push(old);
    void this.drain(old).catch((error: unknown) => this.plan.room.say(`php-fpm: ${String(error)}`));
  }

  private async drain(old: Running & RetiredMaster): Promise<void> {
    const deadline = old.since + LONGEST_DRAIN_MS;
    for (let idle = 0; idle < IDLE_CHECKS && Date.now() < deadline && !old.stop.signal.aborted;) {
      await sleep(CHECK_MS, undefined, { signal: old.stop.signal }).catch(() => undefined);
      idle = (await connectedSockets(old.run))?.size ? 0 : idle + 1;
    }
    const { recordedRun: life } = old.keeper;
    if (!old.stop.signal.aborted) await old.keeper.end(IN_ORDER);
    await this.remove(old);
    this.retired = this.retired.filter((one) => one !== old);
    await this.remember(life);
  }

  private async remember(life: RecordedProcess | undefined): Promise<void> {
    const all = life === undefined ? this.ended : [...this.ended, life];
    const goOn = await Promise.all(all.map(hasSession));
    this.ended = all.filter((_, index) => goOn[index]);
  }

  private async makeRoom(): Promise<void> {
    while (this.retired.length >= RETIRED_MAX && !this.isStopping()) {
      const hosts = await Promise.all(this.retired.map(({ run }) => connectedSockets(run)));
      const entries = this.retired.map((old, index) => ({ old, hosts: hosts[index] ?? new Set<string>() }));
      const isEndingOne = this.retired.some(({ stop }) => stop.signal.aborted);
      if (!isEndingOne) chooseRetired(entries, Date.now())?.stop.abort();
      await sleep(CHECK_MS);
    }
  }

  /** Ends all masters and the programs that scripts started in their sessions. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (const { stop } of this.retired) stop.abort();
    await Promise.all([...this.keepers].map((keeper) => keeper.end()));
    for (const life of this.ended) await endLeftover({ ...life, isFresh: true });
  }
}
