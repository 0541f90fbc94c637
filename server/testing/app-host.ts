import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { InstalledApp } from '@sitedeck/contract';
import type { TaskRow } from '#state/tables';
import type { IndexedApp } from '#system/apps/catalogue-index';
import { openConnection } from '#system/mariadb/connection/server';
import type { AppConsole } from './app-console';
import type { BackupHost } from './backup-console';
import { addFastRepository } from './fast-repository';
import { buildTestApp, issueTestCatalogue, type TestAppVersion } from './test-app';
import { treeFingerprint } from './tree-fingerprint';

export const ADMIN = { name: 'owner', password: 'correct horse 1', email: 'owner@example.com' };

export interface AppHost extends BackupHost {
  /** Issues a catalogue with one version of the app, and lets the console read it. */
  issue(
    version: string,
    files: TestAppVersion['files'],
    more?: Pick<TestAppVersion, 'changes' | 'setup'>,
  ): Promise<void>;
  /** The same with an app that a test has written into the catalogue's folder. */
  offer(app: IndexedApp): Promise<void>;
  /** Everything that a refused task leaves as it was. */
  state(): Promise<unknown>;
  /** Writes a file of the host. */
  put(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** What `install` sends. */
  wanted(changes?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  install(changes?: Readonly<Record<string, unknown>>): Promise<TaskRow>;
  installed(): Promise<readonly InstalledApp[]>;
  /** The values in the rows that a query finds in the host's database. */
  rows(query: string): Promise<readonly unknown[]>;
  tables(): Promise<readonly unknown[]>;
}

let count = 0;
let serial = 0;

/** A host with a repository for backups and a database. */
export async function makeAppHost(
  made: AppConsole,
  { quotaBytes, plugin = 1 }: { readonly quotaBytes?: number; readonly plugin?: 0 | 1 } = {},
): Promise<AppHost> {
  const host = await made.console.host(`apps${(count += 1)}`, quotaBytes, { plugin });
  await addFastRepository(made.console.tools, host.hostCode);
  await made.databases.provision(host.hostCode);
  const wanted: AppHost['wanted'] = (changes = {}) => ({
    ...{ app: 'notes', version: '1.0', folder: '/wwwroot/notes', prefix: 'notes_', title: 'Mine' },
    ...{ language: 'en-US', admin: ADMIN, ...changes },
  });
  const rows: AppHost['rows'] = async (query) => {
    const { name } = (await made.databases.facts(host.hostCode)).access;
    const connection = await openConnection(made.mariadb.server, { database: name });
    try {
      const found = await connection.rows(z.record(z.string(), z.unknown()), query);
      return found.flatMap((row) => Object.values(row));
    } finally {
      await connection.close();
    }
  };
  const offer: AppHost['offer'] = async (app) => {
    await issueTestCatalogue(made.catalogue, made.key, { app, serial: (serial += 1) });
    await host.request('/api/apps/catalogue?fresh=1');
  };
  const tables = () => rows('SHOW TABLES');
  const installed = async () =>
    ((await host.request('/api/apps/installed')) as { apps: readonly InstalledApp[] }).apps;
  return {
    ...host,
    ...{ wanted, rows, offer, tables, installed },
    issue: async (version, files, more) =>
      offer(await buildTestApp(made.catalogue, made.key, { version, files, ...more })),
    state: async () => ({
      files: await treeFingerprint(host.root),
      entries: (await readdir(host.root)).sort(),
      tables: await tables(),
      apps: (await installed()).map(({ version, folder, prefix }) => [version, folder, prefix]),
      unpacked: await readdir(join(made.console.tools.paths.restores, host.hostCode)).catch(() => []),
    }),
    put: async (path, content) => {
      const file = join(host.root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      await chown(dirname(file), host.uid, host.uid);
      await chown(file, host.uid, host.uid);
    },
    read: (path) => readFile(join(host.root, path), 'utf8'),
    install: (changes) => host.task('/api/apps/install', wanted(changes)),
  };
}
