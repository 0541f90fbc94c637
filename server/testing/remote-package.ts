import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

/** One entry of an archive, which may be hostile. */
export interface Entry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly header?: Partial<Header>;
}

export async function archive(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, content = '', header } of entries) tar.entry({ name, ...header }, content);
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar as AsyncIterable<Buffer>) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}

const hashOf = (content: string): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** `remote.json` of a small remote that the tests' console accepts. */
export function remoteJson(name: string, version: string, files: Readonly<Record<string, string>>) {
  return {
    name,
    version,
    requires: { sdk: '^0.1.0', shell: '^0.1.0' },
    routes: [{ path: `/${name}`, titleKey: 'title' }],
    menu: [{ path: `/${name}`, titleKey: 'title', icon: 'File', order: 40 }],
    titles: { 'zh-CN': { title: '便签' }, 'en-US': { title: 'Notes' } },
    entry: 'remoteEntry.0123.js',
    global: `${name}_entry`,
    assets: Object.fromEntries(Object.entries(files).map(([path, content]) => [path, hashOf(content)])),
  };
}

export const filesOf = (name: string, version: string): Record<string, string> => ({
  'remoteEntry.0123.js': `var ${name}_entry = ${JSON.stringify(version)}`,
  'chunks/page.4567.js': `/* ${'a page of it '.repeat(100)} */`,
});

interface Change {
  readonly manifest?: object;
  readonly more?: readonly Entry[];
}

/** A package as a team publishes it. */
export function remotePackage(name: string, version: string, change: Change = {}): Promise<Buffer> {
  const files = filesOf(name, version);
  const manifest = { ...remoteJson(name, version, files), ...change.manifest };
  return archive([
    ...Object.entries(files).map(([path, content]) => ({ name: path, content })),
    { name: 'remote.json', content: JSON.stringify(manifest) },
    ...(change.more ?? []),
  ]);
}
