import { basename, dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { SitePath, type ExportFormat } from '@sitedeck/contract';
import { defineKind, type Kind } from '../../queue/kind';
import { handOver } from '../../system/hand-over';
import { fileVerb, type FileService, type FileTarget } from '../../system/files/protocol';
import type { Identity, Isolation } from '../../system/identity';
import { isRefusal, Refusal } from '../../system/refusal';
import { startFilter, type Filter } from '../../system/through-program';
import { ownerIdentity } from './dump-file';
import type { HostDatabases } from './host-databases';
import { PLANS } from './plans';

export interface ExportParts {
  readonly databases: HostDatabases;
  readonly files: FileService;
  readonly isolation: Isolation;
  /** Folder of sockets on which hosts' children get what is theirs. */
  readonly handover: string;
}

const failed = (why: string): Refusal => new Refusal('dump-failed', { values: { why } });

/**
 * As `gzip -6` packs, for two thirds of its time. It is what packs safety copies too, so it is there.
 */
const PACKERS: Readonly<Record<Exclude<ExportFormat, 'sql'>, readonly string[]>> = {
  'sql.gz': ['--format=gzip', '-6'],
  'sql.zst': ['-3'],
};

/** Where a dump is to be written to, and what then comes as the file is to hold it. */
function opened(format: ExportFormat, identity: Identity | undefined): Filter {
  if (format !== 'sql')
    return startFilter(
      { file: 'zstd', args: ['-q', ...PACKERS[format], '-c'] },
      { identity, failure: failed },
    );
  const sql = new PassThrough();
  return { input: sql, output: sql, fail: (error) => sql.destroy(error) };
}

async function ensureFolder(service: FileService, target: FileTarget, path: SitePath): Promise<void> {
  // What stands in the root is there or never will be: writing into it tells.
  if (dirname(path) === '/') return;
  await fileVerb(service, target, { verb: 'makeFolder', body: { path } }).catch((error: unknown) => {
    if (!(isRefusal(error) && error.reason === 'already-exists')) throw error;
  });
}

/** DB_EXPORT: the dump goes to the host's own child, which writes it as the host, within its disk quota. */
export const exportKind = ({ databases, files, isolation, handover: folder }: ExportParts): Kind =>
  defineKind({
    ...PLANS.export,
    resumes: false,
    run: async ({ scope, payload, signal, progress, step }) => {
      const { host, hostCode } = scope;
      const { targetPath, format, tables } = payload;
      const target = { hostCode, uid: host.uid, quotaBytes: host.disk_quota };
      const to = SitePath.parse(dirname(targetPath));
      let written: { path: string; bytes: number } | undefined;
      await step('dump', async () => {
        await ensureFolder(files, target, to);
        const identity = ownerIdentity(isolation, host);
        const { input, output, fail } = opened(format, identity);
        const dumping = databases.dump(hostCode, { output: input, signal, tables });
        // Told by the source first; whoever takes it hears of it there.
        dumping.catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))));
        written = await handOver(output, { folder, identity }, (socket) =>
          files.call(
            'takeStream',
            { ...target, socket, to, name: basename(targetPath) },
            { signal, onProgress: ({ bytes }) => progress({ bytes }) },
          ),
        ).catch(async (error: unknown) => {
          output.destroy();
          // The dump's own words, where it has any.
          await dumping.catch((cause: unknown) => {
            if (isRefusal(cause)) throw cause;
          });
          throw error;
        });
      });
      return written && { path: written.path, size: written.bytes };
    },
    // The child drops what it was not given whole.
    cleanup: () => Promise.resolve(),
  });
