import type { NodeSite } from '#system/site/site';
import { dotNetErrorFile, dotNetErrorPage } from './site-dotnet';

/** Of a generation: pages that are texts of hosts. */
export const PAGES_FOLDER = 'pages';

export const pageFile = (hostCode: string): string => `${hostCode}.html`;

const confFile = (hostCode: string): string => `hosts/${hostCode}.conf`;

/**
 * Files of a host below the folder of a generation. Pages for errors that are texts are among them: what is in force
 * and what visitors read change in the same moment.
 */
export function hostFiles(site: NodeSite, conf: string): [string, string][] {
  const { hostCode, errorPage } = site;
  const words = dotNetErrorPage(site);
  const files: [string, string][] = [[confFile(hostCode), conf]];
  if (errorPage?.is === 'text') files.push([`${PAGES_FOLDER}/${pageFile(hostCode)}`, errorPage.content]);
  if (words !== undefined) files.push([`${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`, words]);
  return files;
}

/** Every file a host may have. */
export const hostFileNames = (hostCode: string): readonly string[] => [
  confFile(hostCode),
  `${PAGES_FOLDER}/${pageFile(hostCode)}`,
  `${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`,
];
