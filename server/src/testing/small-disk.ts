import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mount = (folder: string, size: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });

/** May this process mount a file system? A container's root often may not. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-mount-'));
  try {
    mount(folder, '64k');
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file system of its own that can be filled to the last page. */
export class SmallDisk implements Disposable {
  private readonly ballast: string;

  /** @param folder empty @param size as mount takes it: `12m` */
  constructor(
    readonly folder: string,
    size: string,
  ) {
    mount(folder, size);
    this.ballast = join(folder, '.ballast');
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(this.ballast, Buffer.alloc(bavail * bsize));
  }

  free(): void {
    unlinkSync(this.ballast);
  }

  [Symbol.dispose](): void {
    // Whoever still holds a file of it keeps only that file.
    execFileSync('umount', ['-l', this.folder]);
  }
}
