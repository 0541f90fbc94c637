import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEY_BYTES = 32;
const MARK_BYTES = 8;
/** Clean files that are remembered; further ones are read again. */
const KNOWN_MAX = 4_000_000;

/**
 * The clean files of a host, each as eight bytes of a keyed hash over path, stamp and rules: without the key, no changed
 * file can be made to look like a known one.
 */
export class KnownFiles {
  private clean: BigUint64Array<ArrayBuffer>;
  private count = 0;

  private constructor(
    private readonly key: Buffer,
    /** Sorted. */
    private readonly before: BigUint64Array<ArrayBuffer>,
    private readonly rules: string,
  ) {
    this.clean = new BigUint64Array(Math.max(1024, before.length));
  }

  /** @param from the file of an earlier scan; undefined reads every file again */
  static async read(from: string | undefined, rules: string): Promise<KnownFiles> {
    const stored = from === undefined ? undefined : await readFile(from).catch(() => undefined);
    const isComplete = stored && stored.length >= KEY_BYTES && (stored.length - KEY_BYTES) % MARK_BYTES === 0;
    if (!isComplete) return new KnownFiles(randomBytes(KEY_BYTES), new BigUint64Array(0), rules);
    const marks = new Uint8Array(stored.subarray(KEY_BYTES)).buffer;
    return new KnownFiles(stored.subarray(0, KEY_BYTES), new BigUint64Array(marks), rules);
  }

  markOf(path: string, stamp: string): bigint {
    const hash = createHmac('sha256', this.key).update(`${this.rules}\0${path}\0${stamp}`, 'latin1').digest();
    return hash.readBigUInt64LE(0);
  }

  /** Whether an earlier scan has found the file clean, and it has not changed since. */
  has(mark: bigint): boolean {
    let [low, high] = [0, this.before.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const value = this.before[middle] ?? 0n;
      if (value === mark) return true;
      if (value < mark) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  add(mark: bigint): void {
    if (this.count >= KNOWN_MAX) return;
    if (this.count === this.clean.length) {
      const larger = new BigUint64Array(this.count * 2);
      larger.set(this.clean);
      this.clean = larger;
    }
    this.clean[this.count] = mark;
    this.count += 1;
  }

  /** Replaces the stored file. */
  async write(file: string): Promise<void> {
    const marks = this.clean.subarray(0, this.count).sort();
    const bytes = Buffer.from(marks.buffer, marks.byteOffset, marks.byteLength);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.new`;
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.concat([this.key, bytes]));
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  }
}
