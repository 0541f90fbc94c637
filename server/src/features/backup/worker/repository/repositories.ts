import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { run } from '#system/process/exec';
import { isThere } from '#system/disk/is-there';
import { isRefusal, Refusal } from '#faults/refusal';
import { cacheFolder, lostFolder, repositoryFolder, type BackupPlaces } from '#system/restic/backup-places';
import { beginAnew, freshFolder, hasPacks, isHollow } from '#system/restic/begin-anew';
import type { ResticEngine } from '#system/restic/engine';
import { ifThere } from '#system/restic/if-there';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { canBeOpened, hasOpening, keepSpare, putBack } from '#system/restic/spare';
import { makeReadWriteLock } from '#system/concurrency/read-write-lock';
import { changeKey, keyFile, withFormerKeys } from './repository-keys';
import { addRepository, noteWhole, refuseLost, repositoryRow } from './repository-rows';

export interface RepositoryParts {
  readonly db: Db;
  readonly node: string;
  readonly places: BackupPlaces;
  readonly engine: ResticEngine | undefined;
}

interface Borrower {
  readonly stop: () => void;
  readonly done: Promise<unknown>;
}

/**
 * The repositories of a node. Whatever works in one takes its turn here: several may write and read side by side, who
 * removes or mends is alone.
 */
export class Repositories {
  private readonly turns = makeReadWriteLock();
  private readonly borrowers = new Map<HostCode, Set<Borrower>>();
  /** Made, and free of the locks of earlier lives. */
  private readonly known = new Set<HostCode>();

  constructor(private readonly parts: RepositoryParts) {}

  get version(): string | null {
    return this.parts.engine?.version ?? null;
  }

  /** Work beside other work. Makes the repository where the host has none. */
  async use<Value>(hostCode: HostCode, work: (repository: Repository) => Promise<Value>): Promise<Value> {
    await this.made(hostCode);
    try {
      return await this.turns.shared(hostCode, async () => work(await this.open(hostCode)));
    } catch (error) {
      // Whoever comes next looks anew what there is of it.
      if (isRefusal(error) && error.reason === 'backup-config-lost') this.known.delete(hostCode);
      throw error;
    }
  }

