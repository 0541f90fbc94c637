import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { isRefusal, Refusal } from '#faults/refusal';
import { cacheFolder, lostFolder, repositoryFolder, type BackupPaths } from '#system/restic/backup-paths';
import { backUpConfig, canBeOpened, hasConfigAndKeys, restoreConfig } from '#system/restic/config-backup';
import type { ResticEngine } from '#system/restic/engine';
import { ifExists } from '#system/restic/if-exists';
import {
  hasPacks,
  lostAllPacks,
  newRepositoryFolder,
  replaceRepository,
} from '#system/restic/replace-repository';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { makeReadWriteLock } from '#system/concurrency/read-write-lock';
import {
  addRepository,
  clearDamage,
  refuseIfPointsExist,
  repositoryRow,
} from '#features/backup/repository-store';
import { changePassword, newPassword, withFormerPasswords, writePasswordFile } from './repository-passwords';

export interface RepositoriesParts {
  readonly db: Db;
  readonly node: string;
  readonly paths: BackupPaths;
  /** Undefined if restic is not installed. */
  readonly engine: ResticEngine | undefined;
}

/** Work that can be stopped when other work needs the repository alone. */
interface PreemptibleWork {
  readonly stop: () => void;
  readonly done: Promise<unknown>;
}

/**
 * The repositories of a node. All work in a repository goes through here: reading and writing may happen in parallel,
 * pruning and repairing need the repository alone.
 */
export class Repositories {
  private readonly turns = makeReadWriteLock();
  private readonly preemptible = new Map<HostCode, Set<PreemptibleWork>>();
  /** Hosts whose repository exists and has no locks of a killed worker. */
  private readonly prepared = new Set<HostCode>();

  constructor(private readonly parts: RepositoriesParts) {}

  get version(): string | null {
    return this.parts.engine?.version ?? null;
  }

  /** Runs work in parallel to other work. Creates the repository if the host has none. */
  async useShared<Value>(
    hostCode: HostCode,
    work: (repository: Repository) => Promise<Value>,
  ): Promise<Value> {
    await this.prepare(hostCode);
    try {
      return await this.turns.shared(hostCode, async () => work(await this.locate(hostCode)));
    } catch (error) {
      // The next caller checks again what is left of the repository.
      if (isRefusal(error) && error.reason === 'backup-config-lost') this.prepared.delete(hostCode);
      throw error;
    }
  }

