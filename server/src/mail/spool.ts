import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MailRefused } from './mail-refused';

/** The body of a message in progress. Its file has no name, so nothing is left of it if this process is killed. */
export class SpooledBody {
  bytes = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly spool: Spool,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    this.spool.take(chunk.length);
    this.bytes += chunk.length;
    await this.file.writeFile(chunk);
  }

  read(): Readable {
    return this.file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    this.spool.free(this.bytes);
    await this.file.close();
  }
}

/** A folder of messages in progress, which together take a limited number of bytes. */
export class Spool {
  private used = 0;

  constructor(
    private readonly folder: string,
    private readonly bytesMax: number,
  ) {}

  take(bytes: number): void {
    if (this.used + bytes > this.bytesMax) throw new MailRefused('the server is busy; try again later');
    this.used += bytes;
  }

  free(bytes: number): void {
    this.used -= bytes;
  }

  async open(): Promise<SpooledBody> {
    const path = join(this.folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new SpooledBody(file, this);
  }
}
