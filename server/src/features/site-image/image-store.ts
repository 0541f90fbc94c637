import { join } from 'node:path';
import { SITE_IMAGES_MAX, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import type { SiteImageRow } from '#state/tool-tables';
import { Refusal } from '#faults/refusal';
import { ImageManifest } from '#system/site-image/manifest';

/** A complete image. */
export interface ReadyImage extends Omit<SiteImageRow, 'manifest' | 'configuration'> {
  readonly manifest: ImageManifest;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Where an image lies. The API may read it; only root may change it. */
export const imageFile = (
  folder: string,
  { host_code, id }: Pick<SiteImageRow, 'host_code' | 'id'>,
): string => join(folder, host_code, `${id}.tar.zst`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readyImage = (row: SiteImageRow): ReadyImage => ({
  ...row,
  manifest: ImageManifest.parse(row.manifest),
  configuration: isObject(row.configuration) ? row.configuration : {},
});

/** The complete images of a host, newest first. */
export async function imagesOf(db: Db, hostCode: HostCode): Promise<readonly ReadyImage[]> {
  const rows = await db
    .selectFrom('site_image')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readyImage);
}

/** Reads a complete image of the host. Refuses with `image-gone`, also for another host's image. */
export async function findImage(db: Db, hostCode: HostCode, id: number): Promise<ReadyImage> {
  const row = await db
    .selectFrom('site_image')
    .selectAll()
    .where('id', '=', id)
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!row) throw new Refusal('image-gone');
  return readyImage(row);
}

/** Refuses with `image-too-many` if the host may keep no further image. */
export async function ensureRoomForImage(db: Db, hostCode: HostCode): Promise<void> {
  const { count } = await db
    .selectFrom('site_image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('host_code', '=', hostCode)
    .executeTakeFirstOrThrow();
  if (count >= SITE_IMAGES_MAX) throw new Refusal('image-too-many', { values: { most: SITE_IMAGES_MAX } });
}

export type NewImage = Pick<SiteImageRow, 'host_code' | 'task_id' | 'origin' | 'name' | 'note'>;

/** Adds the row of an image that is being made; the host's list does not show it yet. */
export async function insertImage(db: Db, image: NewImage): Promise<number> {
  const { id } = await db.insertInto('site_image').values(image).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface FinishedImage {
  readonly size: number;
  readonly missed: number;
  readonly manifest: ImageManifest;
  /** JSON in the wire form. */
  readonly configuration: string;
}

/** Shows an image whose file is complete. */
export async function markImageReady(
  db: Db,
  id: number,
  { size, missed, manifest, configuration }: FinishedImage,
): Promise<void> {
  await db
    .updateTable('site_image')
    .set({ state: 'ready', size, missed, manifest: storedJson(manifest), configuration })
    .where('id', '=', id)
    .execute();
}

/** Images that a task has begun. */
export const imagesOfTask = (db: Db, taskId: number) =>
  db.selectFrom('site_image').select(['id', 'host_code']).where('task_id', '=', taskId).execute();

export async function deleteImage(db: Db, id: number): Promise<void> {
  await db.deleteFrom('site_image').where('id', '=', id).execute();
}
