import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

/** Files of a build by address: what is not in the list does not exist, however it is spelt. */
async function listAssets(folder: string, prefix: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const listed = await Promise.all(
    files.map(
      async (file) => [prefix + file.slice(folder.length), { file, size: (await stat(file)).size }] as const,
    ),
  );
  return new Map(listed);
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

function choose(assets: Map<string, Asset>, path: string, accepted: string) {
  for (const [encoding, suffix] of ENCODINGS) {
    const asset = accepted.includes(encoding) ? assets.get(path + suffix) : undefined;
    if (asset) return { asset, encoding };
  }
  const asset = assets.get(path);
  return asset && { asset, encoding: undefined };
}

/**
 * Hashed files of shell and remotes, for an installation without nginx.
 * @param bundle holds `shell/assets/` and `remotes/<name>/<version>/`
 */
export async function serveAssets(app: FastifyInstance, bundle: string): Promise<void> {
  const [shell, remotes] = await Promise.all([
    listAssets(join(bundle, 'shell/assets'), '/assets'),
    listAssets(join(bundle, 'remotes'), '/remotes'),
  ]);
  const assets = new Map([...shell, ...remotes]);
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '';
    const chosen = choose(assets, path, request.headers['accept-encoding'] ?? '');
    if (!chosen) {
      reply.callNotFound();
      return reply;
    }
    reply
      .header('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      .header('content-length', chosen.asset.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .header('x-content-type-options', 'nosniff');
    if (chosen.encoding) reply.header('content-encoding', chosen.encoding);
    return reply.send(createReadStream(chosen.asset.file));
  };
  app.get('/assets/*', send);
  app.get('/remotes/*', send);
}
