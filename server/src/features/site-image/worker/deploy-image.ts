import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig } from '@sitedeck/contract';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import type { SiteContent } from '#sites/worker/replace-site';
import {
  openImage,
  partBytes,
  partOf,
  readPart,
  verifyImage,
  type OpenedImage,
} from '#system/site-image/read-image';
import { unpackFiles } from '#system/site-image/unpack-files';
import { removeAll } from '#system/disk/remove-all';
import { sizeText } from '#system/text/size-text';
import { Refusal } from '#faults/refusal';
import { configurationOf, imageDocument } from '../image-document';
import { findImage, imageFile, type ReadyImage } from '../image-store';
import { deployTask, type DeployPayload } from '../tasks';
import { adaptSite, type Adapted } from './adapt-site';
import type { SiteImageTools } from './tools';

type Context = TaskContext<DeployPayload>;

/** A site larger than its quota could save nothing. Files that are laid over it are counted when they are placed. */
function refuseOverQuota({ payload, scope }: Context, bytes: number): void {
  const { disk_quota: quota } = scope.host;
  if (payload.mode === 'mirror' && quota !== null && bytes > quota)
    throw new Refusal('image-over-quota', { values: { size: sizeText(bytes), quota: sizeText(quota) } });
}

/** The content of an image that was found intact. */
function imageContent(context: Context, image: OpenedImage): SiteContent {
  const [files, database] = [partOf(image, 'files'), partOf(image, 'database')];
  return {
    holds: database ? 'both' : 'site',
    files: image.manifest.entries,
    bytes: files?.bytes ?? 0,
    databaseBytes: database?.bytes ?? 0,
    extract: async ({ into, owner, signal, progress }) => {
      // How far tar is can't be known; the figures of the step before would look like an end.
      progress({});
      await removeAll(into);
      refuseOverQuota(context, await unpackFiles(image, { into, owner, signal }));
    },
    writeDump: async (output, signal) => {
      if (!database) throw new Refusal('image-damaged');
      await pipeline(readPart(image, database), output, { signal });
    },
    // An image was read completely before anything is replaced.
    onUnreadable: () => Promise.resolve(),
  };
}

async function openOwn(tools: SiteImageTools, row: ReadyImage): Promise<OpenedImage> {
  const key = await tools.key();
  const image = await openImage(imageFile(tools.folder, row), {
    kind: 'site',
    trusted: [key.publicKey, ...tools.trusted],
  });
  // The list shows what the row says.
  if (!isDeepStrictEqual(image.manifest, row.manifest)) throw new Refusal('image-damaged');
  return image;
}

async function openChecked(tools: SiteImageTools, { signal, progress, step }: Context, row: ReadyImage) {
  const image = await openOwn(tools, row);
  const bytesTotal = partBytes(image);
  await step('check', () =>
    verifyImage(image, { signal, onBytes: (bytes) => progress({ bytes, bytesTotal }) }),
  );
  progress({});
  return image;
}

/** The settings before the task; switches of domains and of the language are not part of an image. */
const formerDocument =
  (former: SiteConfig) =>
  ({ language, names, cdn }: SiteConfig): SiteConfig => ({ ...former, language, names, cdn });

async function change(
  tools: SiteImageTools,
  { scope: { hostCode, operator, role } }: Context,
  to: (document: SiteConfig) => SiteConfig,
): Promise<void> {
  const author = { operator, role, action: 'deploySiteImage' };
  await tools.settings.change({ hostCode, author, change: to });
}

/** What is deployed: the content, and what becomes of the settings. */
async function deployed(tools: SiteImageTools, context: Context) {
  const { payload, scope } = context;
  const { image: id, undoes, formerVersion } = payload;
  if (id === undefined) {
    const content = await tools.replacer.replacedContent(scope.hostCode, undoes ?? 0);
    const { document } = await tools.settings.read(scope.hostCode, formerVersion);
    return { content, to: formerDocument(document), image: undefined };
  }
  const row = await findImage(tools.db, scope.hostCode, id);
  const image = await openChecked(tools, context, row);
  refuseOverQuota(context, partOf(image, 'files')?.bytes ?? 0);
  const to = imageDocument(configurationOf(row.configuration), tools.imageContext(context.scope.host));
  return { content: imageContent(context, image), to, image };
}

async function run(tools: SiteImageTools, context: Context) {
  const { payload, step } = context;
  const { parts, mode, objectName } = payload;
  const { content, to, image } = await deployed(tools, context);
  let adapted: Adapted | undefined;
  const adapt = () => step('adapt', async () => void (adapted = await adaptSite(tools, context, image)));
  const { files, bytes, warnings } = await tools.replacer.replaceSite(context, {
    ...{ content, parts, mode },
    beforeFiles: () => step('configuration', () => change(tools, context, to)),
    ...(image && { afterAll: adapt }),
  });
  const canUndo = await tools.replacer.canUndo(context);
  return { path: objectName, objectName, files, size: bytes, warnings, canUndo, ...(adapted && { adapted }) };
}

/** What is in place stays, so it has to work here. */
async function adaptReplaced(tools: SiteImageTools, context: Context): Promise<void> {
  const { image: id } = context.payload;
  if (id === undefined) return;
  const row = await findImage(tools.db, context.scope.hostCode, id);
  await adaptSite(tools, context, await openOwn(tools, row));
}

/** Leaves the site as it was, or as deployed; the settings follow the files. */
async function cleanUp(tools: SiteImageTools, context: Context): Promise<void> {
  const { scope, payload } = context;
  if ((await tools.replacer.rollBack(context)) === 'replaced') return adaptReplaced(tools, context);
  const { document } = await tools.settings.read(scope.hostCode, payload.version);
  await change(tools, context, formerDocument(document));
}

/** IMAGE_DEPLOY. */
export const implementDeploy = (tools: SiteImageTools): ImplementedTask =>
  implementTask(deployTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });
