import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#faults/refusal';
import { Authority, makeAccountKey } from '#system/acme/authority';
import { writeOnce } from '#system/disk/write-once';

/** The certificate authority of this node. */
export interface AuthorityAccess {
  /** Refuses with `certificate-acme-off`. */
  open(): Promise<Authority>;
}

export interface AuthorityOptions {
  /** Undefined: the provider has switched ACME off. */
  readonly directoryUrl: string | undefined;
  readonly contact: string | undefined;
  readonly binding: { readonly kid: string; readonly hmacKey: string } | undefined;
  readonly caFile: string | undefined;
  /** Folder of all certificates. */
  readonly certificates: string;
}

/** Folder of the account key at one authority: each directory URL has its own account. */
const accountFolder = (certificates: string, directoryUrl: string): string =>
  join(certificates, '.acme', createHash('sha256').update(directoryUrl).digest('hex').slice(0, 16));

/** The key of this node's account, created on first use; only root can read it. */
async function accountKey(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return writeOnce(join(folder, 'account.pem'), makeAccountKey);
}

export function authorityAccess(options: AuthorityOptions): AuthorityAccess {
  let opened: Promise<Authority> | undefined;
  const make = async (directoryUrl: string): Promise<Authority> =>
    new Authority({
      directoryUrl,
      accountKey: await accountKey(accountFolder(options.certificates, directoryUrl)),
      contact: options.contact,
      binding: options.binding,
      ca: options.caFile === undefined ? undefined : await readFile(options.caFile, 'utf8'),
    });
  return {
    open: async () => {
      if (options.directoryUrl === undefined) throw new Refusal('certificate-acme-off');
      opened ??= make(options.directoryUrl);
      try {
        return await opened;
      } catch (error) {
        opened = undefined;
        throw error;
      }
    },
  };
}
