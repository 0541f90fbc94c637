import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/disk/with-space';

/** Bytes that a host may have in quarantine: its files there count against no quota. */
export const QUARANTINE_MAX = 512 * 1024 * 1024;

/** Files that were moved out of sites. Only root can enter; nothing in it can be executed. */
export class Quarantine {
  constructor(private readonly folder: string) {}

  fileOf(hostCode: HostCode, id: number): string {
    return join(this.folder, hostCode, String(id));
  }

  /** Stores a copy, and returns when it is on the disk. Refuses with `disk-full` or `scan-quarantine-full`. */
  async store(hostCode: HostCode, id: number, content: Buffer): Promise<void> {
    const folder = join(this.folder, hostCode);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await ensureSpace(folder, content.length);
    if ((await this.bytesOf(folder)) + content.length > QUARANTINE_MAX)
      throw new Refusal('scan-quarantine-full');
    const file = this.fileOf(hostCode, id);
    const unfinished = `${file}.new`;
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  }

  async has(hostCode: HostCode, id: number): Promise<boolean> {
    return (await stat(this.fileOf(hostCode, id)).catch(() => undefined)) !== undefined;
  }

  /** Writes the copy to a socket or file, and ends it. */
  async send(hostCode: HostCode, id: number, to: NodeJS.WritableStream): Promise<void> {
    await pipeline(createReadStream(this.fileOf(hostCode, id)), to);
  }

  async drop(hostCode: HostCode, id: number): Promise<void> {
    await rm(this.fileOf(hostCode, id), { force: true });
  }

  private async bytesOf(folder: string): Promise<number> {
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}
