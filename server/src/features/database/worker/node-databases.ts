import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import {
  forgetDropped,
  markDropped,
  nameDatabases,
  readDatabaseFacts,
  readDatabasesOfNode,
  readDropped,
  storeDatabase,
  type DatabaseFacts,
} from '#sites/host-database';
import type { Db } from '#state/db';
import {
  dropHostDatabase,
  endConnections,
  ensureHostDatabase,
  setLocked,
  type Access,
  type Clients,
} from '#system/mariadb/accounts/host-accounts';
import { boundSlowLog } from '#system/mariadb/monitor/slow-queries';
import { reassignDefinitions } from '#system/mariadb/accounts/reassign-definitions';
import type { Connection } from '#system/mariadb/connection/connection';
import { dumpDatabase, type DumpRequest } from '#system/mariadb/dump/dump';
import type { Gap } from '#system/mariadb/dump/gaps';
import { judgeDump } from '#system/mariadb/load/judge/judge-dump';
import { quoteName } from '#system/mariadb/names';
import {
  replaceByCopy,
  replaceDatabase,
  type CopyRequest,
  type ReplaceResult,
  type ReplaceRequest,
} from '#system/mariadb/swap/replace-database';
import { ensureDiskSpace } from '#system/mariadb/limits/disk-space';
import {
  versionNumberOf,
  withAdmin,
  type DatabaseServer,
  type HostDatabase,
} from '#system/mariadb/connection/server';
import { dropSideDatabases, settleSwap, Swap, type SwapTarget } from '#system/mariadb/swap/swap';
import { makeMutex, makeMutexPerKey, type Mutex } from '#system/concurrency/mutex';
import { isRefusal, Refusal } from '#faults/refusal';
import { HostSweep } from './host-sweep';
import { checkQuota } from './quota-check';

export interface NodeDatabasesParts {
  readonly db: Db;
  readonly node: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Undefined if no MariaDB is installed or configured. */
  readonly server: DatabaseServer | undefined;
}

type DumpOptions = Omit<DumpRequest, 'database'>;

type ReplaceOptions = Omit<ReplaceRequest, keyof SwapTarget | 'quota'> &
  Partial<Pick<ReplaceRequest, 'quota'>>;

type CopyOptions = Omit<CopyRequest, keyof SwapTarget | 'quota' | 'mode'>;

/** A statement of one host may delay the work for that host; the other hosts wait at most this long, ms. */
const ENSURE_WAIT_MS = 60_000;
const MEASURE_WAIT_MS = 5000;

/** Databases of a node's hosts: creates, limits, dumps, replaces and drops them. Runs in the node's worker. */
export class NodeDatabases {
  /** Per host: changes of its database and of its rights run one after another. */
  private readonly inTurn = makeMutexPerKey<HostCode>();
  /** Per host whose dump is being loaded: what may run during the load, also one after another. */
  private readonly loadQueues = new Map<HostCode, Mutex>();
  /** Hosts that are being removed; their rows may still exist. */
  private readonly removed = new Set<HostCode>();

  private readonly ensureSweep: HostSweep;
  private readonly quotaSweep: HostSweep;

  constructor(private readonly parts: NodeDatabasesParts) {
    const failed = (what: string) => (host: HostCode, err: unknown) => parts.log.warn({ err, host }, what);
    this.ensureSweep = new HostSweep({
      work: (hostCode) => this.ensure(hostCode),
      onFailed: failed('database not made'),
      maxWaitMs: ENSURE_WAIT_MS,
    });
    this.quotaSweep = new HostSweep({
      work: (hostCode) => this.measure(hostCode),
      onFailed: failed('database not measured'),
      maxWaitMs: MEASURE_WAIT_MS,
    });
  }

  get isInstalled(): boolean {
    return this.parts.server !== undefined;
  }

  /** Refuses with `database-engine-missing`. */
  get server(): DatabaseServer {
    if (!this.parts.server) throw new Refusal('database-engine-missing');
    return this.parts.server;
  }

  enqueueFor<Result>(hostCode: HostCode, work: () => Promise<Result>): Promise<Result> {
    return this.inTurn.run(hostCode, work);
  }

  /** For an engine on another machine every client comes from elsewhere. */
  private accessOf({ overQuota, remote }: Pick<DatabaseFacts, 'overQuota' | 'remote'>): Access {
    const { address } = this.server;
    const clients: Clients =
      address.is === 'socket'
        ? { local: true, remote: remote ? 'tls' : 'no' }
        : { local: false, remote: address.tls ? 'tls' : 'plain' };
    return { overQuota, clients };
  }

  /** Refuses with `database-engine-missing`, `database-none` or `database-not-ready`. */
  async facts(hostCode: HostCode): Promise<DatabaseFacts> {
    const facts = await readDatabaseFacts(this.parts.db, hostCode);
    if (!this.isInstalled) throw new Refusal('database-engine-missing');
    if (!facts) throw new Refusal('database-none');
    if (!facts.made) throw new Refusal('database-not-ready');
    return facts;
  }

