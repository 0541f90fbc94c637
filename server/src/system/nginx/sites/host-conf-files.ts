import type { NodeSite } from '#system/site/site';
import type { Conf } from '../conf';
import { dotNetErrorFile, dotNetErrorPage } from './site-dotnet';

/** Folder of a generation that holds the hosts' error texts. */
export const PAGES_FOLDER = 'pages';

export const pageFile = (hostCode: string): string => `${hostCode}.html`;

/** The servers of a host, which the main file includes by this ending. */
const serversFile = (hostCode: string): string => `hosts/${hostCode}.conf`;
/** What all servers of a host include. */
export const bodyFile = (hostCode: string): string => `hosts/${hostCode}.site`;
/** What all edge servers of a host include. */
export const edgeFile = (hostCode: string): string => `hosts/${hostCode}.edge`;

interface RenderedHost {
  readonly servers: Conf;
  readonly body: Conf;
  /** Undefined if no domain has CDN on. */
  readonly edge: Conf | undefined;
}

/**
 * Files of a host below a generation's folder. They include error texts, so that configuration and texts
 * change in the same moment.
 */
export function hostFiles(site: NodeSite, { servers, body, edge }: RenderedHost): [string, string][] {
  const { hostCode, errorPage } = site;
  const words = dotNetErrorPage(site);
  const files: [string, string][] = [
    [serversFile(hostCode), `${servers.text}\n`],
    [bodyFile(hostCode), `${body.text}\n`],
  ];
  if (edge) files.push([edgeFile(hostCode), `${edge.text}\n`]);
  if (errorPage?.is === 'text') files.push([`${PAGES_FOLDER}/${pageFile(hostCode)}`, errorPage.content]);
  if (words !== undefined) files.push([`${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`, words]);
  return files;
}

/** Every file a host may have. */
export const hostFileNames = (hostCode: string): readonly string[] => [
  serversFile(hostCode),
  bodyFile(hostCode),
  edgeFile(hostCode),
  `${PAGES_FOLDER}/${pageFile(hostCode)}`,
  `${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`,
];
