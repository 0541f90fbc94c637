import { readSitePath, type InstalledApp, type SitePath } from '@sitedeck/contract';

export const DOCUMENT_ROOT = '/wwwroot';

/** The document root or a folder below it; undefined for any other text. */
export function appFolder(typed: string): SitePath | undefined {
  const path = readSitePath(typed.trim());
  return path === DOCUMENT_ROOT || path?.startsWith(`${DOCUMENT_ROOT}/`) ? path : undefined;
}

/** How the tables of an app may begin: lower-case letters and digits, then an underscore. */
export const isPrefix = (typed: string): boolean => /^[a-z][a-z0-9]{0,15}_$/.test(typed);

/** The first of `name`, `name2`, `name3`… that is not taken. */
function firstFree(taken: ReadonlySet<string | null>, nameAt: (n: number) => string): string {
  let n = 1;
  while (taken.has(nameAt(n))) n += 1;
  return nameAt(n);
}

const numbered = (n: number): string => (n === 1 ? '' : String(n));

/** A folder that no installed app is in. */
export const offeredFolder = (folder: string, installed: readonly InstalledApp[]): string =>
  firstFree(new Set(installed.map((app) => app.folder)), (n) => `${DOCUMENT_ROOT}/${folder}${numbered(n)}`);

/** A prefix that no installed app has. */
export const offeredPrefix = (prefix: string, installed: readonly InstalledApp[]): string =>
  firstFree(
    new Set(installed.map((app) => app.prefix)),
    (n) => `${prefix.slice(0, 14).replace(/_$/, '')}${numbered(n)}_`,
  );

/** Apps that lie in the folder of another one, and go with it. */
export const appsInside = (folder: string, installed: readonly InstalledApp[]): readonly InstalledApp[] =>
  installed.filter((app) => app.folder.startsWith(`${folder}/`));
