import type { LogArea } from '@sitedeck/contract';

/** Areas by the first characters of a call's path. */
const AREAS: readonly (readonly [start: string, area: LogArea])[] = [
  ['/fs/', 'files'],
  ['/api/task/', 'task'],
  ['/api/database/', 'database'],
  ['/api/backup/', 'backup'],
  ['/api/log/', 'log'],
  ['/api/login', 'session'],
  ['/api/logout', 'session'],
  ['/api/captcha/', 'session'],
  ['/api/changeHost', 'session'],
  ['/api/remote/', 'remote'],
  ['/provider/', 'provider'],
];

/** Area of the operation log that a call belongs to. */
export const areaOf = (path: string): LogArea =>
  AREAS.find(([start]) => path.startsWith(start))?.[1] ?? 'host';
