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
  applyRights,
  dropHostDatabase,
  endConnections,
  ensureHostDatabase,
  setLocked,
  shareRoutines,
  type Access,
  type Clients,
} from '#system/mariadb/accounts/host-accounts';
import { boundSlowLog, heldBy, otherFiles, sizeOf, type DatabaseSize } from '#system/mariadb/monitor/size';
import { bringHome } from '#system/mariadb/accounts/reassign-definitions';
import { dumpDatabase, type DumpWish } from '#system/mariadb/dump/dump';
import type { Gap } from '#system/mariadb/dump/gaps';
import { engineCode, type Link } from '#system/mariadb/connection/connection';
import { judgeDump } from '#system/mariadb/load/judge/judge-dump';
import { quoteName } from '#system/mariadb/names';
import { replaceDatabase, type Replaced, type ReplaceWish } from '#system/mariadb/swap/replace-database';
import { ensureRoom } from '#system/mariadb/limits/room';
import { versionNumberOf, withAdmin, type DatabaseServer } from '#system/mariadb/connection/server';
import { dropSides, settleSwap, Swap, type SwapWish } from '#system/mariadb/swap/swap';
import { makeMutex, type Mutex } from '#system/concurrency/mutex';
import { Refusal } from '#faults/refusal';
import { HostRounds } from './host-sweep';

export interface HostDatabasesParts {
  readonly db: Db;
  readonly node: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Undefined where no MariaDB is installed, nor named. */
  readonly server: DatabaseServer | undefined;
}

type Dumping = Omit<DumpWish, 'database'>;

type Replacing = Omit<ReplaceWish, keyof SwapWish | 'quota'> & Partial<Pick<ReplaceWish, 'quota'>>;

/** A statement of one host may delay the work for that host; the other hosts wait at most this long, ms. */
const MAKING_MS = 60_000;
const MEASURING_MS = 5000;

/** Databases of a node's hosts: made, bounded, dumped, replaced and dropped. Runs in the node's worker. */
export class HostDatabases {
  /** What changes one database or its rights comes one after another. */
  private readonly turns = new Map<HostCode, Mutex>();
  /** A dump is being loaded beside these; what may happen meanwhile comes one after another too. */
  private readonly loading = new Map<HostCode, Mutex>();
  /** Their rows are still there, for a moment. */
  private readonly gone = new Set<HostCode>();

  private readonly making: HostRounds;
  private readonly measuring: HostRounds;

  constructor(private readonly parts: HostDatabasesParts) {
    const failed = (what: string) => (host: HostCode, err: unknown) => parts.log.warn({ err, host }, what);
    this.making = new HostRounds({
      work: (hostCode) => this.ensure(hostCode),
      onFailed: failed('database not made'),
      patienceMs: MAKING_MS,
    });
    this.measuring = new HostRounds({
      work: (hostCode) => this.measure(hostCode),
      onFailed: failed('database not measured'),
      patienceMs: MEASURING_MS,
    });
  }

  get isInstalled(): boolean {
    return this.parts.server !== undefined;
  }

  /** Refuses `database-engine-missing`. */
  get server(): DatabaseServer {
    if (!this.parts.server) throw new Refusal('database-engine-missing');
    return this.parts.server;
  }

  inTurn<Result>(hostCode: HostCode, work: () => Promise<Result>): Promise<Result> {
    const turn = this.turns.get(hostCode) ?? makeMutex();
    this.turns.set(hostCode, turn);
    return turn(work);
  }

  /** An engine on another machine has only clients from elsewhere. */
  private accessOf({ overQuota, remote }: Pick<DatabaseFacts, 'overQuota' | 'remote'>): Access {
    const { address } = this.server;
    const clients: Clients =
      address.is === 'socket'
        ? { here: true, elsewhere: remote ? 'tls' : 'no' }
        : { here: false, elsewhere: address.tls ? 'tls' : 'plain' };
    return { overQuota, clients };
  }

  /** Refuses `database-engine-missing`, `database-none`, `database-not-ready`. */
  async facts(hostCode: HostCode): Promise<DatabaseFacts> {
    const facts = await readDatabaseFacts(this.parts.db, hostCode);
    if (!this.isInstalled) throw new Refusal('database-engine-missing');
    if (!facts) throw new Refusal('database-none');
    if (!facts.made) throw new Refusal('database-not-ready');
    return facts;
  }

