import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AssetPath, RemoteName, RemoteVersion } from '@sitedeck/contract';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly file: string;
  readonly size: number;
}

type Find = (path: string) => Promise<Asset | undefined>;

/** Files of a build by address. The list is fixed, so no spelling of a path reaches another file. */
async function buildAssets(folder: string, prefix: string): Promise<Find> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const assets = new Map(
    files.map((file, index) => [prefix + file.slice(folder.length), { file, size: sizes[index] ?? 0 }]),
  );
  return (path) => Promise.resolve(assets.get(path));
}

async function fileAt(file: string): Promise<Asset | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() ? { file, size: found.size } : undefined;
}

/**
 * Files of the registry, which come and go. The address is split, and each part must be a valid name of the
 * contract.
 */
const registryAssets =
  (folder: string): Find =>
  async (path) => {
    const [, area, name = '', version = '', ...rest] = path.split('/');
    const inside = rest.join('/');
    if (area === 'packages' && version === '')
      return AssetPath.safeParse(name).success ? fileAt(join(folder, 'packages', name)) : undefined;
    const isNamed = RemoteName.safeParse(name).success && RemoteVersion.safeParse(version).success;
    if (area !== 'remotes' || !isNamed || !AssetPath.safeParse(inside).success) return undefined;
    return fileAt(join(folder, 'remotes', name, version, inside));
  };

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

async function choose(find: Find, path: string, accepted: string) {
  for (const [encoding, suffix] of ENCODINGS) {
    const asset = accepted.includes(encoding) ? await find(path + suffix) : undefined;
    if (asset) return { asset, encoding };
  }
  const asset = await find(path);
  return asset && { asset, encoding: undefined };
}

/**
 * Headers for pages of every origin: portals fetch these files, too, and check their hashes before running
 * them.
 */
const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Keeps browsers from opening a team's file as a page or worker of the console, where its hash would not be
 * checked.
 */
const SANDBOX_HEADERS = { 'content-security-policy': 'sandbox' } as const;

function assetHandler(find: Find, caching: string, more: Readonly<Record<string, string>> = {}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '';
    const chosen = await choose(find, path, request.headers['accept-encoding'] ?? '');
    if (!chosen) {
      reply.callNotFound();
      return reply;
    }
    reply
      .headers({ ...CROSS_ORIGIN_HEADERS, ...more })
      .header('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      .header('content-length', chosen.asset.size)
      .header('cache-control', caching)
      .header('vary', 'Accept-Encoding');
    if (chosen.encoding) reply.header('content-encoding', chosen.encoding);
    return reply.send(createReadStream(chosen.asset.file));
  };
}

/**
 * Serves the hashed files of shell and remotes and the packages for feature teams, for an installation
 * without nginx.
 * @param shell folder of the shell's build, which holds `assets/`
 * @param registry folder that holds `remotes/<name>/<version>/` and `packages/`
 */
export async function serveAssets(
  app: FastifyInstance,
  { shell, registry }: { readonly shell: string; readonly registry: string },
): Promise<void> {
  const inFolder = registryAssets(registry);
  app.get('/assets/*', assetHandler(await buildAssets(join(shell, 'assets'), '/assets'), IMMUTABLE));
  app.get('/remotes/*', assetHandler(inFolder, IMMUTABLE, SANDBOX_HEADERS));
  app.get('/packages/*', assetHandler(inFolder, 'no-cache'));
}
