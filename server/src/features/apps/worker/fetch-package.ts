import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TaskCounts } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import type { IndexedApp } from '#system/apps/catalogue-index';
import type { AppPackage } from '#system/apps/app-package';
import { readAppPackage } from '#system/apps/read-package';
import { withSpace } from '#system/disk/with-space';
import { openImage, verifyImage, type OpenedImage } from '#system/site-image/read-image';
import type { AppTools } from './tools';

/** A package that was found intact. */
export interface OpenedPackage {
  readonly image: OpenedImage;
  readonly content: AppPackage;
}

interface FetchContext {
  readonly taskId: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
}

/** Passes bytes on that are at most as many as announced, and have the announced hash. */
async function* checked(
  source: AsyncIterable<Buffer>,
  { bytes: bytesTotal, sha256 }: IndexedApp['package'],
  progress: FetchContext['progress'],
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesTotal) throw new Refusal('app-package-damaged');
    hash.update(chunk);
    progress({ bytes, bytesTotal });
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Refusal('app-package-damaged');
}

const packageFile = (packages: string, { sha256 }: IndexedApp['package']): string =>
  join(packages, `${sha256}.tar.zst`);

/** Removes what a killed worker had read of a package. */
export async function removeUnfinished(
  { packages }: AppTools,
  entry: IndexedApp | undefined,
  { taskId }: Pick<FetchContext, 'taskId'>,
): Promise<void> {
  if (entry) await rm(`${packageFile(packages, entry.package)}.${taskId}`, { force: true });
}

/** Reads the package from the catalogue, unless it was read before. Returns its file. */
async function fetchFile(
  { packages, source }: AppTools,
  { package: wanted }: IndexedApp,
  { signal, progress, taskId }: FetchContext,
): Promise<string> {
  const file = packageFile(packages, wanted);
  const existing = await stat(file).catch(() => undefined);
  if (existing?.size === wanted.bytes) return file;
  await mkdir(packages, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${taskId}`;
  try {
    await withSpace({
      ...{ folder: packages, signal },
      work: async (limit) => {
        const bytes = source.open(wanted.file, limit);
        const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
        await pipeline(bytes, (chunks: AsyncIterable<Buffer>) => checked(chunks, wanted, progress), output, {
          signal: limit,
        });
      },
    });
    await rename(unfinished, file);
    return file;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** What is wrong with a package is not its owner's concern. The file is read again the next time. */
async function orDamaged<Value>(file: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.reason === 'image-foreign') throw new Refusal('app-package-foreign');
    if (error.reason === 'image-newer') throw new Refusal('app-package-newer');
    if (error.reason === 'app-package-damaged' || error.reason.startsWith('image-')) {
      await rm(file, { force: true });
      throw new Refusal('app-package-damaged');
    }
    throw error;
  }
}

/**
 * Fetches the package of an app and checks hash, signature and every part, before anything is unpacked. Refuses with
 * `app-package-damaged`, `app-package-foreign`, `app-package-newer`, `catalogue-unreachable` or `disk-full`.
 */
export async function openPackage(
  tools: AppTools,
  entry: IndexedApp,
  context: FetchContext,
): Promise<OpenedPackage> {
  const file = await fetchFile(tools, entry, context);
  return orDamaged(file, async () => {
    const image = await openImage(file, { kind: 'app', trusted: await tools.trusted() });
    await verifyImage(image, { signal: context.signal, onBytes: () => undefined });
    const content = await readAppPackage(image);
    if (content.app !== entry.app || content.version !== entry.version)
      throw new Refusal('app-package-damaged');
    return { image, content };
  });
}
