import { createHash, hash as hashAtOnce } from 'node:crypto';
import { read } from 'node:fs';
import { promisify } from 'node:util';

const readAt = promisify(read);
/** Bytes per read when content is read again: small enough that other requests can run in between. */
const PIECE_BYTES = 1024 * 1024;

export const hashOfBytes = (bytes: readonly Buffer[]): string => {
  const [only] = bytes;
  if (only && bytes.length === 1) return hashAtOnce('sha256', only);
  const hash = createHash('sha256');
  for (const view of bytes) hash.update(view);
  return hash.digest('hex');
};

/**
 * Hashes a file while its slices arrive, as long as they arrive in order. Bytes that arrive out of order are read from the
 * disk at the end.
 */
export class RunningHash {
  private readonly hash = createHash('sha256');
  private at = 0;
  private reading: Promise<string> | undefined;

  /** Adds bytes that were written at `from`. */
  add(bytes: readonly Buffer[], from: number): void {
    if (from !== this.at || this.reading) return;
    for (const view of bytes) {
      this.hash.update(view);
      this.at += view.length;
    }
  }

  /** Whether bytes from `from` on are hashed already. */
  covers(from: number): boolean {
    return from < this.at || this.reading !== undefined;
  }

  /** The hash in hex; undefined if bytes must be read first. */
  ready(total: number): string | undefined {
    return this.at === total && !this.reading ? this.hash.copy().digest('hex') : undefined;
  }

  /** The hash in hex; reads the missing bytes, once even for several callers. @param file closed at the end */
  complete(total: number, file: { readonly fd: number; readonly close: () => void }): Promise<string> {
    if (this.reading) file.close();
    return (this.reading ??= this.read(total, file.fd).finally(file.close));
  }

  private async read(total: number, fd: number): Promise<string> {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    while (this.at < total) {
      const { bytesRead } = await readAt(fd, piece, 0, Math.min(PIECE_BYTES, total - this.at), this.at);
      // Shorter than the acknowledged bytes: another program changed it.
      if (bytesRead === 0) return '';
      this.hash.update(piece.subarray(0, bytesRead));
      this.at += bytesRead;
    }
    return this.hash.digest('hex');
  }
}
