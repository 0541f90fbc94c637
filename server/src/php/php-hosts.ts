import { rm } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { makeMutexPerKey } from '#system/concurrency/mutex';
import { makeQueue } from '#system/concurrency/queue';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { singleFlight } from '#system/concurrency/single-flight';
import { lentName } from '#system/on-demand/lend-listener';
import { OnDemandListener, type StartLimits } from '#system/on-demand/on-demand-listener';
import { fastcgiReply } from '#system/php/fastcgi';
import { phpDoor, phpEntrance } from '#system/settings/paths';
import { UNAVAILABLE_PAGE } from '#system/site/pages';
import { connectedSockets } from './connected-sockets';
import { HostPhp, type HostPhpOptions } from './host-php';
import { liveLaunches, type PoolLaunch } from './pool-launch';

/** A master without requests for this long ends; the next visitor waits for a new one, ms. */
const IDLE_MS = 5 * 60_000;
/** A master without requests keeps programs that scripts left running for this long, ms. */
const DAEMONS_MS = 60 * 60_000;
/** Its workers stay for 20 s after a request, so no use is missed. */
const POLL_MS = 5000;
/** Memory of a master with its cache of compiled scripts, bytes. */
const MASTER_BYTES = 24 * 1024 ** 2;
/** Most masters that take requests; together they use at most half of the machine's memory. */
const AWAKE_MAX = Math.max(16, Math.floor(totalmem() / 2 / MASTER_BYTES));
/** So many times `AWAKE_MAX` may exist, with those that complete their last requests; then no more start. */
const ENDING_FACTOR = 2;
/** A master without requests ends sooner and is not counted, ms. */
const ENDING_MS = 2000;
/** Starts that run at the same time. Each host waits for one at most, so the number of hosts bounds the queue. */
const STARTS_AT_ONCE = cpus().length;
const LONGEST_START_MS = 2000;
/** Time for running requests when an owner restarts the site, ms. */
const RESTART_GRACE_MS = 3000;
/** Hosts that are changed at the same time. */
const CHANGES_AT_ONCE = 4;

const UNAVAILABLE = fastcgiReply(
  ['Status: 503', 'Retry-After: 10', 'Cache-Control: no-store', 'Content-Type: text/html; charset=utf-8'],
  UNAVAILABLE_PAGE,
);

export interface PhpHostsOptions extends HostPhpOptions {
  readonly idleMs?: number;
  readonly pollMs?: number;
  readonly awakeMax?: number;
  readonly endingMs?: number;
}

/** A host whose new settings are not in force, and why. */
export interface FailedHost {
  readonly hostCode: HostCode;
  readonly detail: string;
}

/** The php-fpm of every host of a node, as the live configuration on disk says. */
export class PhpHosts {
  private readonly listeners = new Map<HostCode, OnDemandListener<HostPhp>>();
  private launches: ReadonlyMap<HostCode, PoolLaunch> = new Map();
  private readonly limits: StartLimits;
  private readonly polling: Loop;
  private readonly inTurn = makeQueue(CHANGES_AT_ONCE, Number.POSITIVE_INFINITY);
  /** A host is not opened while it is removed: both use the same paths. */
  private readonly perHost = makeMutexPerKey<HostCode>();

  constructor(private readonly options: PhpHostsOptions) {
    this.limits = {
      makeRoom: () => this.makeRoom(),
      inTurn: makeQueue(STARTS_AT_ONCE, Number.POSITIVE_INFINITY),
      longestStart: LONGEST_START_MS,
      unavailable: UNAVAILABLE,
    };
    // A poll that fails is repeated with the next one.
    this.polling = repeat(() => this.poll(), {
      pauseMs: options.pollMs ?? POLL_MS,
      onFailed: () => undefined,
    });
  }

