import { join } from 'node:path';

const QUERY = '-query';
const DIGEST = '.digest';
const PURGES = '.purges';

/**
 * Folders of a host's cached pages, inside the folder of all caches. Pages with a query string have a folder of their own,
 * so that a flood of them evicts nothing else.
 */
export const edgeFolders = (edge: string, hostCode: string): readonly [main: string, query: string] => [
  join(edge, hostCode),
  join(edge, hostCode + QUERY),
];

/** Holds the site digest (live-edges.ts) to which the cached pages belong. */
export const digestFile = (edge: string, hostCode: string): string => join(edge, hostCode + DIGEST);

/** Holds the purges of a host whose later scans are still due (recent-purges.ts). */
export const purgesFile = (edge: string, hostCode: string): string => join(edge, hostCode + PURGES);

export const isPurgesFile = (name: string): boolean => name.endsWith(PURGES);

/** The host to which an entry in the folder of all caches belongs. */
export const hostOfEntry = (name: string): string => {
  const end = [QUERY, DIGEST, PURGES, `${PURGES}.part`].find((one) => name.endsWith(one)) ?? '';
  return name.slice(0, name.length - end.length);
};
