import { basename, dirname, join } from 'node:path';
import { SitePath, type ExportFormat } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import { handOver } from '#system/streams/hand-over';
import { handoverFolder } from '#system/streams/handover-folder';
import type { Paths } from '#system/settings/paths';
import { runFileVerb } from '#files/link/file-client';
import type { FileService, FileTarget, Packing } from '#files/link/protocol';
import type { Isolation } from '#system/process/identity';
import type { Gap } from '#system/mariadb/dump/gaps';
import { leftOutOfDump } from '#system/mariadb/dump/warnings';
import { isRefusal } from '#faults/refusal';
import { ownerIdentity } from './dump-file';
import type { NodeDatabases } from './node-databases';
import { exportTask } from '../tasks';

export interface ExportParts {
  readonly databases: NodeDatabases;
  readonly files: FileService;
  readonly isolation: Isolation;
  /** Trees of hosts, and the folder of the sockets over which their children receive data. */
  readonly places: Pick<Paths, 'hosts' | 'handover'>;
}

/** How the host's child compresses a dump. */
const PACKINGS: Readonly<Record<ExportFormat, Packing>> = {
  sql: 'none',
  'sql.gz': 'gzip',
  'sql.zst': 'zstd',
};

async function ensureFolder(service: FileService, target: FileTarget, path: SitePath): Promise<void> {
  // The root can't be changed; writing into it reports whether the folder exists.
  if (dirname(path) === '/') return;
  await runFileVerb(service, target, { verb: 'makeFolder', body: { path } }).catch((error: unknown) => {
    if (!(isRefusal(error) && error.reason === 'already-exists')) throw error;
  });
}

/**
 * DB_EXPORT: the dump program writes to a program of the host's child, which compresses the dump under the
 * host's uid and within its disk quota, or writes it uncompressed into the host's file. The dump never passes
 * through the worker.
 */
export const implementExport = ({ databases, files, isolation, places }: ExportParts): ImplementedTask =>
  implementTask(exportTask, {
    run: async ({ scope, payload, signal, progress, step }) => {
      const { host, hostCode } = scope;
      const { targetPath, format, tables } = payload;
      const target = fileTarget(host);
      const to = SitePath.parse(dirname(targetPath));
      let gaps: readonly Gap[] = [];
      let written: { path: string; bytes: number } | undefined;
      await step('dump', async () => {
        await ensureFolder(files, target, to);
        written = await handOver({
          folder: handoverFolder(places.handover, hostCode),
          root: join(places.hosts, hostCode),
          identity: ownerIdentity(isolation, host),
          give: async ({ bytes, file }) => {
            gaps = await databases.dump(hostCode, { output: bytes, file, signal, tables });
          },
          take: (socket) => {
            const name = basename(targetPath);
            const onProgress = ({ bytes }: { readonly bytes: number }) => progress({ bytes });
            const request = { ...target, socket, to, name, packing: PACKINGS[format] };
            return files.call('takeStream', request, { signal, onProgress });
          },
        });
      });
      if (written) progress({ bytes: written.bytes });
      return written && { path: written.path, size: written.bytes, warnings: leftOutOfDump(gaps) };
    },
    // The child discards an incomplete file.
    cleanup: () => Promise.resolve(),
  });
