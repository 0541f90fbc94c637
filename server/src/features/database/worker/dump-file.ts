import type { Readable } from 'node:stream';
import type { SitePath } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { FileService } from '#files/link/protocol';
import { readHostFile } from '#files/link/file-client';
import { hostIdentity, type Identity, type Isolation } from '#system/process/identity';
import { unpack, type UnpackedDump } from '#system/mariadb/load/unpack';

export interface DumpFileParts {
  readonly files: FileService;
  readonly isolation: Isolation;
}

type Owner = Pick<HostFacts, 'code' | 'uid' | 'disk_quota'>;

/** The identity of programs that read files which an owner has uploaded. */
export const ownerIdentity = (isolation: Isolation, { uid }: Pick<Owner, 'uid'>): Identity | undefined =>
  isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined;

export interface OpenDump extends UnpackedDump {
  /** Size of the stored, possibly compressed file. */
  readonly fileBytes: number;
}

/** Size of a stored dump, without opening it. */
export async function dumpSize({ files }: DumpFileParts, host: Owner, path: SitePath): Promise<number> {
  const { source, bytes } = await readHostFile(files, fileTarget(host), path);
  source.destroy();
  return bytes;
}

/** Opens and decompresses a dump among a host's files; the host's child reads it. */
export async function openDump(
  { files, isolation }: DumpFileParts,
  host: Owner,
  { path, onRead }: { readonly path: SitePath; readonly onRead?: (bytes: number) => void },
): Promise<OpenDump> {
  let fileBytes = 0;
  const open = async (): Promise<Readable> => {
    const { source, bytes } = await readHostFile(files, fileTarget(host), path);
    fileBytes = bytes;
    return source;
  };
  const unpacked = await unpack({ open, identity: ownerIdentity(isolation, host), onRead });
  return { ...unpacked, fileBytes };
}
