import { basename, dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SitePath, type ExportFormat } from '@sitedeck/contract';
import { defineKind, type Kind } from '../../queue/kind';
import { handOver } from '../../system/hand-over';
import { fileVerb, type FileService, type FileTarget } from '../../system/files/protocol';
import type { Isolation } from '../../system/identity';
import { isRefusal, Refusal } from '../../system/refusal';
import { throughProgram } from '../../system/through-program';
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

/** SQL as the file is to hold it; an end that is not whole comes as an error. */
function packed(source: Readable, format: ExportFormat): Readable {
  if (format === 'sql') return source;
  if (format === 'sql.zst')
    return throughProgram(source, { file: 'zstd', args: ['-q', '-3', '-c'] }, { failure: failed });
  const output = new PassThrough();
  void pipeline(source, createGzip({ level: 6 }), output).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : undefined),
  );
  return output;
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
        const sql = new PassThrough();
        const dumping = databases.dump(hostCode, {
          output: sql,
          signal,
          tables,
          onBytes: (bytes) => progress({ bytes }),
        });
        // Told by the source first; whoever takes it hears of it there.
        dumping.catch((error: unknown) => sql.destroy(error instanceof Error ? error : undefined));
        const source = packed(sql, format);
        written = await handOver(source, { folder, identity: ownerIdentity(isolation, host) }, (socket) =>
          files.call('takeStream', { ...target, socket, to, name: basename(targetPath) }, { signal }),
        ).catch(async (error: unknown) => {
          sql.destroy();
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
