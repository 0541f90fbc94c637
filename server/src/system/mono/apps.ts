import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { HostShares } from '#system/cage/shares/host-shares';
import type { RefusedPools } from '#system/site/node-plan';
import { hostRoot, monoSocket, type Paths } from '#system/settings/paths';
import { isFull } from '#system/site/full-hosts';
import type { NodeSite } from '#system/site/site';
import { makeQueue } from '#system/concurrency/queue';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { MonoApp } from './app';
import { configurationOf, writeConfigurations } from './configuration';
import { OnDemandListener, type StartLimits } from '#system/on-demand/on-demand-listener';
import type { Launch, MonoMachine } from './launch';

/** A server without requests for this long ends; the next visitor waits for a new one. */
const IDLE_MS = 15 * 60_000;
const POLL_MS = 200;
/** Memory of a server with a medium-sized site, bytes. */
const SERVER_BYTES = 128 * 1024 ** 2;
/** Maximum number of servers that run; together they use at most half of the machine's memory. */
const SERVERS_MAX = Math.max(4, Math.floor(totalmem() / 2 / SERVER_BYTES));
/** Each host waits for one start at most, so the number of hosts bounds the queue. */
const STARTS_WAITING = Number.POSITIVE_INFINITY;
/** Starts that run at the same time; a slow program delays others only for `LONGEST_START_MS`. */
const STARTS_AT_ONCE = cpus().length;
const LONGEST_START_MS = 10_000;

export interface MonoAppsOptions extends MonoMachine {
  readonly places: Paths;
  readonly shares: HostShares | undefined;
  readonly idleMs?: number;
  readonly mostServers?: number;
  readonly startsAtOnce?: number;
  readonly longestStart?: number;
}

export const hasApp = (site: NodeSite): boolean => site.language === 'NET' && site.status === 'NORMAL';

/** The .NET servers of a node: at most one per site, started on demand. */
export class MonoApps {
  private readonly listeners = new Map<HostCode, OnDemandListener<MonoApp>>();
  private readonly polling: Loop;
  private readonly shared: StartLimits;
  private prepared: Promise<void> | undefined;

  constructor(private readonly node: MonoAppsOptions) {
    this.shared = {
      makeRoom: () => this.makeRoom(),
      inTurn: makeQueue(node.startsAtOnce ?? STARTS_AT_ONCE, STARTS_WAITING),
      longestStart: node.longestStart ?? LONGEST_START_MS,
    };
    // A check that fails is repeated with the next poll.
    this.polling = repeat(() => this.poll(), { pauseMs: POLL_MS, onFailed: () => undefined });
  }

  private launch(site: NodeSite): Launch {
    const { places } = this.node;
    const { notify } = site.scriptError;
    return {
      root: hostRoot(places, site.hostCode),
      uid: site.uid,
      configuration: configurationOf(places.mono, notify === 'details' ? 'shown' : 'hidden'),
      settings: JSON.stringify([notify, site.dotNet]),
    };
  }

  /**
   * Opens a listener for each of these sites; a site whose settings changed gets a new server. Returns the sites
   * that failed, with reasons; they do not hold up the others.
   */
  async open(sites: readonly NodeSite[]): Promise<RefusedPools> {
    const refused: RefusedPools[number][] = [];
    for (const site of sites)
      await this.openOne(site).catch((error: unknown) => {
        refused.push({ site, reason: `Mono: ${error instanceof Error ? error.message : String(error)}` });
      });
    return refused;
  }

  private async openOne(site: NodeSite): Promise<void> {
    await this.prepare();
    const known = this.listeners.get(site.hostCode);
    if (!known) return this.openListener(site);
    // A site whose configuration can't be read keeps its current server.
    if (site.unfit === undefined) await known.program.change(this.launch(site));
  }

  private async prepare(): Promise<void> {
    this.prepared ??= writeConfigurations(this.node.places.mono);
    await this.prepared.catch((error: unknown) => {
      this.prepared = undefined;
      throw error;
    });
  }

  private async openListener(site: NodeSite): Promise<void> {
    const { places, isolation, shares } = this.node;
    const room = {
      ...this.node,
      socket: join(places.monoServers, `${site.hostCode}.sock`),
      share: async () => shares?.of(site.hostCode),
      isFull: () => isFull(places.fullHosts, site.hostCode),
    };
    const app = new MonoApp(room, this.launch(site));
    const listener = new OnDemandListener(app, monoSocket(places, site.hostCode), this.shared);
    await listener.listen(isolation);
    this.listeners.set(site.hostCode, listener);
  }

  /** Ends the servers of all other sites. */
  async keepOnly(sites: readonly NodeSite[]): Promise<void> {
    const kept = new Set(sites.map((site) => site.hostCode));
    const over = [...this.listeners].filter(([hostCode]) => !kept.has(hostCode));
    for (const [hostCode] of over) this.listeners.delete(hostCode);
    await Promise.all(over.map(([, listener]) => listener.close()));
  }

  /** Ends the server of a site; the next visitor starts another. */
  async restart(hostCode: HostCode): Promise<void> {
    await this.listeners.get(hostCode)?.program.end();
  }

  /** A server whose heap depends on a changed share ends as soon as no visitor needs it. */
  async followShare(hostCode: HostCode): Promise<void> {
    await this.listeners.get(hostCode)?.program.compareHeap();
  }

  /** Ends the server that has been idle longest if the maximum number is running. */
  private async makeRoom(): Promise<void> {
    const running = [...this.listeners.values()].filter(({ program }) => program.isRunning);
    if (running.length < (this.node.mostServers ?? SERVERS_MAX)) return;
    const [longest] = running
      .filter((listener) => !listener.isInUse)
      .sort((one, two) => one.lastUsed - two.lastUsed);
    if (!longest) throw new Error('as many .NET servers as this machine has memory for');
    await longest.program.end();
  }

  private async poll(): Promise<void> {
    const since = Date.now() - (this.node.idleMs ?? IDLE_MS);
    const running = [...this.listeners.values()].filter(({ program }) => program.isRunning);
    const checks = running.map(async (listener) => {
      if (listener.isInUse) await listener.program.endIfUnloading();
      else if (listener.lastUsed < since || listener.program.isOutdated) await listener.program.end();
    });
    await Promise.allSettled(checks);
  }

  async close(): Promise<void> {
    await this.polling.stop();
    await this.keepOnly([]);
  }
}
