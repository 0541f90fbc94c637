import { access } from 'node:fs/promises';

/** Whether a path leads to anything. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
