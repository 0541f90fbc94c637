import type { Writable } from 'node:stream';
import type { BackupKind, SitePath, TaskCounts } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { PointRow } from '#state/backup-tables';
import { ensureSpace } from '#system/disk/with-space';
import type { Identity } from '#system/process/identity';
import { readSnapshotFile } from '#system/restic/read-file';
import { restoreTree } from '#system/restic/restore-tree';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import { recordDamage } from '#features/backup/repository-store';
import type { BackupTools } from '../tools';

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

/** The content of a point of any host of this node. */
export function pointContent(tools: BackupTools, point: PointRow): SiteContent {
  const { files_snapshot: filesSnapshot, database_snapshot: databaseSnapshot, host_code: from } = point;
  const { repositories } = tools;
  return {
    ...{ holds: point.kind, files: point.files, bytes: point.bytes, databaseBytes: point.database_bytes },
    extract: async (request) => {
      if (filesSnapshot === null) throw new Refusal('backup-lacks-part');
      await ensureSpace(tools.paths.restores, request.paths ? 0 : point.bytes);
      await repositories.useShared(from, (repository) =>
        restoreTree(repository, { ...request, snapshot: filesSnapshot, bytesTotal: point.bytes }),
      );
    },
    writeDump: async (output, signal) => {
      if (databaseSnapshot === null) throw new Refusal('backup-lacks-part');
      await repositories.useShared(from, (repository) =>
        readSnapshotFile(repository, { snapshot: databaseSnapshot, path: `/${DUMP_NAME}`, output, signal }),
      );
    },
    onUnreadable: (error) => recordDamage(tools, from, error),
  };
}
