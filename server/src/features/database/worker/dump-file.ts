import type { Readable } from 'node:stream';
import type { SitePath } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { FileService, FileTarget } from '#files/link/protocol';
import { readHostFile } from '#files/link/file-client';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
import { unpack, type Unpacked } from '#system/mariadb/load/unpack';

export interface DumpFileParts {
  readonly files: FileService;
  readonly isolation: Isolation;
}

type Owner = Pick<HostFacts, 'code' | 'uid' | 'disk_quota'>;

const targetOf = (host: Owner): FileTarget => ({
  hostCode: host.code,
  uid: host.uid,
  quotaBytes: host.disk_quota,
});

/** Under which programs read what a host's owner has brought. */
export const ownerIdentity = (isolation: Isolation, { uid }: Pick<Owner, 'uid'>): Identity | undefined =>
  isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined;

export interface OpenDump extends Unpacked {
  /** Of the file as it lies there. */
  readonly fileBytes: number;
}

/** Of a dump as it lies there, before anything is made of it. */
export async function dumpSize({ files }: DumpFileParts, host: Owner, path: SitePath): Promise<number> {
  const { source, bytes } = await readHostFile(files, targetOf(host), path);
  source.destroy();
  return bytes;
}

/** A dump among the files of a host, unpacked; its own child reads it. */
export async function openDump(
  { files, isolation }: DumpFileParts,
  host: Owner,
  { path, onRead }: { readonly path: SitePath; readonly onRead?: (bytes: number) => void },
): Promise<OpenDump> {
  let fileBytes = 0;
  const open = async (): Promise<Readable> => {
    const { source, bytes } = await readHostFile(files, targetOf(host), path);
    fileBytes = bytes;
    return source;
  };
  const unpacked = await unpack({ open, identity: ownerIdentity(isolation, host), onRead });
  return { ...unpacked, fileBytes };
}
