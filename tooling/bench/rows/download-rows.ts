import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { httpClient } from '../http-client';
import { nginxPeer } from '../nginx-peer';
import { inPairs, median } from '../pairs';
import type { Row } from '../table';
import type { OwnSide } from '../upload-sides';

const MIB = 1024 * 1024;
const PIECE_MIB = 4;
const GOAL = 0.9;

function layLarge(root: string, mib: number): void {
  const file = join(root, 'large.bin');
  const { uid } = statSync(root);
  const fd = openSync(file, 'w');
  const piece = randomBytes(PIECE_MIB * MIB);
  for (let count = 0; count < mib / PIECE_MIB; count += 1) writeSync(fd, piece);
  closeSync(fd);
  chownSync(file, uid, uid);
}

/** A large file beside a bare nginx that sends the same one by sendfile. */
export async function downloadRows(
  own: OwnSide,
  scratch: string,
  { rounds, mib }: { readonly rounds: number; readonly mib: number },
): Promise<readonly Row[]> {
  layLarge(own.root, mib);
  const nginx = await nginxPeer(scratch, `root ${own.root};`);
  const theirs = httpClient(nginx.port);
  const rate = async (drop: () => Promise<number>) => {
    const since = performance.now();
    const bytes = await drop();
    if (bytes !== mib * MIB) throw new Error(`${bytes} bytes came`);
    return mib / ((performance.now() - since) / 1000);
  };
  const body = [JSON.stringify({ path: '/wwwroot/large.bin' })];
  try {
    const pairs = await inPairs(rounds, {
      peer: () => rate(() => theirs.drop({ path: '/large.bin' })),
      own: () => rate(() => own.client.drop({ path: '/fs/download', headers: own.json(), body })),
    });
    const [value, ours] = [median(pairs.peer), median(pairs.own)];
    const peer = { name: 'nginx sendfile', value };
    const met = ours >= GOAL * value;
    return [{ job: `download ${mib} MiB`, unit: 'MiB/s', peer, own: ours, limit: `≥ ${GOAL}x`, met }];
  } finally {
    theirs.close();
    await nginx.stop();
  }
}
