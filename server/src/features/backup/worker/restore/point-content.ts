import { Refusal } from '#faults/refusal';
import type { SiteContent } from '#sites/worker/replace-site';
import type { PointRow } from '#state/backup-tables';
import { ensureSpace } from '#system/disk/with-space';
import { readSnapshotFile } from '#system/restic/read-file';
import { restoreTree } from '#system/restic/restore-tree';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import { recordDamage } from '#features/backup/repository-store';
import type { BackupTools } from '../tools';

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
