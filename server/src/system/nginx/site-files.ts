import type { NodeSite } from '../site';

/** Of a generation: pages that are texts of hosts. */
export const PAGES_FOLDER = 'pages';

export const pageFile = (hostCode: string): string => `${hostCode}.html`;

const confFile = (hostCode: string): string => `hosts/${hostCode}.conf`;

/**
 * Files of a host below the folder of a generation. A page for HTTP 404 that is a text is one of them: what is in force
 * and what visitors read change in the same moment.
 */
export const hostFiles = ({ hostCode, errorPage }: NodeSite, conf: string): [string, string][] => [
  [confFile(hostCode), conf],
  ...(errorPage?.is === 'text'
    ? [[`${PAGES_FOLDER}/${pageFile(hostCode)}`, errorPage.content] satisfies [string, string]]
    : []),
];

/** Every file a host may have. */
export const hostFileNames = (hostCode: string): readonly string[] => [
  confFile(hostCode),
  `${PAGES_FOLDER}/${pageFile(hostCode)}`,
];
