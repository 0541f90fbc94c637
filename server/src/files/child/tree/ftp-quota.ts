import { closeSync, constants, ftruncateSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { FTP_QUOTA_FILE } from '#system/ftp/quota-file';
import type { Disk } from '../disk';
import { codeOf } from '#faults/error-code';
import type { TreeSize } from './measure';

/** Longest content, `<files> <bytes>`, that the FTP server writes, bytes. */
const READ_MAX = 84;

/**
 * Synchronizes the FTP server's count of the tree with this service's. Each side counts only its own writes:
 * at every sign-in, this service adds what the FTP server has counted since, and writes the sum back. Both
 * adopt a new measurement at once.
 */
export class FtpQuota {
  /** The value that this service wrote last, bytes. */
  private written: number | undefined;

  constructor(private readonly disk: Disk) {}

  async synchronise(): Promise<void> {
    const { quota } = this.disk;
    const fd = this.open();
    try {
      const counted = bytesIn(fd);
      if (this.written !== undefined && counted !== undefined) quota.count(counted - this.written);
      await this.write(fd);
    } finally {
      closeSync(fd);
    }
  }

  /** Measures the tree; the result applies to the next write, also over FTP. */
  async remeasure(signal: AbortSignal): Promise<TreeSize> {
    const { quota } = this.disk;
    const fd = this.openQuotaFile();
    if (fd === undefined) return quota.sweep(signal);
    try {
      const before = bytesIn(fd);
      const size = await quota.sweep(signal);
      const after = bytesIn(fd);
      // The measurement includes earlier FTP uploads; only later bytes are added.
      if (before !== undefined && after !== undefined) quota.count(after - before);
      await this.write(fd);
      return size;
    } finally {
      closeSync(fd);
    }
  }

  private open(): number {
    const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
    const fd = openSync(`${this.disk.root.self}/${FTP_QUOTA_FILE}`, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
    throw new Error('The FTP server has no quota file here');
  }

  /** Undefined if FTP has no quota here, or before the first sign-in. */
  private openQuotaFile(): number | undefined {
    if (this.disk.quota.limitBytes === null) return undefined;
    try {
      return this.open();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  private async write(fd: number): Promise<void> {
    this.written = Math.max(0, await this.disk.quota.used());
    const text = Buffer.from(`0 ${this.written}\n`);
    // The file is never empty: a session that reads it meanwhile would treat the quota as unused.
    writeSync(fd, text, 0, text.length, 0);
    ftruncateSync(fd, text.length);
  }
}

function bytesIn(fd: number): number | undefined {
  const buffer = Buffer.alloc(READ_MAX);
  const text = buffer.toString('latin1', 0, readSync(fd, buffer, 0, READ_MAX, 0));
  const bytes = /^\d+ (\d{1,15})\n$/.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}
