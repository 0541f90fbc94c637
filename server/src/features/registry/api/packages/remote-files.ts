import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists } from '#system/disk/exists';

/**
 * The remains of an interrupted publication are removed after this time, ms; no publication takes that long.
 */
const ABANDONED_MS = 3600_000;

const FOLDER = 0o755;

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, FOLDER);
}

/**
 * Files of all versions: `<root>/remotes/<name>/<version>/…`, which the front door serves. A version is
 * written in `incoming`, which is not served, and moved to its path when complete. The database says which
 * versions exist; a folder without a row belongs to none.
 */
export class RemoteFiles {
  readonly remotes: string;
  readonly packages: string;
  private readonly incoming: string;

  constructor(readonly root: string) {
    this.remotes = join(root, 'remotes');
    this.packages = join(root, 'packages');
    this.incoming = join(root, 'incoming');
  }

  async prepare(now: number): Promise<void> {
    for (const folder of [this.remotes, this.packages, this.incoming]) await makeFolder(folder);
    for (const name of await readdir(this.incoming)) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < now - ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  }

  folder(name: string, version: string): string {
    return join(this.remotes, name, version);
  }

  has(name: string, version: string): Promise<boolean> {
    return pathExists(join(this.folder(name, version), 'remote.json'));
  }

  /** Creates a folder for one package; the caller moves or removes it. */
  async scratch(): Promise<string> {
    const folder = join(this.incoming, randomBytes(8).toString('hex'));
    await makeFolder(folder);
    return folder;
  }

  /** @param scratch moved to the version's path in one step; the caller has inserted the version's row */
  async place(scratch: string, name: string, version: string): Promise<void> {
    await makeFolder(join(this.remotes, name));
    await this.remove(name, version);
    await rename(scratch, this.folder(name, version));
  }

  /** Moves a version away from its address in one step, then removes it. */
  async remove(name: string, version: string): Promise<void> {
    const gone = join(this.incoming, `${randomBytes(8).toString('hex')}.removed`);
    const moved = await rename(this.folder(name, version), gone).then(
      () => true,
      () => false,
    );
    if (moved) await rm(gone, { recursive: true, force: true });
  }
}
