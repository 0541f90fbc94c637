import { join } from 'node:path';

const QUERY = '-query';
const MARK = '.mark';

/**
 * Folders of a host's cached pages; `edge` is the folder of all. Pages with a query string have one of their own, so that
 * a flood of them displaces nothing else.
 */
export const edgeFolders = (edge: string, hostCode: string): readonly [main: string, query: string] => [
  join(edge, hostCode),
  join(edge, hostCode + QUERY),
];

/** Says which answers of the site the cached pages are (edge-in-force.ts). */
export const markFile = (edge: string, hostCode: string): string => join(edge, hostCode + MARK);

/** The host of a name in the folder of all caches. */
export const hostOfEntry = (name: string): string => {
  const end = [QUERY, MARK].find((one) => name.endsWith(one)) ?? '';
  return name.slice(0, name.length - end.length);
};
