import { endUpload, uploadStatus } from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { claimUpload } from './claim-upload';
import { isUploadOver } from './lost-connection';
import { dropSavedUpload, savedUploads, type SavedUpload } from './saved-uploads';
import { makeFindByPath } from './send-unit';

/** An upload of an earlier page that no page continues. */
export interface EarlierUpload {
  readonly saved: SavedUpload;
  /** Paths of files that have not arrived. */
  readonly open: ReadonlySet<string>;
  /** Their content was kept, so the user need not choose them again. */
  readonly isKept: boolean;
}

/** Undefined while no host is loaded. */
export function uploadOwner(): string | undefined {
  const { host } = kernel().store.getState().host;
  return host ? `${host.hostService.hostCode} ${host.operator}` : undefined;
}

async function checkSaved(saved: SavedUpload): Promise<EarlierUpload | undefined> {
  const known = await arrived(saved);
  const find = makeFindByPath(known, saved.folder);
  const open = saved.files.filter((file) => !find(file)?.done);
  if (open.length === 0) {
    await dropSavedUpload(saved.id);
    return undefined;
  }
  const paths = new Set(open.map(({ path }) => path));
  return { saved, open: paths, isKept: open.every(({ blob }) => blob !== undefined) };
}

async function arrived({ uploadId: id }: SavedUpload) {
  if (id === undefined) return [];
  try {
    return (await call(uploadStatus, { body: { id } }, { quiet: true })).files;
  } catch (error) {
    if (isUploadOver(toFault(error))) return [];
    throw error;
  }
}

/** @param running names of the uploads that this page runs */
export async function findUnfinished(running: ReadonlySet<string>): Promise<EarlierUpload[]> {
  const owner = uploadOwner();
  if (owner === undefined) return [];
  const found: EarlierUpload[] = [];
  for (const saved of await savedUploads(owner)) {
    if (running.has(saved.id)) continue;
    const release = await claimUpload(saved.id);
    if (!release) continue;
    release();
    const one = await checkSaved(saved).catch(() => undefined);
    if (one) found.push(one);
  }
  return found;
}

/** Deletes the upload here and on the server; complete files stay. */
export async function discardUnfinished({ saved: { id, uploadId } }: EarlierUpload): Promise<void> {
  await dropSavedUpload(id);
  if (uploadId === undefined) return;
  // The server drops an abandoned upload by itself.
  await call(endUpload, { body: { id: uploadId, cancelled: true } }, { quiet: true }).catch(() => undefined);
}
