import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { inPairs } from '../pairs';
import type { Row } from '../table';
import { sendInParallel, measureTime, uploadRows, type OwnSide, type Sides } from '../upload-sides';

const FILES = 5000;
const FILE_BYTES = 4096;
/** Files in a batch, as many as the page puts there. */
const BATCH_FILES = 500;

interface SentFiles {
  readonly content: Buffer;
  readonly hash: string;
  readonly nameOf: (number: number) => string;
}

async function sendBatches(own: OwnSide, id: string, { content, hash, nameOf }: SentFiles): Promise<void> {
  const headers = {
    'x-upload-id': id,
    'content-total': String(BATCH_FILES * FILE_BYTES),
    'content-first-slice': 'true',
  };
  const batch = (number: number) =>
    Array.from({ length: BATCH_FILES }, (_, index) => nameOf(number * BATCH_FILES + index));
  await sendInParallel(FILES / BATCH_FILES, (number) =>
    own.send(
      headers,
      batch(number).map((name) => ({ name, content, hash })),
    ),
  );
}

/** Many small files: one request each for the peer, batches for SiteDeck. */
export async function smallUploadRows({ own, peer, folder }: Sides, rounds: number): Promise<readonly Row[]> {
  const content = randomBytes(FILE_BYTES);
  const hash = createHash('sha256').update(content).digest('hex');
  let round = 0;
  const check = (path: string) => {
    const { length } = readdirSync(path).filter((name) => name.startsWith(`s${round}-`));
    if (length !== FILES) throw new Error(`${length} files have arrived in ${path}`);
  };
  const nameOf = (number: number) => `s${round}-${number}`;
  const pairs = await inPairs(rounds, {
    peer: async () => {
      round += 1;
      const put = (number: number) => peer.put({ name: nameOf(number), content });
      const result = await measureTime(peer, () => sendInParallel(FILES, put));
      check(folder);
      return result;
    },
    own: async () => {
      round += 1;
      const id = await own.begin(FILES, FILES * FILE_BYTES);
      const result = await measureTime(own, () => sendBatches(own, id, { content, hash, nameOf }));
      check(own.root);
      return result;
    },
  });
  const goals = { amount: FILES, unit: 'files/s', cpu: 0.25, rate: 2.5 } as const;
  return uploadRows(`upload ${FILES} files of 4 KiB`, pairs, goals);
}
