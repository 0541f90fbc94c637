import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { CommandRefusal } from '../refusal';

const PackageList = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      file: z.string().regex(/^[a-z0-9][a-z0-9.-]*\.tgz$/),
      integrity: z.string(),
    }),
  ),
});
export type PackageList = z.infer<typeof PackageList>;

/** Reads the list of packages that a server offers. The four packages of a console have the same version number. */
export async function readPackageList(server: string): Promise<PackageList> {
  const reply = await fetch(`${server}/packages/index.json`).catch((cause: unknown) => {
    throw new CommandRefusal(`${server} does not answer. Is the server running?`, { cause });
  });
  const parsed = PackageList.safeParse(await reply.json().catch(() => undefined));
  if (!reply.ok || !parsed.success) throw new CommandRefusal(`${server} offers no packages`);
  return parsed.data;
}

export const packageAddress = (server: string, file: string): string => `${server}/packages/${file}`;

/** Finds the newest version of a package, or the given one. */
export function findPackage(
  list: PackageList,
  name: string,
  version?: string,
): PackageList['packages'][number] {
  const found = list.packages.find((one) => one.name === name && (version ?? one.version) === one.version);
  if (found === undefined)
    throw new CommandRefusal(
      `The server does not offer ${name}${version === undefined ? '' : ` ${version}`}`,
    );
  return found;
}

/** Unpacks one package into `<folder>/node_modules/<name>`, once. Its bytes must match the digest in the list. */
export async function installPackage(
  server: string,
  one: PackageList['packages'][number],
  folder: string,
): Promise<void> {
  const target = join(folder, 'node_modules', one.name);
  if (existsSync(target)) return;
  const address = packageAddress(server, one.file);
  // Try twice: a type check may have taken so long that the server has closed the kept connection.
  const reply = await fetch(address)
    .catch(() => fetch(address))
    .catch((cause: unknown) => {
      throw new CommandRefusal(`${server} does not answer. Is the server running?`, { cause });
    });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (!reply.ok || digest !== one.integrity)
    throw new CommandRefusal(`${one.file} of ${server} is not what its index promises`);
  const scratch = `${target}.new-${process.pid}`;
  await rm(scratch, { recursive: true, force: true });
  await unpack(bytes, scratch);
  await rename(scratch, target);
}

async function unpack(bytes: Buffer, folder: string): Promise<void> {
  const archive = extract();
  archive.end(gunzipSync(bytes));
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const [, ...path] = entry.header.name.split('/');
    if (entry.header.type !== 'file' || path.includes('..')) continue;
    const file = join(folder, ...path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.concat(chunks));
  }
}
