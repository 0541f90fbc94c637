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
/** The body of the server of a staging copy, and who may visit it. */
export const stagingFile = (hostCode: string): string => `hosts/${hostCode}.staging`;
export const stagingLoginFile = (hostCode: string): string => `hosts/${hostCode}.login`;

/** What the server of a staging copy includes. */
export interface RenderedStaging {
  readonly body: Conf;
  /** Its password file. */
  readonly login: string;
}

interface RenderedHost {
  readonly servers: Conf;
  readonly body: Conf;
  /** Undefined if no domain has CDN on. */
  readonly edge: Conf | undefined;
  /** Undefined without a staging copy. */
  readonly staging: RenderedStaging | undefined;
}

/**
 * Files of a host below a generation's folder. They include error texts, so that configuration and texts
 * change in the same moment.
 */
export function hostFiles(
  site: NodeSite,
  { servers, body, edge, staging }: RenderedHost,
): [string, string][] {
  const { hostCode, errorPage } = site;
  const words = dotNetErrorPage(site);
  const files: [string, string][] = [
    [serversFile(hostCode), `${servers.text}\n`],
    [bodyFile(hostCode), `${body.text}\n`],
  ];
  if (edge) files.push([edgeFile(hostCode), `${edge.text}\n`]);
  if (staging) files.push([stagingFile(hostCode), `${staging.body.text}\n`]);
  if (staging) files.push([stagingLoginFile(hostCode), `${staging.login}\n`]);
  if (errorPage?.is === 'text') files.push([`${PAGES_FOLDER}/${pageFile(hostCode)}`, errorPage.content]);
  if (words !== undefined) files.push([`${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`, words]);
  return files;
}

/** Every file a host may have. */
export const hostFileNames = (hostCode: string): readonly string[] => [
  serversFile(hostCode),
  bodyFile(hostCode),
  edgeFile(hostCode),
  stagingFile(hostCode),
  stagingLoginFile(hostCode),
  `${PAGES_FOLDER}/${pageFile(hostCode)}`,
  `${PAGES_FOLDER}/${dotNetErrorFile(hostCode)}`,
];
