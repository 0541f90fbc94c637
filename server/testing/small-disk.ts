import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '#faults/error-code';

const mount = (folder: string, size: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });

/** Whether this process may mount a file system. Root in a container often may not. */
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

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    // The kernel accepts no bytes on a full disk too, for ever.
    while (bytes.length > 0) writeSync(file, bytes);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
  }
}

/** A mounted file system of its own that tests can fill completely. */
export class SmallDisk implements Disposable {
  private readonly ballast: string;

  /**
   * @param folder an empty folder
   * @param size as mount takes it: `12m`
   */
  constructor(
    readonly folder: string,
    size: string,
  ) {
    mount(folder, size);
    this.ballast = join(folder, '.ballast');
  }

  /**
   * Writes until no more fits; other writers may use some of the space meanwhile.
   * @param spare bytes that are free afterwards
   */
  fill(spare = 0): void {
    const { bavail, bsize } = statfsSync(this.folder);
    const file = openSync(this.ballast, 'a');
    try {
      for (const size of [bavail * bsize, bsize]) writeUntilFull(file, Buffer.alloc(size));
      if (spare > 0) ftruncateSync(file, fstatSync(file).size - spare);
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    unlinkSync(this.ballast);
  }

  [Symbol.dispose](): void {
    // Unmounts even if a process still holds a file, which then keeps only that file.
    execFileSync('umount', ['-l', this.folder]);
  }
}

/** A mounted file system on a virtual disk whose power can be cut. */
export class CuttableDisk implements Disposable {
  private readonly image: string;
  private readonly mounted: string[];

  /**
   * @param folder an empty folder
   * @param after another one, which shows what is left after a cut
   */
  constructor(
    readonly folder: string,
    private readonly after: string,
  ) {
    this.image = `${folder}.img`;
    execFileSync('truncate', ['-s', '200m', this.image]);
    execFileSync('mkfs.ext4', ['-q', '-F', this.image]);
    execFileSync('mount', ['-o', 'loop', this.image, folder], { stdio: 'pipe' });
    this.mounted = [folder];
  }

  /** Stores all names, but of contents only those that were flushed, and shows what a power failure would leave now. */
  cut(): void {
    const other = openSync(join(this.folder, '.other'), 'w');
    writeSync(other, 'x');
    fsyncSync(other);
    closeSync(other);
    const image = `${this.after}.img`;
    execFileSync('cp', ['--sparse=always', this.image, image]);
    execFileSync('mount', ['-o', 'loop', image, this.after], { stdio: 'pipe' });
    this.mounted.push(this.after);
  }

  [Symbol.dispose](): void {
    for (const folder of this.mounted) execFileSync('umount', ['-l', folder]);
  }
}

/** Whether this process may mount a virtual disk. */
export function canMountImage(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-mount-'));
  try {
    const names = [join(folder, 'a'), join(folder, 'b')] as const;
    for (const name of names) mkdirSync(name);
    using disk = new CuttableDisk(...names);
    disk.cut();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
