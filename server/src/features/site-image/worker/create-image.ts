import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { imageObject } from '@sitedeck/contract/record-texts';
import { readHostFile } from '#files/link/file-client';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { fileTarget } from '#sites/file-target';
import { imageOf } from '#sites/config/image-form';
import { readImage } from '#sites/config/with-image';
import { closeLeftView, openView } from '#system/restic/read-only-view';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import { ensureSpace, hasSpace, withSpace } from '#system/disk/with-space';
import { siteFoldersIn } from '#system/site/host-entries';
import { openImage, partBytes, readConfiguration, verifyImage } from '#system/site-image/read-image';
import { ADDRESSES_MAX } from '#system/site-image/manifest';
import { writeImage } from '#system/site-image/write-image';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';
import {
  deleteImage,
  ensureRoomForImage,
  imageFile,
  imagesOfTask,
  insertImage,
  markImageReady,
  type FinishedImage,
} from '../image-store';
import { withLogin, withoutLogin } from '../database-login';
import { createImageTask, type CreateImagePayload } from '../tasks';
import type { SiteImageTools } from './tools';

type Context = TaskContext<CreateImagePayload>;

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** An image that is being made; a file with this name is never shown. */
const unfinished = (file: string): string => `${file}.new`;

/** Makes an image of the site. */
async function makeImage(tools: SiteImageTools, context: Context, file: string): Promise<FinishedImage> {
  const { scope, signal, progress, step } = context;
  const { hostCode, host } = scope;
  const { databases, adapter } = tools;
  const { document } = await tools.settings.read(hostCode);
  const configuration = JSON.stringify(imageOf(document));
  const hasDatabase = (await databases?.has(hostCode)) ?? false;
  const key = await tools.key();
  const view = await openView(tools.rootOf(hostCode), tools.views, hostCode);
  try {
    const written = await writeImage(
      {
        ...{ kind: 'site', site: host.host_name, engines: tools.engines },
        configuration: withLogin(configuration, await adapter?.login(hostCode)),
        addresses: tools.addressesOf(host).slice(0, ADDRESSES_MAX),
        ...{ root: view.root, folders: await siteFoldersIn(view.root), identity: tools.ownerOf(host) },
        dump: hasDatabase
          ? async (output, limit) => void (await databases?.dump(hostCode, { output, signal: limit }))
          : undefined,
      },
      {
        ...{ file, key, signal, step },
        now: new Date(tools.now()),
        onDumped: (bytes) => progress({ bytes }),
        onPacked: ({ entries, bytes }) => progress({ files: entries, bytes }),
      },
    );
    return { ...written, configuration };
  } finally {
    await view.close();
  }
}

/** Copies an image from the host's files, and checks it before anything else may use it. */
async function takeImage(tools: SiteImageTools, context: Context, file: string): Promise<FinishedImage> {
  const { scope, payload, signal, progress, step } = context;
  const { objectName } = payload;
  let finished: FinishedImage | undefined;
  await step('check', async () => {
    if (objectName === undefined) throw new Error('No file to take the image from');
    const { source, bytes } = await readHostFile(tools.files, fileTarget(scope.host), objectName);
    await ensureSpace(tools.folder, bytes);
    await pipeline(source, createWriteStream(file, { mode: 0o600, flush: true }), { signal });
    const key = await tools.key();
    const image = await openImage(file, { kind: 'site', trusted: [key.publicKey, ...tools.trusted] });
    const bytesTotal = partBytes(image);
    await verifyImage(image, { signal, onBytes: (read) => progress({ bytes: read, bytesTotal }) });
    const configuration = await readConfiguration(image);
    readImage(configuration);
    finished = {
      configuration: withoutLogin(configuration),
      manifest: image.manifest,
      size: image.size,
      missed: 0,
    };
  });
  if (!finished) throw new Error('An interrupted image starts over');
  return finished;
}

async function run(tools: SiteImageTools, context: Context) {
  const { scope, payload, taskId, signal } = context;
  const { hostCode } = scope;
  const { objectName, name, note } = payload;
  await ensureRoomForImage(tools.db, hostCode);
  const origin = objectName === undefined ? 'created' : 'uploaded';
  const id = await insertImage(tools.db, { host_code: hostCode, task_id: taskId, origin, name, note });
  const file = imageFile(tools.folder, { host_code: hostCode, id });
  const folder = dirname(file);
  // The group is that of the parent folder: the API's.
  await mkdir(folder, { recursive: true, mode: 0o2750 });
  const make = objectName === undefined ? makeImage : takeImage;
  const finished = await withSpace({
    ...{ folder, signal },
    work: (limit) => make(tools, { ...context, signal: limit }, unfinished(file)),
  }).catch(async (error: unknown) => {
    const isFull = FULL.has(codeOf(error)) || !(await hasSpace({ folder, spare: SPARE_BYTES }));
    throw isFull ? new Refusal('disk-full') : error;
  });
  signal.throwIfAborted();
  await chmod(unfinished(file), 0o640);
  await rename(unfinished(file), file);
  await markImageReady(tools.db, id, finished);
  const { size, missed, manifest } = finished;
  const path = imageObject(id);
  return { path, objectName: path, image: id, size, files: manifest.entries, missed };
}

/** Removes the image of a task that has failed or was interrupted, even right after its completion. */
async function cleanUp({ db, folder, views }: SiteImageTools, { taskId, scope }: Context): Promise<void> {
  await closeLeftView(views, scope.hostCode);
  for (const image of await imagesOfTask(db, taskId)) {
    const file = imageFile(folder, image);
    await rm(unfinished(file), { force: true });
    await rm(file, { force: true });
    await deleteImage(db, image.id);
  }
}

/** WEB_SITE_IMAGE_CREATE. */
export const implementCreate = (tools: SiteImageTools): ImplementedTask =>
  implementTask(createImageTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });
