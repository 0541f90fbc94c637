import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';

/** The folder of a host that holds its staging copy, beside the document root. */
export const STAGING_FOLDER = '/staging';
/** User name of the preview address. */
export const STAGING_USER = 'staging';
/** Differences on one page. */
export const STAGING_PAGE = 200;
/** Largest file whose difference is shown, bytes. */
export const STAGING_TEXT_MAX = 256 * 1024;
/** Paths that one push may select. */
export const STAGING_PATHS_MAX = 2000;

/** Why a staging copy has no database of its own. */
export const STAGING_NO_DATABASE = ['missing', 'unconfigured', 'objects', 'names', 'lost'] as const;
export type StagingNoDatabase = (typeof STAGING_NO_DATABASE)[number];

const Database = z.discriminatedUnion('is', [
  z.object({ is: z.literal('copied'), tables: z.number(), bytes: z.number() }),
  /**
   * `missing`: the host has none. `unconfigured`: no configuration file names a table prefix. `objects`: views, triggers,
   * routines or events. `names`: table names that are too long for a further prefix. `lost`: the tables are gone.
   */
  z.object({ is: z.literal('none'), why: z.enum(STAGING_NO_DATABASE) }),
]);

export const Staging = z.object({
  /** Its preview address. */
  url: z.string(),
  user: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Bytes of its files. */
  bytes: z.number(),
  database: Database,
  /** Configuration files that use the copied tables; they are never pushed. */
  configured: z.array(z.string()),
  /** Files whose database password was removed, because their tables are not known; they are never pushed. */
  cutOff: z.array(z.string()),
});
export type Staging = z.infer<typeof Staging>;

const base = { access: 'owner', embed: ['tools'] } as const;
const reading = { ...base, method: 'GET', effect: 'read' } as const;
const changing = { ...base, method: 'POST', effect: 'change' } as const;
const Started = z.object({ taskId: z.number().int() });

/** Shown once. */
const Login = z.object({ url: z.string(), user: z.string(), password: z.string() });

export const readStaging = defineCall({
  ...reading,
  path: '/api/siteImage/staging',
  summary: 'The staging copy of this host; null without one',
  reply: z.object({
    staging: Staging.nullable(),
    /** A removal has begun and is not complete. */
    removing: z.boolean(),
  }),
});

export const createStaging = defineCall({
  ...changing,
  path: '/api/siteImage/staging/create',
  summary: 'Copy the site to a preview address with a password, as a task; the password is shown once',
  taskKind: 'STAGING_CREATE',
  body: z.object({}),
  reply: Started.extend(Login.shape),
});

export const resetStagingPassword = defineCall({
  ...changing,
  path: '/api/siteImage/staging/password',
  summary: 'Give the preview address a new password, which is shown once',
  body: z.object({}),
  reply: Login,
});

export const STAGING_CHANGES = ['added', 'changed', 'removed'] as const;
export const STAGING_ENTRY_TYPES = ['file', 'folder', 'link', 'other'] as const;

export const StagingDifference = z.object({
  /** Path below the document root, such as `/wp-content/themes/a.php`. */
  path: z.string(),
  /** `added`: only the staging copy has it. A folder that only one side has is one difference. */
  is: z.enum(STAGING_CHANGES),
  type: z.enum(STAGING_ENTRY_TYPES),
  /** Bytes in the staging copy and in the live site; null: not there, or no file. */
  size: z.number().nullable(),
  liveSize: z.number().nullable(),
  /** Last change in the staging copy, or of a removed one in the live site; ISO 8601, UTC. */
  changedAt: z.string(),
});
export type StagingDifference = z.infer<typeof StagingDifference>;

export const listStagingDifferences = defineCall({
  ...reading,
  path: '/api/siteImage/staging/differences',
  summary:
    'Files in which the staging copy differs from the live site, sorted; configuration files are left out',
  query: z.object({
    /** Continues after this path. */
    after: z.string().max(4096).optional(),
  }),
  reply: z.object({
    differences: z.array(StagingDifference),
    /** Continue after this path; null: this was the last page. */
    next: z.string().nullable(),
  }),
});

export const readStagingFile = defineCall({
  ...reading,
  path: '/api/siteImage/staging/file',
  summary: 'Both texts of a file that differs',
  query: z.object({ path: SitePath }),
  reply: z.object({
    /** Null: not there, too large, or no text. */
    live: z.string().nullable(),
    staging: z.string().nullable(),
    /** Whether a side is too large or no text. */
    unreadable: z.boolean(),
  }),
});

const Paths = z.array(SitePath).max(STAGING_PATHS_MAX);

/** What a push takes over. */
export const StagingPush = z.object({
  files: z.discriminatedUnion('is', [
    z.object({ is: z.literal('none') }),
    /** Everything that was added or changed; `remove`: what was removed goes, too. */
    z.object({ is: z.literal('all'), remove: z.boolean() }),
    /** Paths below the document root; `removed` go to the recycle bin. */
    z.object({ is: z.literal('selected'), paths: Paths, removed: Paths }),
  ]),
  /** Also replaces the complete database. */
  database: z.boolean(),
});
export type StagingPush = z.infer<typeof StagingPush>;

export const pushStaging = defineCall({
  ...changing,
  path: '/api/siteImage/staging/push',
  summary:
    'Take files and the database of the staging copy over into the live site, as a task; a safety copy is made first',
  verify: true,
  taskKind: 'STAGING_PUSH',
  body: StagingPush,
  reply: Started,
});

export const undoStagingPush = defineCall({
  ...changing,
  path: '/api/siteImage/staging/undo',
  summary: 'Bring back what a push has replaced, as a task; possible for 7 days',
  taskKind: 'STAGING_PUSH',
  body: z.object({ taskId: z.number().int().positive() }),
  reply: Started,
});

export const removeStaging = defineCall({
  ...changing,
  path: '/api/siteImage/staging/remove',
  summary: 'Delete the staging copy with its files and tables permanently',
  body: z.object({}),
  reply: z.object({}),
});
