import { z } from 'zod';

/** Name of an app in a catalogue, for example `wordpress`. */
export const AppId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
export const APP_VERSION_MAX = 40;
export const AppVersion = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+~-]{0,39}$/);

export const APP_CATEGORIES = ['blog', 'wiki', 'forum', 'shop', 'tool', 'other'] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];

/** What an app asks of its owner, besides the folder. */
export const APP_QUESTIONS = ['title', 'admin'] as const;
export type AppQuestion = (typeof APP_QUESTIONS)[number];

const words = (max: number) =>
  z.object({ 'zh-CN': z.string().min(1).max(max), 'en-US': z.string().min(1).max(max) });

/** Letters and digits that begin the names of an app's tables, with an underscore at the end. */
export const TablePrefix = z.string().regex(/^[a-z][a-z0-9]{0,15}_$/);

/** File or folder below the app's folder, or `.` for that folder. */
const InnerPath = z
  .string()
  .regex(/^[\w. -]+(?:\/[\w. -]+)*$/)
  .max(200)
  .refine((path) => !path.split('/').includes('..'), 'leads out of the folder');

/** Address path in the app's folder, such as `/wp-login.php`. */
const AppPath = z.string().regex(/^\/[\w./?=&:-]{0,200}$/);

/** One version of an app, as a catalogue describes it. */
export const CatalogueApp = z.object({
  app: AppId,
  version: AppVersion,
  category: z.enum(APP_CATEGORIES),
  name: words(60),
  summary: words(200),
  license: z.string().max(60),
  homepage: z.url({ protocol: /^https$/ }).optional(),
  requires: z.object({
    /** Least version of PHP, such as `7.4`. */
    php: z.string().regex(/^\d+\.\d+$/),
    /** Extensions of PHP by the names that PHP reports. */
    extensions: z.array(z.string().regex(/^[\w ]{1,40}$/)).max(40),
    database: z.boolean(),
  }),
  /** Files of the app, and their bytes. */
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  asks: z.array(z.enum(APP_QUESTIONS)).max(APP_QUESTIONS.length),
  /** Where it is installed unless the owner says otherwise: a folder below the document root. */
  folder: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  /** How its tables begin unless the owner says otherwise; absent without a database. */
  prefix: TablePrefix.optional(),
  /** Its sign-in page; absent if it has none. */
  signIn: AppPath.optional(),
  /** Pages of its installer, which must not be usable once it is installed. */
  installer: z.array(AppPath).max(8),
  /** Folders and files below its folder that its pages write to. */
  writable: z.array(InnerPath).max(20),
});
export type CatalogueApp = z.infer<typeof CatalogueApp>;