  /**
   * Runs reading work that delays no other work: it is stopped when other work needs the repository alone. Its signal's
   * reason is then `yielded`.
   */
  async usePreemptibly<Value>(
    hostCode: HostCode,
    work: (repository: Repository, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    // Takes a turn only to start, so that it can't start beside exclusive work.
    const { done, started } = await this.turns.shared(hostCode, async () => {
      const repository = await this.locate(hostCode);
      const stop = new AbortController();
      const done = work(repository, stop.signal);
      done.catch(() => undefined);
      const started: PreemptibleWork = { stop: () => stop.abort('yielded'), done };
      this.preemptible.set(hostCode, new Set([...(this.preemptible.get(hostCode) ?? []), started]));
      return { done, started };
    });
    try {
      return await done;
    } finally {
      this.preemptible.get(hostCode)?.delete(started);
    }
  }

  /** Runs work while no other work uses the repository. Refuses with `backup-gone` if there is no repository. */
  async useExclusively<Value>(
    hostCode: HostCode,
    work: (repository: Repository) => Promise<Value>,
  ): Promise<Value> {
    return this.runExclusively(hostCode, async () => {
      const repository = await this.locate(hostCode);
      await this.unlock(repository);
      return work(repository);
    });
  }

  /** Path and password of a repository for work with a copy at a target, even if the repository itself is lost. */
  async openUnchecked(hostCode: HostCode): Promise<Repository> {
    await this.prepare(hostCode).catch((error: unknown) => {
      if (!isRefusal(error) || error.reason !== 'backup-config-lost') throw error;
    });
    return this.locate(hostCode);
  }

  /**
   * Replaces a repository that can't be opened by an empty one, to be filled from a copy at a target. Keeps the packs of the
   * old one beside it. Refuses with `backup-config-lost` if it can't be opened even with its config restored.
   */
  async recreateFromCopy(hostCode: HostCode, init: (repository: Repository) => Promise<void>): Promise<void> {
    await this.runExclusively(hostCode, async () => {
      const repository = await this.locate(hostCode);
      const opens = await this.opensWithSavedConfig(hostCode, repository);
      if (opens && !(await lostAllPacks(repository.at))) return;
      // Config and keys are as they were when it last opened, so a lost file is not the reason.
      if (!opens && (await hasConfigAndKeys(this.configBackupOf(hostCode))))
        throw new Refusal('backup-config-lost');
      await this.replace(hostCode, repository, init);
      this.prepared.add(hostCode);
    });
  }

  /**
   * Restores config and keys from their backup. Without a backup, replaces the repository by an empty one if the host has
   * no points. Refuses with `backup-config-lost` if the host has points and nothing else is left of the repository.
   */
  async repairConfig(hostCode: HostCode): Promise<void> {
    await this.runExclusively(hostCode, async () => {
      const repository = await this.locate(hostCode);
      if (!(await this.opensWithSavedConfig(hostCode, repository))) await this.init(hostCode, repository);
      // A repair without packs would give up every point.
      else if (!(await hasPacks(repository.at))) await refuseIfPointsExist(this.parts.db, hostCode);
    });
  }

  /** Whether work uses the repository or waits for it. */
  isBusy(hostCode: HostCode): boolean {
    return this.turns.isBusy(hostCode);
  }

  /** Gives the repository a new password; see `changePassword`. Refuses with `backup-gone`. */
  async rotateKey(hostCode: HostCode): Promise<void> {
    try {
      await this.useExclusively(hostCode, async (repository) => {
        const { db, paths } = this.parts;
        const row = await this.row(hostCode);
        // The backup of the config holds the old key and would bring it back.
        await rm(this.configBackupOf(hostCode), { recursive: true, force: true });
        await changePassword(repository, { db, paths, row });
        await this.backUpConfig(hostCode, repository);
      });
    } catch (error) {
      // The backup of the config may be gone; the next caller makes one.
      this.prepared.delete(hostCode);
      throw error;
    }
  }

  /** Runs work with files that hold the former passwords, which a copy at a target may still have. */
  async withFormerPasswords<Value>(
    hostCode: HostCode,
    work: (passwordFiles: readonly string[]) => Promise<Value>,
  ): Promise<Value> {
    const row = await repositoryRow(this.parts.db, hostCode);
    return row ? withFormerPasswords(this.parts.paths, row, work) : work([]);
  }

  /** Removes a repository and everything that belongs to it. */
  async remove(hostCode: HostCode): Promise<void> {
    await this.turns.exclusive(hostCode, async () => {
      const { paths, db } = this.parts;
      this.prepared.delete(hostCode);
      const at = repositoryFolder(paths, hostCode);
      const related = [lostFolder(paths, hostCode), newRepositoryFolder(at), cacheFolder(paths, hostCode)];
      for (const folder of [at, ...related, this.configBackupOf(hostCode)])
        await rm(folder, { recursive: true, force: true });
      await rm(join(paths.keys, hostCode), { force: true });
      await db.deleteFrom('backup_repository').where('host_code', '=', hostCode).execute();
    });
  }

  /** Measures and records the disk space that a repository takes, bytes. */
  async measureSize(hostCode: HostCode): Promise<number> {
    const args = ['-s', '--block-size=1', '--', repositoryFolder(this.parts.paths, hostCode)];
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

  /** Creates the repository if the host has none, else removes stale locks, once per run of the worker. */
  private async prepare(hostCode: HostCode): Promise<void> {
    this.engine();
    if (this.prepared.has(hostCode)) return;
    await this.turns.exclusive(hostCode, async () => {
      const { db, node } = this.parts;
      if (!(await repositoryRow(db, hostCode)))
        await addRepository(db, { hostCode, node, password: newPassword() });
      const repository = await this.locate(hostCode);
      if (await ifExists(stat(join(repository.at, 'config')))) {
        await this.unlock(repository);
        // A config that does not open the repository must not become its backup.
        if (!(await pathExists(this.configBackupOf(hostCode))) && (await canBeOpened(repository)))
          await this.backUpConfig(hostCode, repository);
      } else await this.init(hostCode, repository);
      this.prepared.add(hostCode);
    });
  }

  private async init(hostCode: HostCode, repository: Repository): Promise<void> {
    await refuseIfPointsExist(this.parts.db, hostCode);
    // Done first: if we are killed in between, the next run finds a repository and does not come here.
    await clearDamage(this.parts.db, hostCode);
    await this.replace(hostCode, repository, async (fresh) => {
      await runRestic(fresh, { args: ['init'], signal: new AbortController().signal });
    });
  }

  private async replace(
    hostCode: HostCode,
    repository: Repository,
    init: (fresh: Repository) => Promise<void>,
  ): Promise<void> {
    const configBackup = this.configBackupOf(hostCode);
    await replaceRepository(repository, {
      lost: lostFolder(this.parts.paths, hostCode),
      init: async (fresh) => {
        await init(fresh);
        // The config of the old repository, restored into the new one, would make it unreadable.
        await rm(configBackup, { recursive: true, force: true });
      },
    });
    await this.backUpConfig(hostCode, repository);
  }

  /** Whether the repository can be opened, if need be after restoring its config. */
  private async opensWithSavedConfig(hostCode: HostCode, repository: Repository): Promise<boolean> {
    if (await canBeOpened(repository)) return true;
    await restoreConfig(repository, this.configBackupOf(hostCode));
    return canBeOpened(repository);
  }

  /** Waits for a turn alone, and stops preemptible work. */
  private runExclusively<Value>(hostCode: HostCode, work: () => Promise<Value>): Promise<Value> {
    return this.turns.exclusive(hostCode, async () => {
      const running = [...(this.preemptible.get(hostCode) ?? [])];
      for (const { stop } of running) stop();
      await Promise.allSettled(running.map(({ done }) => done));
      return work();
    });
  }

  private configBackupOf(hostCode: HostCode): string {
    return join(this.parts.paths.keys, `${hostCode}.spare`);
  }

  private backUpConfig(hostCode: HostCode, repository: Repository): Promise<void> {
    return backUpConfig(repository, this.configBackupOf(hostCode));
  }

  private async locate(hostCode: HostCode): Promise<Repository> {
    const { paths } = this.parts;
    const engine = this.engine();
    const passwordFile = await writePasswordFile(paths, await this.row(hostCode));
    return { engine, at: repositoryFolder(paths, hostCode), passwordFile, temp: paths.temp };
  }

  /** Removes locks. The caller has the repository alone, so every lock is one of a killed worker. */
  private async unlock(repository: Repository): Promise<void> {
    const locks = await readdir(join(repository.at, 'locks')).catch(() => []);
    if (locks.length > 0)
      await runRestic(repository, { args: ['unlock', '--remove-all'], signal: new AbortController().signal });
  }
}
