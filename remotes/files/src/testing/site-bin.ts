import { mkdtempSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Site {
  readonly disk: (path: unknown) => string;
  readonly exists: (path: unknown) => Promise<boolean>;
}

interface Item {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly mtime: number;
  readonly deletedAt: number;
  readonly expiresAt: number;
}

type Body = Record<string, unknown> & { readonly ids?: readonly string[] };

const DAY_MS = 24 * 3600_000;

/** The recycle bin of the test's site: moves entries out of its folder and back. */
export function makeBin({ disk, exists }: Site) {
  const place = mkdtempSync(join(tmpdir(), 'sitedeck-bin-'));
  let items: Item[] = [];
  let next = 1;

  const take = async (path: string) => {
    const id = `item-${String(next++).padStart(6, '0')}`;
    const facts = await stat(disk(path));
    await rename(disk(path), join(place, id));
    const now = Date.now();
    const type = facts.isDirectory() ? 'folder' : 'file';
    const item = { id, path, type, size: facts.size, mtime: facts.mtimeMs, deletedAt: now };
    items.unshift({ ...item, expiresAt: now + 30 * DAY_MS });
    return { id, path };
  };

  const drop = (id: string) => {
    items = items.filter((item) => item.id !== id);
  };

  const restore = async ({ ids = [], ifExists }: Body) => {
    const restored: object[] = [];
    const failed: object[] = [];
    for (const item of items.filter(({ id }) => ids.includes(id))) {
      const isTaken = await exists(item.path);
      if (isTaken && ifExists === 'refuse') {
        const fault = { code: '409', reason: 'already-exists', message: 'taken' };
        failed.push({ id: item.id, path: item.path, fault });
        continue;
      }
      const path = isTaken && ifExists === 'both' ? `${item.path} (2)` : item.path;
      await rename(join(place, item.id), disk(path));
      drop(item.id);
      restored.push({ id: item.id, path });
    }
    return { restored, failed };
  };

  const empty = async ({ ids }: Body) => {
    const gone = items.filter(({ id }) => ids === undefined || ids.includes(id));
    for (const { id } of gone) {
      await rm(join(place, id), { recursive: true });
      drop(id);
    }
    return { removed: gone.length, bytes: gone.reduce((sum, { size }) => sum + size, 0) };
  };

  const list = ({ offset, limit }: Body) =>
    Promise.resolve({
      items: items.slice(Number(offset), Number(offset) + Number(limit)),
      total: items.length,
      bytes: items.reduce((sum, { size }) => sum + size, 0),
      days: 30,
    });

  return {
    take,
    verbs: { '/fs/recycle/list': list, '/fs/recycle/restore': restore, '/fs/recycle/empty': empty },
    forget: () => empty({}),
    close: () => rm(place, { recursive: true }),
  };
}
