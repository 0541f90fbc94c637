import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import type { BackupKind, HostCode, RestoreMode, SitePath, TaskCounts } from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';
import type { Identity } from '#system/process/identity';
import type { Warning } from '#system/mariadb/dump/warnings';

export interface ExtractRequest {
  /** A folder that only root can open; its previous content is removed. */
  readonly into: string;
  /** Only these; everything if absent. */
  readonly paths: readonly SitePath[] | undefined;
  readonly owner: Identity | undefined;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
}

/** What a site is replaced by: the content of a backup point, or of another store. */
export interface SiteContent {
  readonly holds: BackupKind;
  readonly files: number;
  /** Size of the files. */
  readonly bytes: number;
  /** Size of the dump. */
  readonly databaseBytes: number;
  extract(request: ExtractRequest): Promise<void>;
  /** Ends the output only if the dump is complete. */
  writeDump(output: Writable, signal: AbortSignal): Promise<void>;
  /** Called with the reason why it could not be read. */
  onUnreadable(error: unknown): Promise<void>;
}

/** What the replacement of a site uses of its task. */
export interface ReplaceContext {
  readonly taskId: number;
  readonly scope: HostScope;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly progress: (progress: TaskCounts) => void;
  /** Runs a named step, unless it was done before the worker was lost. */
  readonly step: (name: string, run: () => Promise<void>) => Promise<void>;
}

export interface Replacement {
  readonly content: SiteContent;
  /** What is replaced; the content holds it. */
  readonly parts: BackupKind;
  readonly mode: RestoreMode;
  /** `none`: the caller can take back everything by itself. */
  readonly safety?: 'none' | undefined;
  /**
   * Runs as the step `setup`, instead of `database`, while the new files lie in a folder that the host's programs can enter.
   * It may change the files and, if the parts say so, the database, which is put back if a later step fails.
   */
  readonly prepare?: ((tree: string) => Promise<void>) | undefined;
  /** Runs when files and database are in place. If it fails, they stay. */
  readonly afterAll?: (() => Promise<void>) | undefined;
  /** Replaces only these files; the root means all. */
  readonly paths?: readonly SitePath[] | undefined;
  /** Replaces only this table. */
  readonly table?: string | undefined;
  /** Runs when the database is replaced and the files are not. If it fails, the database is put back. */
  readonly beforeFiles?: (() => Promise<void>) | undefined;
}

export interface ReplaceResult {
  readonly files: number;
  readonly bytes: number;
  readonly warnings: readonly Warning[];
}

/** How a site is after `rollBack`. */
export type RolledBack = 'as-before' | 'replaced';

/** Replaces sites, and brings back what it has replaced. */
export interface SiteReplacer {
  /**
   * Replaces the files and the database of a site by other content, after a safety point. Its steps: `safety`, `fetch`,
   * `database`, `files`. If it fails, call `rollBack`.
   */
  replaceSite(context: ReplaceContext, replacement: Replacement): Promise<ReplaceResult>;
  /**
   * If it throws, it can be tried again.
   * @param isPlaced the caller has changed the files in a step of its own, so the new database stays
   */
  rollBack(context: ReplaceContext, isPlaced?: boolean): Promise<RolledBack>;
  /** Whether what a task has replaced can be brought back. */
  canUndo(context: ReplaceContext): Promise<boolean>;
  /** What a task has replaced. Refuses with `backup-undo-over`. */
  replacedContent(hostCode: HostCode, taskId: number): Promise<SiteContent>;
}
