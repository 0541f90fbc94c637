import { refuse } from '#faults/refusal';

/** NAME_MAX and PATH_MAX of Linux, bytes. */
const NAME_MAX = 255;
const PATH_MAX = 4096;
/** Deepest level that is entered: each level holds a descriptor. */
export const DEPTH_MAX = 512;

export function checkedName(name: string): string {
  if (name === '.' || name === '..' || name.includes('\0')) refuse('bad-path');
  if (Buffer.byteLength(name) > NAME_MAX) refuse('bad-name');
  return name;
}

/** Components of a path below a host's root, or below a folder of it. Repeated slashes count once. */
export function partsOf(path: string): readonly string[] {
  if (Buffer.byteLength(path) > PATH_MAX) refuse('bad-path');
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length > DEPTH_MAX) refuse('bad-path');
  return parts.map(checkedName);
}

export const pathOf = (parts: readonly string[]): string => `/${parts.join('/')}`;

/** Whether `inner` is `outer` or below it. */
export const liesIn = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.every((part, index) => inner[index] === part);
