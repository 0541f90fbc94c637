import type { NodeSite } from '#system/site/site';
import { dotNetErrorFile, dotNetErrorPage } from './site-dotnet';

/** Folder of a generation that holds the hosts' error texts. */
export const PAGES_FOLDER = 'pages';

export const pageFile = (hostCode: string): string => `${hostCode}.html`;

const confFile = (hostCode: string): string => `hosts/${hostCode}.conf`;

/**
 * Files of a host below a generation's folder. They include error texts, so that configuration and texts
 * change in the same moment.
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