  /** Like `ensure`, for a new host. */
  provision(hostCode: HostCode): Promise<void> {
    this.removed.delete(hostCode);
    return this.ensure(hostCode);
  }

  /**
   * Creates what a host lacks, repairs its rights, and completes or rolls back what a lost worker left
   * unfinished.
   */
  async ensure(hostCode: HostCode): Promise<void> {
    const { db, node } = this.parts;
    await nameDatabases(db, node, hostCode);
    await this.enqueueFor(hostCode, async () => {
      const facts = await readDatabaseFacts(db, hostCode);
      if (facts && !this.removed.has(hostCode))
        await withAdmin(this.server, (admin) => this.createOrRepair(admin, facts));
    });
  }

  private async createOrRepair(admin: Connection, facts: DatabaseFacts): Promise<void> {
    const { hostCode, access } = facts;
    await ensureHostDatabase(admin, access, this.accessOf(facts));
    const swap = Swap.nullable().parse(facts.swap);
    if (swap) await settleSwap(this.swapTarget(facts), swap);
    else await dropSideDatabases(admin, access.name);
    if (!facts.made) await storeDatabase(this.parts.db, hostCode, { made: true });
  }

  /**
   * Ensures every database of the node, or the incomplete ones. A failing or slow one does not stop the
   * others.
   */
  async ensureAll(which: 'all' | 'lacking'): Promise<void> {
    const { db, node } = this.parts;
    // Fails once, and not once per host, if the engine does not answer.
    await withAdmin(this.server, () => Promise.resolve());
    await nameDatabases(db, node);
    await this.dropRemoved();
    const hosts = await readDatabasesOfNode(db, node);
    const wanted = hosts.filter(({ made, swap }) => which === 'all' || !made || swap !== null);
    await this.ensureSweep.run(wanted.map(({ hostCode }) => hostCode));
  }

  private async dropRemoved(): Promise<void> {
    const { db, node } = this.parts;
    for (const gone of await readDropped(db, node)) {
      await withAdmin(this.server, async (admin) => {
        await dropHostDatabase(admin, gone);
        await dropSideDatabases(admin, gone.name);
      });
      await forgetDropped(db, gone.name);
    }
  }

  /**
   * Drops the database of a host that is being removed; if the engine does not answer, the drop happens when
   * it is back.
   */
  async remove(hostCode: HostCode): Promise<void> {
    const { db, node, log } = this.parts;
    this.removed.add(hostCode);
    await markDropped(db, node, hostCode);
    await storeDatabase(db, hostCode, { made: false });
    await this.enqueueFor(hostCode, () => this.dropRemoved()).catch((err: unknown) =>
      log.warn({ err, host: hostCode }, 'database not dropped yet'),
    );
  }

  /** Measures a database and allows or stops writes to it, even during a load, which may take long. */
  async measure(hostCode: HostCode): Promise<void> {
    const { db, now } = this.parts;
    const check = async (): Promise<void> => {
      const facts = await readDatabaseFacts(db, hostCode);
      if (!facts?.made) return;
      const [dataFolder, access] = [this.server.disk?.folder, this.accessOf(facts)];
      await withAdmin(this.server, (admin) => checkQuota(admin, facts, { db, now, dataFolder, access }));
    };
    const duringLoad = this.loadQueues.get(hostCode);
    if (!duringLoad) return this.enqueueFor(hostCode, check);
    await duringLoad(async () => {
      if (this.loadQueues.has(hostCode)) await check();
    });
  }

  /** Measures every database of the node. A failing or slow one does not stop the others. */
  async measureAll(signal: AbortSignal): Promise<void> {
    const { db, node } = this.parts;
    const hosts = await readDatabasesOfNode(db, node);
    await this.quotaSweep.run(
      hosts.map(({ hostCode }) => hostCode),
      signal,
    );
    await withAdmin(this.server, boundSlowLog).catch(() => undefined);
  }

  /** @returns the previous password */
  async changePassword(hostCode: HostCode, password: string): Promise<string> {
    return this.enqueueFor(hostCode, async () => {
      const facts = await this.facts(hostCode);
      const access = { ...facts.access, password };
      await withAdmin(this.server, async (admin) => {
        await ensureHostDatabase(admin, access, this.accessOf(facts));
        await endConnections(admin, access.user);
      });
      await storeDatabase(this.parts.db, hostCode, { password });
      return facts.access.password;
    });
  }

  async setRemote(hostCode: HostCode, remote: boolean): Promise<void> {
    const { db, log } = this.parts;
    await this.enqueueFor(hostCode, async () => {
      const facts = await this.facts(hostCode);
      const access = this.accessOf({ ...facts, remote });
      await withAdmin(this.server, async (admin) => {
        await ensureHostDatabase(admin, facts.access, access);
        // Existing connections from elsewhere would otherwise stay open.
        if (!remote) await endConnections(admin, facts.access.user);
      });
      await storeDatabase(db, hostCode, { remote });
      if (access.clients.remote !== 'no') return;
      const broken = await reassignDefinitions(this.server, facts.access);
      if (broken.length > 0) log.warn({ host: hostCode, broken }, 'made from elsewhere, and runs no more');
    });
  }