  /** As `ensure`, for a host that has come into being. */
  provision(hostCode: HostCode): Promise<void> {
    this.gone.delete(hostCode);
    return this.ensure(hostCode);
  }

  /** Makes what a host lacks, mends its rights, and settles what a lost worker has left in the middle. */
  async ensure(hostCode: HostCode): Promise<void> {
    const { db, node } = this.parts;
    await nameDatabases(db, node, hostCode);
    await this.inTurn(hostCode, async () => {
      const facts = await readDatabaseFacts(db, hostCode);
      if (facts && !this.gone.has(hostCode))
        await withAdmin(this.server, (admin) => this.bring(admin, facts));
    });
  }

  private async bring(admin: Link, facts: DatabaseFacts): Promise<void> {
    const { hostCode, access } = facts;
    await ensureHostDatabase(admin, access, this.accessOf(facts));
    const swap = Swap.nullable().parse(facts.swap);
    if (swap) await settleSwap(this.swapWish(facts), swap);
    else await dropSides(admin, access.name);
    if (!facts.made) await storeDatabase(this.parts.db, hostCode, { made: true });
  }

  /** Every database of the node, or the incomplete ones. One that fails or takes long stops no other. */
  async ensureAll(which: 'all' | 'lacking'): Promise<void> {
    const { db, node } = this.parts;
    // Told once for all where the engine is not there.
    await withAdmin(this.server, () => Promise.resolve());
    await nameDatabases(db, node);
    await this.dropGone();
    const hosts = await readDatabasesOfNode(db, node);
    const wanted = hosts.filter(({ made, swap }) => which === 'all' || !made || swap !== null);
    await this.making.round(wanted.map(({ hostCode }) => hostCode));
  }

  private async dropGone(): Promise<void> {
    const { db, node } = this.parts;
    for (const gone of await readDropped(db, node)) {
      await withAdmin(this.server, async (admin) => {
        await dropHostDatabase(admin, gone);
        await dropSides(admin, gone.name);
      });
      await forgetDropped(db, gone.name);
    }
  }

  /** Of a host that is being removed. An engine that is not there drops it when it is back. */
  async remove(hostCode: HostCode): Promise<void> {
    const { db, node, log } = this.parts;
    this.gone.add(hostCode);
    await markDropped(db, node, hostCode);
    await storeDatabase(db, hostCode, { made: false });
    await this.inTurn(hostCode, () => this.dropGone()).catch((err: unknown) =>
      log.warn({ err, host: hostCode }, 'database not dropped yet'),
    );
    this.turns.delete(hostCode);
  }

  /** Measures one, and lets it write or not: also while a dump is loaded beside it, which may take for ever. */
  async measure(hostCode: HostCode): Promise<void> {
    const weigh = async (): Promise<void> => {
      const facts = await readDatabaseFacts(this.parts.db, hostCode);
      if (facts?.made) await withAdmin(this.server, (admin) => this.weigh(admin, facts));
    };
    const beside = this.loading.get(hostCode);
    if (!beside) return this.inTurn(hostCode, weigh);
    await beside(async () => {
      if (this.loading.has(hostCode)) await weigh();
    });
  }

  private async weigh(admin: Link, facts: DatabaseFacts): Promise<void> {
    const { db, now } = this.parts;
    const { hostCode, access, quota } = facts;
    await shareRoutines(admin, access);
    const { bytes, tables } = await this.sizeOf(admin, facts);
    const overQuota = quota !== null && bytes > quota;
    // Rights first: what is written down is true.
    if (overQuota !== facts.overQuota)
      await applyRights(admin, access, { ...this.accessOf(facts), overQuota });
    const measured = { bytes, tables, at: new Date(now()) };
    await storeDatabase(db, hostCode, { overQuota, measured });
  }

  /** If the engine doesn't finish measuring the tables, at least the size of their files counts. */
  private async sizeOf(admin: Link, { access: { name }, tables }: DatabaseFacts): Promise<DatabaseSize> {
    const { disk } = this.server;
    return sizeOf(admin, name, disk?.folder).catch(async (error: unknown) => {
      if (engineCode(error) !== 'ER_STATEMENT_TIMEOUT') throw error;
      const bytes = (await heldBy(admin, name)) + (await otherFiles(name, disk?.folder));
      return { bytes, tables: tables ?? 0 };
    });
  }

