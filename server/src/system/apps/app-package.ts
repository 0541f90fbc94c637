import { z } from 'zod';
import { AppId, AppVersion } from '@sitedeck/contract';

/** The folder of a package that holds the app's files. */
export const APP_FOLDER = 'app';

/** Stands in settings for the address path of the app's folder, without a slash at its end. */
export const PATH_PLACEHOLDER = '{path}';

/** Largest description of an app in its package, bytes: the hashes of some 60,000 files. */
export const DESCRIPTION_MAX_BYTES = 8 * 1024 * 1024;

/** Path of a file in the app's folder. Control characters and backslashes would need escapes in lists of files. */
const FilePath = z
  .string()
  .regex(/^[^\p{Cc}\\]+$/u)
  .refine((path) => path.split('/').every((name) => !['', '.', '..'].includes(name)), 'leads elsewhere');

/** Largest setup program, bytes. */
export const SETUP_MAX_BYTES = 64 * 1024;

/**
 * What the package of an app holds besides the files, as its configuration part. The package is an image of the kind
 * `app`.
 */
export const AppPackage = z.object({
  app: AppId,
  version: AppVersion,
  /** Site configuration that the app needs, in the wire form of images, with `{path}` for its address path. */
  settings: z.record(z.string(), z.unknown()),
  /** SHA-256 of each file by its path in the app's folder. */
  files: z.record(FilePath, z.string().regex(/^[0-9a-f]{64}$/)),
  /**
   * A program in PHP that makes the unpacked files a working app, and updates one. It reads a `SetupRequest` as JSON from its
   * standard input, works in the app's folder, and says on failure in its last line why.
   */
  setup: z.string().max(SETUP_MAX_BYTES),
});
export type AppPackage = z.infer<typeof AppPackage>;

/** What a setup program is asked to do. */
export interface SetupRequest {
  readonly act: 'install' | 'update';
  /** The folder that visitors see. The program works in a copy beside it, which takes its place afterwards. */
  readonly folder: string;
  /** URL of the app, without a slash at its end. */
  readonly address: string;
  /** The path in that URL, empty at the top of the site. */
  readonly path: string;
  readonly database: {
    readonly host: string;
    readonly name: string;
    readonly user: string;
    readonly password: string;
    readonly prefix: string;
  } | null;
  /** Absent in an update. */
  readonly title?: string;
  readonly language?: string;
  readonly admin?: { readonly name: string; readonly password: string; readonly email: string };
}

/** Puts the address path of the app's folder into its settings. */
export function settingsAt(settings: AppPackage['settings'], path: string): Record<string, unknown> {
  const place = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(PATH_PLACEHOLDER, path);
    if (Array.isArray(value)) return value.map(place);
    return value;
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, place(value)]));
}
