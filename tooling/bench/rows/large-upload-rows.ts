import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inPairs } from '../pairs';
import type { Row } from '../table';
import { sendInParallel, measureTime, uploadRows, type OwnSide, type Sides } from '../upload-sides';

const MIB = 1024 * 1024;
const CHUNK_MIB = 4;

/**
 * Touches memory before the measurement: in a virtual machine the first touch costs 0.2 s or 1.3 s of processor time
 * for the same 512 MiB. Once touched and freed, it costs both sides the same.
 */
function touchMemory(folder: string, mib: number): void {
  const [path, zeros] = [join(folder, 'touched'), Buffer.alloc(CHUNK_MIB * MIB)];
  const fd = openSync(path, 'w');
  for (let count = 0; count < mib / CHUNK_MIB; count += 1) writeSync(fd, zeros);
  closeSync(fd);
  rmSync(path);
}

interface SentFile {
  readonly chunk: Buffer;
  readonly count: number;
  readonly hash: string;
}

/** A file that repeats one chunk. */
function makeFile(mib: number): SentFile {
  const [chunk, count] = [randomBytes(CHUNK_MIB * MIB), mib / CHUNK_MIB];
  const hash = createHash('sha256');
  for (let number = 0; number < count; number += 1) hash.update(chunk);
  return { chunk, count, hash: hash.digest('hex') };
}

async function sendSlices(own: OwnSide, id: string, { chunk, count, hash }: SentFile): Promise<void> {
  const total = count * chunk.length;
  const send = (number: number) => {
    const from = number * chunk.length;
    const headers = {
      'x-upload-id': id,
      'content-range': `bytes ${from}-${from + chunk.length - 1}/${total}`,
      'content-first-slice': String(number === 0),
    };
    const declaredHash = number === count - 1 ? hash : 'later';
    return own.send(headers, [{ name: 'whole', content: chunk, hash: declaredHash }]);
  };
  await sendInParallel(count, send);
}

/** One large file in chunks; the peer joins its chunks at the end, and compares no hash. */
export async function largeUploadRows(
  { own, peer, folder }: Sides,
  rounds: number,
  mib: number,
): Promise<readonly Row[]> {
  const sent = makeFile(mib);
  const { chunk, count } = sent;
  const [theirs, ours] = [join(folder, 'whole'), join(own.root, 'whole')];
  const fresh = (path: string) => {
    rmSync(path, { force: true });
    touchMemory(folder, 2 * mib);
  };
  const check = (path: string) => {
    if (statSync(path).size !== mib * MIB) throw new Error(`${path} has not arrived`);
  };
  const pairs = await inPairs(rounds, {
    peer: async () => {
      fresh(theirs);
      const result = await measureTime(peer, async () => {
        await sendInParallel(count, (number) => peer.put({ name: `part-${number}`, content: chunk }));
        await peer.merge(count);
      });
      check(theirs);
      return result;
    },
    own: async () => {
      fresh(ours);
      const id = await own.begin(1, mib * MIB);
      const result = await measureTime(own, () => sendSlices(own, id, sent));
      check(ours);
      return result;
    },
  });
  const goals = { amount: mib, unit: 'MiB/s', cpu: 0.55, rate: 1.5 } as const;
  return uploadRows(`upload ${mib} MiB in ${CHUNK_MIB} MiB chunks`, pairs, goals);
}
