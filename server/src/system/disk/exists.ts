import { access, lstat } from 'node:fs/promises';

/** Whether a file or folder exists at the path. */
export const pathExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether an entry exists at the path; a symlink is not followed, so one that leads nowhere exists. */
export const existsWithoutFollowing = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
