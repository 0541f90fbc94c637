import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { AppId, AppVersion, CatalogueApp, TablePrefix } from './catalogue';

export const APP_TITLE_MAX = 80;
export const APP_ADMIN_MAX = 40;
export const APP_PASSWORD_MIN = 12;
export const APP_PASSWORD_MAX = 64;
/** Changed files that a check names; it counts all of them. */
export const CHANGED_FILES_MAX = 100;
/** Files that an installation would replace and that its check names; it counts all of them. */
export const OVERWRITTEN_MAX = 5;
/** Tables that a check names. */
export const APP_TABLES_MAX = 500;

/** How the catalogue is. `none`: the operator has named none, and none lies in the default folder. */
export const CATALOGUE_STATES = ['none', 'ready', 'failed'] as const;

export const CatalogueState = z.object({
  is: z.enum(CATALOGUE_STATES),
  /** When its publisher issued it, and when it was read last; ISO 8601. Null: never. */
  issuedAt: z.string().nullable(),
  readAt: z.string().nullable(),
  /** Why it could not be read last, in the language of the request; null if it could. */
  failure: z.string().nullable(),
});
export type CatalogueState = z.infer<typeof CatalogueState>;

export const InstalledApp = z.object({
  id: z.number().int().positive(),
  app: AppId,
  version: AppVersion,
  name: CatalogueApp.shape.name,
  folder: SitePath,
  /** URL of the app. */
  address: z.string(),
  /** URL of its sign-in page; null if it has none. */
  signIn: z.string().nullable(),
  prefix: TablePrefix.nullable(),
  installedAt: z.string(),
  /** A later version in the catalogue. */
  update: AppVersion.nullable(),
});
export type InstalledApp = z.infer<typeof InstalledApp>;

/** Hosts that have apps. */
export const APP_CONDITIONS = { plugin: 1 } as const;

const base = { access: 'owner', embed: ['tools'], when: APP_CONDITIONS } as const;
const reading = { ...base, effect: 'read' } as const;
const changing = { ...base, method: 'POST', effect: 'change' } as const;
const Started = z.object({ taskId: z.number().int() });

/** Document root or a folder below it. */
const AppFolder = SitePath.refine((path) => path === '/wwwroot' || path.startsWith('/wwwroot/'), 'path');
const Installed = z.object({ id: z.number().int().positive() });

export const listCatalogue = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/apps/catalogue',
  summary: 'The apps that can be installed',
  query: z.object({
    /** Reads the catalogue again first. */
    fresh: z.literal('1').optional(),
  }),
  reply: z.object({ state: CatalogueState, apps: z.array(CatalogueApp) }),
});

export const listInstalledApps = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/apps/installed',
  summary: 'The apps of this host, newest first',
  reply: z.object({ apps: z.array(InstalledApp) }),
});

const InstallCheck = z.object({
  act: z.literal('install'),
  /** What the host lacks, as `PHP 8.1` or names of extensions. */
  missing: z.array(z.string()),
  database: z.enum(['not-needed', 'ready', 'missing', 'prefix-taken']),
  folder: z.enum(['free', 'occupied', 'app']),
  /** Files in an occupied folder that the app would replace; null: the package could not be read for that. */
  overwritten: z.object({ count: z.number(), first: z.array(z.string()).max(OVERWRITTEN_MAX) }).nullable(),
  /** Bytes of the app, and those that the plan or the disk still takes; null: no limit is known. */
  room: z.object({ needed: z.number(), free: z.number().nullable() }),
});

const UpdateCheck = z.object({
  act: z.literal('update'),
  missing: z.array(z.string()),
  /** Files of the app that were changed on this host; the update replaces them. */
  changed: z.array(z.string()).max(CHANGED_FILES_MAX),
  changedCount: z.number(),
});

const UninstallCheck = z.object({
  act: z.literal('uninstall'),
  /** Everything in the app's folder, also what the owner has added. */
  files: z.number(),
  bytes: z.number(),
  tables: z.array(z.string()).max(APP_TABLES_MAX),
});

export const AppCheck = z.discriminatedUnion('act', [InstallCheck, UpdateCheck, UninstallCheck]);
export type AppCheck = z.infer<typeof AppCheck>;

export const checkApp = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/apps/check',
  summary: 'What an installation, an update or an uninstallation would find and change; changes nothing',
  body: z.discriminatedUnion('act', [
    z.object({ act: z.literal('install'), app: AppId, folder: AppFolder, prefix: TablePrefix.nullable() }),
    Installed.extend({ act: z.literal('update') }),
    Installed.extend({ act: z.literal('uninstall') }),
  ]),
  reply: AppCheck,
});

/** What an examination looks at: the app's page, its sign-in page, what its pages write to, and its installer's pages. */
export const APP_FINDINGS = ['address', 'sign-in', 'writable', 'installer'] as const;

export const AppFinding = z.object({
  check: z.enum(APP_FINDINGS),
  /** Path in the site's addresses; for `writable` a path of the host. */
  path: z.string(),
  /** A page of the installer is `ok` if it can't be used. */
  is: z.enum(['ok', 'failed']),
  /** The answer, as `HTTP 500` or `HTTP 302 → /install.php`; null: the site gave none, or none was needed. */
  detail: z.string().nullable(),
});
export type AppFinding = z.infer<typeof AppFinding>;

export const examineApp = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/apps/examine',
  summary:
    'Request an installed app as a visitor would: it answers, can write its folders, and has no usable installer',
  body: Installed,
  reply: z.object({ checks: z.array(AppFinding) }),
});

export const AppAdmin = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.@-]{2,40}$/),
  password: z.string().min(APP_PASSWORD_MIN).max(APP_PASSWORD_MAX),
  email: z.email().max(100),
});

export const installApp = defineCall({
  ...changing,
  path: '/api/apps/install',
  summary: 'Install an app, as a task; afterwards the task asks for the configuration of the site',
  taskKind: 'APP_INSTALL',
  body: z.object({
    app: AppId,
    version: AppVersion,
    folder: AppFolder,
    prefix: TablePrefix.nullable(),
    title: z.string().trim().min(1).max(APP_TITLE_MAX).optional(),
    language: z.enum(['zh-CN', 'en-US']),
    admin: AppAdmin.optional(),
    /** Allows a folder that is not empty: files of the same names are replaced. */
    overwrite: z.boolean().default(false),
  }),
  reply: Started,
});

export const updateApp = defineCall({
  ...changing,
  path: '/api/apps/update',
  summary:
    'Replace the files of an app by those of the version in the catalogue, as a task; a safety copy is made first',
  taskKind: 'APP_UPDATE',
  body: Installed.extend({ version: AppVersion }),
  reply: Started,
});

export const uninstallApp = defineCall({
  ...changing,
  path: '/api/apps/uninstall',
  summary: 'Remove an app with its folder and its tables, as a task; a safety copy is made first',
  verify: true,
  taskKind: 'APP_UNINSTALL',
  body: Installed,
  reply: Started,
});

export const undoAppChange = defineCall({
  ...changing,
  path: '/api/apps/undo',
  summary:
    'Bring back the site as it was before an update or an uninstallation, as a task; possible for 7 days',
  taskKind: 'APP_UPDATE',
  body: z.object({ taskId: z.number().int().positive() }),
  reply: Started,
});