  /**
   * Work that holds nobody up: it reads without a turn, and is stopped when somebody has to be alone. Its signal's reason
   * is then `yielded`.
   */
  async lend<Value>(
    hostCode: HostCode,
    work: (repository: Repository, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    // Begun in a turn: whoever is alone just now reads and removes with nobody beside.
    const { done, borrower } = await this.turns.shared(hostCode, async () => {
      const repository = await this.open(hostCode);
      const stop = new AbortController();
      const done = work(repository, stop.signal);
      done.catch(() => undefined);
      const borrower: Borrower = { stop: () => stop.abort('yielded'), done };
      this.borrowers.set(hostCode, new Set([...(this.borrowers.get(hostCode) ?? []), borrower]));
      return { done, borrower };
    });
    try {
      return await done;
    } finally {
      this.borrowers.get(hostCode)?.delete(borrower);
    }
  }

  /** Work beside nothing else. Refuses `backup-gone` where there is no repository. */
  async alone<Value>(hostCode: HostCode, work: (repository: Repository) => Promise<Value>): Promise<Value> {
    return this.besideNobody(hostCode, async () => {
      const repository = await this.open(hostCode);
      await this.unlock(repository);
      return work(repository);
    });
  }

  /** Key and place of it, for work with a copy elsewhere: also where it is lost itself. */
  async keyed(hostCode: HostCode): Promise<Repository> {
    await this.made(hostCode).catch((error: unknown) => {
      if (!isRefusal(error) || error.reason !== 'backup-config-lost') throw error;
    });
    return this.open(hostCode);
  }

  /**
   * One that can't be opened any more begins anew, to be filled from a copy elsewhere; what it held is kept beside it.
   * Refuses `backup-config-lost` where even its whole spare does not open it.
   */
  async refill(hostCode: HostCode, init: (repository: Repository) => Promise<void>): Promise<void> {
    await this.besideNobody(hostCode, async () => {
      const repository = await this.open(hostCode);
      const isOpen = await this.opensAgain(hostCode, repository);
      if (isOpen && !(await isHollow(repository.at))) return;
      // It is now as when it was opened last: it is not a lost file that is in the way.
      if (!isOpen && (await hasOpening(this.spareOf(hostCode)))) throw new Refusal('backup-config-lost');
      await this.beginAnew(hostCode, repository, init);
      this.known.add(hostCode);
    });
  }

  /**
   * What it is opened with is put back from its spare; without one, and without points, it begins anew. Refuses
   * `backup-config-lost` where there are points and nothing else of it.
   */
  async mendOpening(hostCode: HostCode): Promise<void> {
    await this.besideNobody(hostCode, async () => {
      const repository = await this.open(hostCode);
      if (!(await this.opensAgain(hostCode, repository))) await this.init(hostCode, repository);
      // Whoever looked through what is left would give up every point.
      else if (!(await hasPacks(repository.at))) await refuseLost(this.parts.db, hostCode);
    });
  }

  /** Whether anybody works in it, or waits to: whoever looks after many hosts waits for none of them. */
  isBusy(hostCode: HostCode): boolean {
    return this.turns.isBusy(hostCode);
  }

  /**
   * Another password for it; the one before opens it no more. Killed in between, it opens with the one that is written
   * down, and doing it again leaves that one alone. Refuses `backup-gone`.
   */
  async rotateKey(hostCode: HostCode): Promise<void> {
    try {
      await this.alone(hostCode, async (repository) => {
        const { db, places } = this.parts;
        const row = await this.row(hostCode);
        // It would bring the key back that is about to go.
        await rm(this.spareOf(hostCode), { recursive: true, force: true });
        await changeKey(repository, { db, places, row });
        await this.keepSpare(hostCode, repository);
      });
    } catch (error) {
      // Whoever comes next keeps a spare again, which may have gone already.
      this.known.delete(hostCode);
      throw error;
    }
  }

  /** What a copy elsewhere may still be opened with, as files for as long as some work takes. */
  async withFormerKeys<Value>(
    hostCode: HostCode,
    work: (passwordFiles: readonly string[]) => Promise<Value>,
  ): Promise<Value> {
    const row = await repositoryRow(this.parts.db, hostCode);
    return row ? withFormerKeys(this.parts.places, row, work) : work([]);
  }

  /** Removes one with all it holds. */
  async remove(hostCode: HostCode): Promise<void> {
    await this.turns.exclusive(hostCode, async () => {
      const { places, db } = this.parts;
      this.known.delete(hostCode);
      const at = repositoryFolder(places, hostCode);
      const beside = [lostFolder(places, hostCode), freshFolder(at), cacheFolder(places, hostCode)];
      for (const folder of [at, ...beside, this.spareOf(hostCode)])
        await rm(folder, { recursive: true, force: true });
      await rm(join(places.keys, hostCode), { force: true });
      await db.deleteFrom('backup_repository').where('host_code', '=', hostCode).execute();
    });
  }

  /** What it takes on the disk, bytes. */
  async measure(hostCode: HostCode): Promise<number> {
    const args = ['-s', '--block-size=1', '--', repositoryFolder(this.parts.places, hostCode)];
    const { stdout } = await run({ file: 'du', args }, { timeoutMs: 10 * 60_000 });
    const bytes = Number(/^\d+/.exec(stdout)?.[0] ?? 0);
    await this.parts.db
      .updateTable('backup_repository')
      .set({ used_bytes: bytes })
      .where('host_code', '=', hostCode)
      .execute();
    return bytes;
  }

  private engine(): ResticEngine {
    const { engine } = this.parts;
    if (!engine) throw new Refusal('backup-engine-missing');
    return engine;
  }

  private async row(hostCode: HostCode): Promise<RepositoryRow> {
    const row = await repositoryRow(this.parts.db, hostCode);
    if (!row) throw new Refusal('backup-gone');
    return row;
  }

  private async made(hostCode: HostCode): Promise<void> {
    this.engine();
    if (this.known.has(hostCode)) return;
    await this.turns.exclusive(hostCode, async () => {
      const { db, node } = this.parts;
      if (!(await repositoryRow(db, hostCode))) await addRepository(db, { hostCode, node });
      const repository = await this.open(hostCode);
      if (await ifThere(stat(join(repository.at, 'config')))) {
        await this.unlock(repository);
        // Of what does not open a spare is of no use, and in the way of one that is.
        if (!(await isThere(this.spareOf(hostCode))) && (await canBeOpened(repository)))
          await this.keepSpare(hostCode, repository);
      } else await this.init(hostCode, repository);
      this.known.add(hostCode);
    });
  }

  private async init(hostCode: HostCode, repository: Repository): Promise<void> {
    await refuseLost(this.parts.db, hostCode);
    // Before: once it has begun, nobody comes here again.
    await noteWhole(this.parts.db, hostCode);
    await this.beginAnew(hostCode, repository, async (fresh) => {
      await runRestic(fresh, { args: ['init'], signal: new AbortController().signal });
    });
  }

  private async beginAnew(
    hostCode: HostCode,
    repository: Repository,
    init: (fresh: Repository) => Promise<void>,
  ): Promise<void> {
    const spare = this.spareOf(hostCode);
    await beginAnew(repository, {
      lost: lostFolder(this.parts.places, hostCode),
      init: async (fresh) => {
        await init(fresh);
        // It never stands beside one that it does not open: put back there, it would close it.
        await rm(spare, { recursive: true, force: true });
      },
    });
    await this.keepSpare(hostCode, repository);
  }

  /** Whether it opens, with what its spare puts back where need be. */
  private async opensAgain(hostCode: HostCode, repository: Repository): Promise<boolean> {
    if (await canBeOpened(repository)) return true;
    await putBack(repository, this.spareOf(hostCode));
    return canBeOpened(repository);
  }

  /** Alone, and whoever reads without a turn is stopped. */
  private besideNobody<Value>(hostCode: HostCode, work: () => Promise<Value>): Promise<Value> {
    return this.turns.exclusive(hostCode, async () => {
      const lent = [...(this.borrowers.get(hostCode) ?? [])];
      for (const { stop } of lent) stop();
      await Promise.allSettled(lent.map(({ done }) => done));
      return work();
    });
  }

  private spareOf(hostCode: HostCode): string {
    return join(this.parts.places.keys, `${hostCode}.spare`);
  }

  private keepSpare(hostCode: HostCode, repository: Repository): Promise<void> {
    return keepSpare(repository, this.spareOf(hostCode));
  }

  private async open(hostCode: HostCode): Promise<Repository> {
    const { places } = this.parts;
    const engine = this.engine();
    const passwordFile = await keyFile(places, await this.row(hostCode));
    const { temp } = places;
    return { engine, at: repositoryFolder(places, hostCode), passwordFile, temp };
  }

  /** Only we work here: whoever is alone knows that every lock is one of the dead. */
  private async unlock(repository: Repository): Promise<void> {
    const locks = await readdir(join(repository.at, 'locks')).catch(() => []);
    if (locks.length > 0)
      await runRestic(repository, { args: ['unlock', '--remove-all'], signal: new AbortController().signal });
  }
}
