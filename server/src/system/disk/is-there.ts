import { access } from 'node:fs/promises';

/** Whether a file or folder exists at the path. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