  private swapTarget(facts: DatabaseFacts): SwapTarget {
    const { hostCode, access } = facts;
    const write: SwapTarget['journal']['write'] = (swap) => storeDatabase(this.parts.db, hostCode, { swap });
    const { clients } = this.accessOf(facts);
    return { server: this.server, host: access, clients, journal: { write } };
  }

  async has(hostCode: HostCode): Promise<boolean> {
    const facts = this.parts.server && (await readDatabaseFacts(this.parts.db, hostCode));
    return facts?.made ?? false;
  }

  /** See `dumpDatabase`. */
  async dump(hostCode: HostCode, request: DumpOptions): Promise<readonly Gap[]> {
    const { access } = await this.facts(hostCode);
    return dumpDatabase(this.server, { database: access.name, ...request });
  }

  /** Checks a dump like a load, without running it. */
  async checkDump(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    const engine = await withAdmin(this.server, versionNumberOf);
    await judgeDump({ source, engine, signal });
  }

  /** Refuses with `disk-full` if there is no room to load a dump of that size. */
  async ensureDiskSpace(dumpBytes: number): Promise<void> {
    await ensureDiskSpace(this.server, dumpBytes);
  }

  /** See `replaceDatabase`; measures the database afterwards. */
  async replace(hostCode: HostCode, request: ReplaceOptions): Promise<ReplaceResult> {
    const facts = await this.facts(hostCode);
    const done = await this.enqueueFor(hostCode, () =>
      this.load(hostCode, { ...this.swapTarget(facts), quota: facts.quota, ...request }),
    );
    await this.measure(hostCode).catch(() => undefined);
    return done;
  }

  /** See `replaceByCopy`; measures the database afterwards. */
  async replaceByCopy(hostCode: HostCode, request: CopyOptions): Promise<ReplaceResult> {
    const facts = await this.facts(hostCode);
    const copy = { ...this.swapTarget(facts), quota: facts.quota, mode: 'merge' as const, ...request };
    const done = await this.enqueueFor(hostCode, () =>
      this.besideMeasuring(hostCode, copy, (swapping) => replaceByCopy({ ...copy, ...swapping })),
    );
    await this.measure(hostCode).catch(() => undefined);
    return done;
  }

  private load(hostCode: HostCode, request: ReplaceRequest): Promise<ReplaceResult> {
    return this.besideMeasuring(hostCode, request, (swapping) =>
      replaceDatabase({ ...request, ...swapping }),
    );
  }

  /** The database is measured while a side database is filled, but not while it is swapped in. */
  private async besideMeasuring(
    hostCode: HostCode,
    request: Pick<ReplaceRequest, 'onSwap'>,
    replace: (swapping: Required<Pick<ReplaceRequest, 'onSwap'>>) => Promise<ReplaceResult>,
  ): Promise<ReplaceResult> {
    const beside = makeMutex();
    const onSwap = async (): Promise<void> => {
      await request.onSwap?.();
      // From now on only the swap may change the database.
      await beside(() => Promise.resolve(this.loadQueues.delete(hostCode)));
    };
    this.loadQueues.set(hostCode, beside);
    try {
      return await replace({ onSwap });
    } finally {
      this.loadQueues.delete(hostCode);
    }
  }

  /** Works on the host's database as the administrator, when no other change of it runs. */
  asAdmin<Result>(
    hostCode: HostCode,
    work: (admin: Connection, database: HostDatabase) => Promise<Result>,
  ): Promise<Result> {
    return this.enqueueFor(hostCode, async () => {
      const { access } = await this.facts(hostCode);
      return withAdmin(this.server, (admin) => work(admin, access));
    });
  }

  /** Empties the database; its rights stay. */
  async empty(hostCode: HostCode): Promise<void> {
    await this.enqueueFor(hostCode, async () => {
      const facts = await this.facts(hostCode);
      const { access } = facts;
      const { clients } = this.accessOf(facts);
      await withAdmin(this.server, async (admin) => {
        // A running statement would block the drop.
        await setLocked(admin, access.user, { locked: true, clients });
        await endConnections(admin, access.user);
        await admin.run(`DROP DATABASE IF EXISTS ${quoteName(access.name)}`);
      });
    });
    await this.ensure(hostCode);
    await this.measure(hostCode).catch(() => undefined);
  }
}

/**
 * Completes or rolls back the swap that a lost worker left unfinished. Without a running server this happens later, at
 * the next poll.
 */
export async function settleInterrupted(databases: NodeDatabases, hostCode: HostCode): Promise<void> {
  await databases.ensure(hostCode).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}
