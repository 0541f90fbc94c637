import { z } from 'zod';
import { RESTORE_MODES } from '../backup/backup';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { ConfigDifference } from '../hostenv/config';

/** What an image holds: the site's configuration, a dump of its database, and its folders. */
export const SITE_IMAGE_PARTS = ['configuration', 'database', 'files'] as const;
export type SiteImagePart = (typeof SITE_IMAGE_PARTS)[number];

/** Images that a host may keep. */
export const SITE_IMAGES_MAX = 10;
export const SITE_IMAGE_NAME_MAX = 80;
export const SITE_IMAGE_NOTE_MAX = 200;

const ImageId = z.number().int().positive();
const Image = z.object({ image: ImageId });
const Name = z.string().trim().min(1).max(SITE_IMAGE_NAME_MAX);
const Note = z.string().trim().max(SITE_IMAGE_NOTE_MAX);

export const SITE_IMAGE_ORIGINS = ['created', 'uploaded'] as const;

export const SiteImage = z.object({
  id: ImageId,
  name: z.string(),
  note: z.string(),
  /** Made of this host, or brought in as a file. */
  origin: z.enum(SITE_IMAGE_ORIGINS),
  /** When its content was captured; ISO 8601, UTC. */
  madeAt: z.string(),
  /** Name of the site that it was made of. */
  site: z.string(),
  /** Host names of that site, with a port that is not the standard one; empty: not known. */
  addresses: z.array(z.string()),
  /** Bytes of the file. */
  size: z.number(),
  /** Files and links in it. */
  entries: z.number(),
  /** Bytes of the files before compression. */
  filesBytes: z.number(),
  /** Bytes of the dump before compression; null without a database. */
  databaseBytes: z.number().nullable(),
  /** Files that could not be read when it was made. */
  missed: z.number(),
  /** Versions of the engines that the site ran on, such as `{ php: "8.2" }`. */
  engines: z.record(z.string(), z.string()),
});
export type SiteImage = z.infer<typeof SiteImage>;

const base = { access: 'owner', embed: ['tools'] } as const;
const reading = { ...base, effect: 'read' } as const;
const changing = { ...base, method: 'POST', effect: 'change' } as const;
const Started = z.object({ taskId: z.number().int() });

export const listSiteImages = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/siteImage/list',
  summary: 'Images of this host, newest first',
  reply: z.object({ images: z.array(SiteImage) }),
});

export const createSiteImage = defineCall({
  ...changing,
  path: '/api/siteImage/create',
  summary: 'Make an image of files, database and configuration, as a task',
  taskKind: 'WEB_SITE_IMAGE_CREATE',
  body: z.object({ name: Name, note: Note.default('') }),
  reply: Started,
});

export const inspectSiteImage = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/siteImage/inspect',
  summary: 'The configuration in an image, and what its deployment would change in the settings of this host',
  query: z.object({ image: z.coerce.number().int().positive() }),
  reply: z.object({
    /** In the wire form of site images. */
    configuration: z.record(z.string(), z.unknown()),
    /** What differs from the settings of this host: `before` is here, `after` is in the image. */
    changes: z.array(ConfigDifference),
    /** Why this host can't take the settings, in words; null if it can. */
    refused: z.string().nullable(),
  }),
});

export const noteSiteImage = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/siteImage/note',
  summary: 'Change the name or the note of an image',
  body: Image.extend({ name: Name.optional(), note: Note.optional() }),
  reply: z.object({}),
});

export const downloadSiteImage = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/siteImage/download',
  summary: 'A single-use download address of an image; valid for one minute',
  body: Image,
  reply: z.object({ url: z.string() }),
});

export const openSiteImage = defineCall({
  method: 'GET',
  path: '/api/siteImage/open/{token}',
  access: 'public',
  summary: 'The image behind such an address, as an attachment',
  effect: 'read',
  replyForm: 'stream',
  params: z.object({ token: z.string().max(128) }),
  reply: z.unknown(),
});

export const uploadSiteImage = defineCall({
  ...changing,
  path: '/api/siteImage/upload',
  summary:
    'Take an image from a file on the host, after a check of its signature and of every part, as a task',
  taskKind: 'WEB_SITE_IMAGE_CREATE',
  body: z.object({ path: SitePath, name: Name, note: Note.default('') }),
  reply: Started,
});

export const removeSiteImage = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/siteImage/remove',
  summary: 'Delete an image permanently',
  body: Image,
  reply: z.object({}),
});

export const deploySiteImage = defineCall({
  ...changing,
  path: '/api/siteImage/deploy',
  summary:
    'Replace files, database and configuration of this host by those of an image, as a task; a safety copy is made first',
  verify: true,
  taskKind: 'IMAGE_DEPLOY',
  body: Image.extend({
    /** `mirror` removes files that the image does not have; `overlay` keeps them. */
    mode: z.enum(RESTORE_MODES).default('mirror'),
    /**
     * URL of this host, without a path, that takes the place of the image's addresses in the database; absent: they stay.
     * The login of the database is always that of this host.
     */
    address: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .optional(),
  }),
  reply: Started,
});

export const undoDeploy = defineCall({
  ...changing,
  path: '/api/siteImage/undo',
  summary: 'Bring back what a deployed image has replaced, as a task; possible for 7 days',
  taskKind: 'IMAGE_DEPLOY',
  body: z.object({ taskId: z.number().int().positive() }),
  reply: Started,
});
