import { z } from 'zod';
import {
  BackupKind,
  RESTORE_MODES,
  SITE_IMAGE_NAME_MAX,
  SITE_IMAGE_NOTE_MAX,
  SitePath,
} from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

const Described = z.object({
  name: z.string().max(SITE_IMAGE_NAME_MAX),
  note: z.string().max(SITE_IMAGE_NOTE_MAX),
});

/** WEB_SITE_IMAGE_CREATE: makes an image of the site, or takes one from a file of the host. */
export const createImageTask = describeTask({
  type: 'WEB_SITE_IMAGE_CREATE',
  payload: Described.extend({
    /** The file with the image, if it is taken from one. */
    objectName: SitePath.optional(),
  }),
  steps: ({ objectName }) => (objectName === undefined ? ['database', 'files'] : ['check']),
  // Files and database of an image come from the same moment, so an interrupted one starts over.
  resumes: false,
});
export type CreateImagePayload = z.infer<typeof createImageTask.payload>;

/** IMAGE_DEPLOY: replaces the site by an image, or brings back what an image has replaced. */
export const deployTask = describeTask({
  type: 'IMAGE_DEPLOY',
  payload: z.object({
    objectName: z.string(),
    size: z.number(),
    mode: z.enum(RESTORE_MODES),
    parts: BackupKind,
    /** URL of this host that takes the place of the addresses in the image; absent: they stay. */
    address: z.string().optional(),
    /** The image; absent in an undo. */
    image: z.number().int().positive().optional(),
    /** Version of the settings in force when the task was started. */
    version: z.number().int(),
    /** The task whose changes are brought back, and the version of the settings before it. */
    undoes: z.number().int().positive().optional(),
    /** What it brings back was an undo itself. */
    redo: z.literal(true).optional(),
    formerVersion: z.number().int().optional(),
  }),
  steps: ({ image, parts }) => [
    ...(image === undefined ? [] : ['check']),
    ...['safety', 'fetch'],
    ...(parts === 'site' ? [] : ['database']),
    ...['configuration', 'files'],
    ...(image === undefined ? [] : ['adapt']),
  ],
  // Each step is safe to repeat, and a folder swap that was interrupted is completed first.
  resumes: true,
});
export type DeployPayload = z.infer<typeof deployTask.payload>;
