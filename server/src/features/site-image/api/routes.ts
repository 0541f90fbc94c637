import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { HostCode, type consoleCalls, type SiteImage } from '@sitedeck/contract';
import { imageObject } from '@sitedeck/contract/record-texts';
import { attachment } from '#api/calls/attachment';
import type { Handlers } from '#api/calls/handlers';
import type { Enqueue } from '#queue/enqueue';
import { downloadHeaders, issueLink, takeLink } from '#sites/api/single-use-link';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { readDeploy } from '../deploy-store';
import {
  deleteImage,
  ensureRoomForImage,
  findImage,
  imageFile,
  imagesOf,
  type ReadyImage,
} from '../image-store';
import { createImageTask, deployTask } from '../tasks';
import { imageChanges, type ImageChangesParts } from './image-changes';

export interface SiteImageParts extends ImageChangesParts {
  readonly db: Db;
  readonly enqueue: Enqueue;
  /** The folder of all images. */
  readonly imageFolder: string;
  readonly now: () => number;
}

export type SiteImageCalls = Pick<
  typeof consoleCalls,
  | 'listSiteImages'
  | 'createSiteImage'
  | 'inspectSiteImage'
  | 'noteSiteImage'
  | 'downloadSiteImage'
  | 'openSiteImage'
  | 'uploadSiteImage'
  | 'removeSiteImage'
  | 'deploySiteImage'
  | 'undoDeploy'
>;

function imageReply({ manifest, ...row }: ReadyImage): SiteImage {
  const bytesOf = (name: string) => manifest.parts.find(({ part }) => part === name)?.bytes;
  return {
    ...{ id: row.id, name: row.name, note: row.note, origin: row.origin, size: row.size, missed: row.missed },
    ...{
      madeAt: manifest.createdAt,
      site: manifest.site,
      addresses: manifest.addresses ?? [],
      entries: manifest.entries,
      engines: manifest.engines,
    },
    filesBytes: bytesOf('files') ?? 0,
    databaseBytes: bytesOf('database') ?? null,
  };
}

const LinkedImage = z.object({ hostCode: HostCode, image: z.number().int() });

/** Only an address of the host may take the place of those in an image. */
function refuseForeignAddress(
  { testUrl }: SiteImageParts,
  { code, domains }: HostFacts,
  address: string | undefined,
): void {
  if (address === undefined) return;
  const { origin, hostname } = new URL(address);
  const isOwn = origin === new URL(testUrl(code)).origin || domains.includes(hostname);
  if (!isOwn || origin !== address)
    throw new Refusal('bad-input', { field: 'address', values: { field: 'address' } });
}

type TaskCalls = Pick<
  SiteImageCalls,
  'createSiteImage' | 'uploadSiteImage' | 'deploySiteImage' | 'undoDeploy'
>;

function taskHandlers(parts: SiteImageParts): Handlers<TaskCalls> {
  const { db, enqueue, settings, now } = parts;
  return {
    createSiteImage: async ({ body }, { scope: { hostCode, operator }, note }) => {
      note(body.name);
      await ensureRoomForImage(db, hostCode);
      const { id } = await enqueue(createImageTask, { hostCode, operator, payload: body });
      return { taskId: id };
    },
    uploadSiteImage: async ({ body: { path, ...described } }, { scope: { hostCode, operator }, note }) => {
      note(path, { name: described.name });
      await ensureRoomForImage(db, hostCode);
      const payload = { ...described, objectName: path };
      const { id } = await enqueue(createImageTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    deploySiteImage: async ({ body: { image, mode, address } }, { scope, note }) => {
      const { hostCode, operator } = scope;
      refuseForeignAddress(parts, scope.host, address);
      const { size, name, manifest } = await findImage(db, hostCode, image);
      note(imageObject(image), { name, mode, ...(address !== undefined && { address }) });
      const held = manifest.parts.some(({ part }) => part === 'database') ? 'both' : 'site';
      const { version } = await settings.read(hostCode);
      const payload = {
        ...{ objectName: imageObject(image), size, mode, image, version, address },
        parts: held,
      } as const;
      const { id } = await enqueue(deployTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    undoDeploy: async ({ body: { taskId } }, { scope: { hostCode, operator }, note }) => {
      const undone = await readDeploy(db, { hostCode, taskId, now: now() });
      if (!undone) throw new Refusal('image-undo-over');
      note(undone.objectName, { task: taskId, ...(undone.redo && { redo: true }) });
      const { version } = await settings.read(hostCode);
      const payload = { ...undone, mode: 'mirror', undoes: taskId, version } as const;
      const { id } = await enqueue(deployTask, { hostCode, operator, payload });
      return { taskId: id };
    },
  };
}

/** Answers the console's calls about site images. */
export function siteImageHandlers(parts: SiteImageParts): Handlers<SiteImageCalls> {
  const { db, imageFolder, now } = parts;
  return {
    ...taskHandlers(parts),
    listSiteImages: async (_request, { scope: { hostCode } }) => ({
      images: (await imagesOf(db, hostCode)).map(imageReply),
    }),
    inspectSiteImage: async ({ query }, context) => {
      const image = await findImage(db, context.scope.hostCode, query.image);
      return { configuration: image.configuration, ...(await imageChanges(parts, image, context)) };
    },
    noteSiteImage: async ({ body: { image, ...changes } }, { scope: { hostCode }, note }) => {
      const before = await findImage(db, hostCode, image);
      const after = { name: changes.name ?? before.name, note: changes.note ?? before.note };
      note(imageObject(image), { before: { name: before.name, note: before.note }, after });
      await db.updateTable('site_image').set(after).where('id', '=', image).execute();
      return {};
    },
    downloadSiteImage: async ({ body: { image } }, { session, scope: { hostCode } }) => {
      await findImage(db, hostCode, image);
      const request: z.infer<typeof LinkedImage> = { hostCode, image };
      const token = await issueLink(db, session, { kind: 'image', request, now: now() });
      return { url: `/api/siteImage/open/${token}` };
    },
    openSiteImage: async ({ params: { token } }, { visitor }) => {
      const link = LinkedImage.parse(await takeLink(db, { kind: 'image', token, now: now(), visitor }));
      const file = imageFile(imageFolder, { host_code: link.hostCode, id: link.image });
      const { size } = await stat(file).catch(() => {
        throw new Refusal('image-gone');
      });
      const name = `${link.hostCode}-image-${link.image}.tar.zst`;
      const headers = { ...downloadHeaders(attachment(name)), 'content-length': String(size) };
      return { status: 200, headers, body: createReadStream(file) };
    },
    removeSiteImage: async ({ body: { image } }, { scope: { hostCode }, note }) => {
      const { name } = await findImage(db, hostCode, image);
      note(imageObject(image), { name });
      // The worker removes the file: only root may.
      await deleteImage(db, image);
      return {};
    },
  };
}
