import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { withOnlyInstalled } from '#testing/with-path';
import { canMount, SmallDisk } from '#testing/small-disk';
import { TestMariadb } from '#testing/mariadb';
import { Refusal } from '#faults/refusal';
import { dumpDatabase } from './dump';
import { listSafetyCopies, writeSafetyCopy } from './safety-copies';
import { withAdmin } from '../connection/server';

const hostCode = HostCode.parse('safehost');

(canMount() ? it : it.skip)(
  'says that the disk is full, and leaves no half copy (needs a mount)',
  async () => {
    const mariadb = await TestMariadb.make();
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-store-'));
    try {
      using disk = new SmallDisk(folder, '1m');
      await withAdmin(mariadb.server, async (admin) => {
        await admin.run('CREATE DATABASE d');
        await admin.run('CREATE TABLE d.t (a MEDIUMTEXT)');
        // Random bytes, which don't compress.
        await admin.run('INSERT INTO d.t VALUES (?)', [randomBytes(3_000_000).toString('base64')]);
      });
      const store = { folder: join(disk.folder, 'safety') };
      await mkdir(store.folder);
      const { signal } = new AbortController();
      const write = (taskId: number, database: string) =>
        writeSafetyCopy(store, {
          ...{ hostCode, taskId, kind: 'DB_IMPORT', onBytes: () => undefined },
          dump: ({ output }) => dumpDatabase(mariadb.server, { database, output, signal }),
        });
      await expect(write(1, 'd')).rejects.toMatchObject({ reason: 'disk-full' });
      expect(await readdir(join(store.folder, hostCode))).toEqual([]);
      // The compressed copy still fits.
      await withAdmin(mariadb.server, (admin) => admin.run('DELETE FROM d.t'));
      await write(2, 'd');
      expect(await listSafetyCopies(store, hostCode)).toMatchObject([{ taskId: 2 }]);
    } finally {
      await mariadb.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

it('leaves no file of a copy that failed before its file was open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-store-'));
  try {
    const failing = Array.from({ length: 20 }, (_, taskId) =>
      writeSafetyCopy(
        { folder },
        {
          ...{ hostCode, taskId, kind: 'DB_EMPTY', onBytes: () => undefined },
          dump: () => Promise.reject(new Refusal('database-down')),
        },
      ),
    );
    for (const ended of await Promise.allSettled(failing))
      expect(ended).toMatchObject({ status: 'rejected', reason: { reason: 'database-down' } });
    expect(await readdir(join(folder, hostCode))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('names the missing packer and leaves no file of the copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-store-'));
  try {
    const writing = withOnlyInstalled([], () =>
      writeSafetyCopy(
        { folder },
        {
          ...{ hostCode, taskId: 1, kind: 'DB_EMPTY', onBytes: () => undefined },
          dump: async ({ output }) => {
            output.end('SELECT 1;');
            return [];
          },
        },
      ),
    );
    await expect(writing).rejects.toMatchObject({
      reason: 'tool-missing',
      detail: { values: { package: 'zstd' } },
    });
    expect(await readdir(join(folder, hostCode))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
