import { join } from 'node:path';

const QUERY = '-query';

/**
 * Folders of a host's cached pages; `edge` is the folder of all. Pages with a query string have one of their own, so that
 * a flood of them displaces nothing else.
 */
export const edgeFolders = (edge: string, hostCode: string): readonly [main: string, query: string] => [
  join(edge, hostCode),
  join(edge, hostCode + QUERY),
];

/** The host of a folder's name. */
export const hostOfFolder = (name: string): string =>
  name.endsWith(QUERY) ? name.slice(0, -QUERY.length) : name;
