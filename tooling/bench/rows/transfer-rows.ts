import { chownSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import { OwnSide, uploadPeer } from '../upload-sides';
import type { Visitor } from '../visitor';
import { downloadRows } from './download-rows';
import { largeUploadRows } from './large-upload-rows';
import { smallUploadRows } from './small-upload-rows';

interface Size {
  readonly rounds: number;
  /** Size of the large file, a multiple of the chunk. */
  readonly mib: number;
}

async function folderIn(scratch: string, name: string, owner: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  const { uid, gid } = statSync(owner);
  chownSync(folder, uid, gid);
  return folder;
}

/**
 * Uploads as the page sends them, and a download. The peer of an upload stands behind its own nginx, writes under the
 * same uid and joins its chunks, so both sides do the same work.
 */
export async function transferRows(visitor: Visitor, size: Size): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  const own = new OwnSide(visitor);
  const folder = await folderIn(scratch.path, 'files', own.root);
  const peer = await uploadPeer(folder, scratch.path);
  try {
    const sides = { own, peer, folder };
    const uploads = [
      ...(await largeUploadRows(sides, size.rounds, size.mib)),
      ...(await smallUploadRows(sides, size.rounds)),
    ];
    await peer.stop();
    return [...uploads, ...(await downloadRows(own, scratch.path, size))];
  } finally {
    own.client.close();
    await peer.stop();
    await scratch.remove();
  }
}
