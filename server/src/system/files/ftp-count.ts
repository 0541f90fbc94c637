import { closeSync, constants, ftruncateSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { FTP_QUOTA_FILE } from '../ftp/quota-file';
import type { Disk } from './disk';

/** `<files> <bytes>`; the FTP server writes no more, bytes. */
const READ_MAX = 84;

/**
 * Keeps the FTP server's count of the tree and ours together. Each counts only its own writes: at every sign-in, what the
 * FTP server has added since is counted here, and it is given the sum.
 */
export class FtpCount {
  private told: number | undefined;

  constructor(private readonly disk: Disk) {}

  async bring(): Promise<void> {
    const { root, quota } = this.disk;
    const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
    const fd = openSync(`${root.self}/${FTP_QUOTA_FILE}`, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    try {
      if (!fstatSync(fd).isFile()) throw new Error('The count of the FTP server is no file');
      const counted = bytesIn(fd);
      if (this.told !== undefined && counted !== undefined) quota.count(counted - this.told);
      this.told = Math.max(0, await quota.used());
      const text = Buffer.from(`0 ${this.told}\n`);
      // Never empty: a session that reads it meanwhile would take the quota for unused.
      writeSync(fd, text, 0, text.length, 0);
      ftruncateSync(fd, text.length);
    } finally {
      closeSync(fd);
    }
  }
}

function bytesIn(fd: number): number | undefined {
  const buffer = Buffer.alloc(READ_MAX);
  const text = buffer.toString('latin1', 0, readSync(fd, buffer, 0, READ_MAX, 0));
  const bytes = /^\d+ (\d{1,15})\n$/.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}
