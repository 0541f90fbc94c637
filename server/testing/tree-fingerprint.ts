import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything of a tree that a restore must bring back, by path as bytes. */
export async function treeFingerprint(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = async (folder: Buffer): Promise<void> => {
    for (const name of await readdir(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const stats = await lstat(path);
      const key = path.subarray(Buffer.byteLength(root)).toString('latin1');
      const facts = `${(stats.mode & 0o7777).toString(8)} ${stats.uid}:${stats.gid}`;
      if (stats.isDirectory()) {
        found[key] = `folder ${facts}`;
        await visit(path);
      } else if (stats.isSymbolicLink()) {
        found[key] = `link ${await readlink(path)} ${stats.uid}`;
      } else {
        const digest = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
        found[key] = `file ${digest} ${facts} ${Math.floor(stats.mtimeMs)} ${stats.nlink}`;
      }
    }
  };
  for (const name of ['wwwroot', 'data']) await visit(Buffer.from(join(root, name)));
  return found;
}
