import { join } from 'node:path';
import type { Product } from './product';
import type { TaskRows } from './task-rows';

const entry = (app: string, given: object = {}) => ({
  ...{ app, version: '6.7', category: 'blog', license: 'GPL-2.0-or-later', files: 1901, bytes: 6e7 },
  name: { 'zh-CN': app, 'en-US': app },
  summary: { 'zh-CN': '内容与博客系统', 'en-US': 'Blogs and websites with pages, media and themes' },
  requires: { php: '7.4', extensions: ['mysqli'], database: true },
  ...{ asks: ['title', 'admin'], folder: 'blog', prefix: 'wp_', signIn: '/wp-login.php' },
  ...{ installer: [], writable: [] },
  package: { file: `${app}.tar.zst`, bytes: 2e7, sha256: 'a'.repeat(64) },
  ...given,
});

const LONG = 'averylongname';

/** Adds a catalogue, an app of the host that can be updated, and an update that can be undone. */
export async function addApps(rows: TaskRows, product: Product, hostName: string): Promise<void> {
  const wordpress = entry('wordpress');
  const named = { 'zh-CN': LONG.repeat(4), 'en-US': LONG.repeat(4) };
  const index = {
    ...{ format: 1, serial: 1, issuedAt: '2026-11-21T08:00:00.000Z' },
    apps: [entry('wiki', { category: 'wiki', name: named, version: '2025.12.24' }), wordpress],
  };
  await rows.run(
    `insert into app_catalogue (only_row, place, index, read_at) values (true, $1, $2, now())
     on conflict (only_row) do update set place = $1, index = $2, read_at = now(), failure = null`,
    [join(product.data, 'catalogue'), JSON.stringify(index)],
  );
  const task = await rows.add(hostName, {
    ...{ type: 'APP_UPDATE', status: 'RUNNING_SUCCESS' },
    ...{ params: { appName: 'wordpress 6.6', targetPath: '/wwwroot' }, info: { canUndo: true } },
  });
  await rows.run('update task set ended_at = now() where id = $1', [task]);
  await rows.run(
    `insert into installed_app (host_code, task_id, state, folder, prefix, entry, files)
     select code, $2, 'ready', $3, 'wp_', $4, '{}' from host where host_name = $1`,
    [hostName, task, `/wwwroot/${LONG.repeat(6)}`, JSON.stringify({ ...wordpress, version: '6.6' })],
  );
}