  /** All databases of the node. One that fails or takes long stops no other. */
  async measureAll(signal: AbortSignal): Promise<void> {
    const { db, node } = this.parts;
    const hosts = await readDatabasesOfNode(db, node);
    await this.measuring.round(
      hosts.map(({ hostCode }) => hostCode),
      signal,
    );
    await withAdmin(this.server, boundSlowLog).catch(() => undefined);
  }

  /** @returns the one before */
  async changePassword(hostCode: HostCode, password: string): Promise<string> {
    return this.inTurn(hostCode, async () => {
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
    await this.inTurn(hostCode, async () => {
      const facts = await this.facts(hostCode);
      const access = this.accessOf({ ...facts, remote });
      await withAdmin(this.server, async (admin) => {
        await ensureHostDatabase(admin, facts.access, access);
        // Who came in from elsewhere stays no longer.
        if (!remote) await endConnections(admin, facts.access.user);
      });
      await storeDatabase(db, hostCode, { remote });
      if (access.clients.elsewhere !== 'no') return;
      const broken = await bringHome(this.server, facts.access);
      if (broken.length > 0) log.warn({ host: hostCode, broken }, 'made from elsewhere, and runs no more');
    });
  }

  private swapWish(facts: DatabaseFacts): SwapWish {
    const { hostCode, access } = facts;
    const write: SwapWish['journal']['write'] = (swap) => storeDatabase(this.parts.db, hostCode, { swap });
    const { clients } = this.accessOf(facts);
    return { server: this.server, host: access, clients, journal: { write } };
  }

  async has(hostCode: HostCode): Promise<boolean> {
    const facts = this.parts.server && (await readDatabaseFacts(this.parts.db, hostCode));
    return facts?.made ?? false;
  }

  /** As `dumpDatabase`. */
  async dump(hostCode: HostCode, wish: Dumping): Promise<readonly Gap[]> {
    const { access } = await this.facts(hostCode);
    return dumpDatabase(this.server, { database: access.name, ...wish });
  }

  /** Checks a dump like a load, without running it. */
  async judge(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    const engine = await withAdmin(this.server, versionNumberOf);
    await judgeDump({ source, engine, signal });
  }

  /** Refuses `disk-full` where a dump of that size can't be loaded. */
  async ensureRoom(dumpBytes: number): Promise<void> {
    await ensureRoom(this.server, dumpBytes);
  }

  /** As `replaceDatabase`; measured at once. */
  async replace(hostCode: HostCode, wish: Replacing): Promise<Replaced> {
    const facts = await this.facts(hostCode);
    const done = await this.inTurn(hostCode, () =>
      this.load(hostCode, { ...this.swapWish(facts), quota: facts.quota, ...wish }),
    );
    await this.measure(hostCode).catch(() => undefined);
    return done;
  }

  private async load(hostCode: HostCode, wish: ReplaceWish): Promise<Replaced> {
    const beside = makeMutex();
    const onSwap = async (): Promise<void> => {
      await wish.onSwap?.();
      // From here on nobody but the swap changes anything of it.
      await beside(() => Promise.resolve(this.loading.delete(hostCode)));
    };
    this.loading.set(hostCode, beside);
    try {
      return await replaceDatabase({ ...wish, onSwap });
    } finally {
      this.loading.delete(hostCode);
    }
  }

  /** Nothing is in it any more; its rights are as they were. */
  async empty(hostCode: HostCode): Promise<void> {
    await this.inTurn(hostCode, async () => {
      const facts = await this.facts(hostCode);
      const { access } = facts;
      const { clients } = this.accessOf(facts);
      await withAdmin(this.server, async (admin) => {
        // Whoever is in the middle of something would hold it up.
        await setLocked(admin, access.user, { locked: true, clients });
        await endConnections(admin, access.user);
        await admin.run(`DROP DATABASE IF EXISTS ${quoteName(access.name)}`);
      });
    });
    await this.ensure(hostCode);
    await this.measure(hostCode).catch(() => undefined);
  }
}
