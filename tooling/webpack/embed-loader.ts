import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BuiltScripts } from './pages';

interface EmbedScripts {
  readonly react: BuiltScripts;
  readonly embed: BuiltScripts;
}

/**
 * Writes `embed.js`, the one script that a portal's page names. Its own name has no hash; it contains names and hashes
 * of all other files. Returns the names of the files.
 */
export async function writeEmbedLoader(
  folder: string,
  { react, embed }: EmbedScripts,
): Promise<readonly string[]> {
  const files = {
    scripts: [...Object.keys(react.entry), ...Object.keys(embed.entry)],
    hashes: { ...react.entry, ...embed.entry, ...embed.chunks },
  };
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/embed/loader/loader.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { EMBED_FILES: JSON.stringify(files) },
  });
  const content = Buffer.from(outputFiles[0]?.contents ?? []);
  const written = {
    'embed.js': content,
    'embed.js.br': brotliCompressSync(content),
    'embed.js.gz': gzipSync(content, { level: 9 }),
  };
  for (const [name, bytes] of Object.entries(written)) writeFileSync(join(folder, 'dist', name), bytes);
  return Object.keys(written);
}