  /**
   * Opens a door for each host of the live configuration and replaces the masters whose settings changed. Returns the
   * hosts that failed; they do not hold up the others.
   */
  readonly open = singleFlight(async (): Promise<readonly FailedHost[]> => {
    this.launches = (await liveLaunches(this.options.places)) ?? this.launches;
    const failed: FailedHost[] = [];
    const all = [...this.launches.values()].map((launch) =>
      this.inTurn(() => this.perHost.run(launch.hostCode, () => this.openOne(launch))).catch(
        (error: unknown) => {
          const detail = error instanceof Error ? error.message : String(error);
          failed.push({ hostCode: launch.hostCode, detail });
        },
      ),
    );
    await Promise.all(all);
    return failed;
  });

  private async openOne(launch: PoolLaunch): Promise<void> {
    const { places, isolation } = this.options;
    const { hostCode } = launch;
    const known = this.listeners.get(hostCode);
    if (known) return known.program.change(launch);
    const door = phpDoor(places, hostCode);
    const listener = new OnDemandListener(new HostPhp(this.options, launch), door, this.limits);
    await listener.listen(isolation);
    await listener.program.openEntrance();
    this.listeners.set(hostCode, listener);
  }

  /** Ends the masters of all hosts that the live configuration does not contain. */
  async endOthers(): Promise<void> {
    const over = [...this.listeners].filter(([hostCode]) => !this.launches.has(hostCode));
    await Promise.all(over.map(([hostCode]) => this.remove(hostCode)));
  }

  private remove(hostCode: HostCode): Promise<void> {
    return this.perHost.run(hostCode, () => this.removeOne(hostCode));
  }

  private async removeOne(hostCode: HostCode): Promise<void> {
    const { places } = this.options;
    const listener = this.listeners.get(hostCode);
    if (!listener) return;
    this.listeners.delete(hostCode);
    await listener.close();
    await rm(phpEntrance(places, hostCode), { force: true });
    await rm(join(places.phpHosts, hostCode), { recursive: true, force: true });
  }

  /** Ends the masters of a host; the next visitor starts another. */
  async restart(hostCode: HostCode): Promise<void> {
    await this.listeners.get(hostCode)?.program.end(RESTART_GRACE_MS);
  }

  /** The host's running master; undefined while it sleeps. */
  runOf(hostCode: HostCode) {
    return this.listeners.get(hostCode)?.program.run;
  }

  private awake(): readonly OnDemandListener<HostPhp>[] {
    return [...this.listeners.values()].filter(({ program }) => program.isRunning);
  }

  /** Lets masters that have been idle longest sleep if as many run as may. */
  private async makeRoom(): Promise<void> {
    const running = this.awake();
    const most = this.options.awakeMax ?? AWAKE_MAX;
    const ms = this.options.endingMs ?? ENDING_MS;
    const ending = [...this.listeners.values()].reduce((sum, { program }) => sum + program.endingFor(ms), 0);
    if (running.length + ending >= most * ENDING_FACTOR)
      throw new Error('as many sites complete requests as this machine has memory for');
    if (running.length < most) return;
    await this.poll();
    const longestFirst = running.toSorted((one, two) => one.program.lastUsed - two.program.lastUsed);
    // Starts at the same time may have chosen the same one before.
    const over = longestFirst.slice(0, running.length - most + 1);
    await Promise.all(over.map(({ program }) => program.sleep()));
  }

  private async poll(): Promise<void> {
    const connected = await connectedSockets();
    // A host that fails is checked again with the next poll and holds up no other.
    await Promise.allSettled(this.awake().map(({ program }) => this.check(program, connected)));
  }

  private async check(program: HostPhp, connected: ReadonlySet<string> | undefined): Promise<void> {
    const { run } = program;
    if (!run || run.isOver) return;
    const isUsed = connected?.has(lentName(run.socket)) ?? true;
    if (isUsed || (await run.workers()).length > 0) program.lastUsed = Date.now();
    const idle = Date.now() - program.lastUsed;
    if (idle < (this.options.idleMs ?? IDLE_MS)) return;
    if (idle < DAEMONS_MS && (await run.hasDaemons())) return;
    await program.sleep();
  }

  /** Ends everything at once. */
  async close(): Promise<void> {
    await this.polling.stop();
    await Promise.all([...this.listeners.keys()].map((hostCode) => this.remove(hostCode)));
  }
}
