import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { DATABASE_QUERY, DATABASE_CHANGE } from './call';
import { FileFault } from '../files/entry';

export const showDatabasePassword = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/secret',
  summary: 'The database password, shown on demand; the log records the request, never the password',
  passesLock: true,
  reply: z.object({ password: z.string() }),
});

/** Length of a password that a user chooses. */
export const DATABASE_PASSWORD = { min: 12, max: 64 } as const;

/**
 * Printable ASCII, with spaces only inside. The engine compares bytes, and other characters are encoded differently
 * by each client; forms and configuration files drop spaces at either end.
 */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

/** Whether a user may choose this password. */
export const isDatabasePassword = (password: string): boolean =>
  password.length >= DATABASE_PASSWORD.min &&
  password.length <= DATABASE_PASSWORD.max &&
  PRINTABLE.test(password);

export const changeDatabasePassword = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/changePwd',
  summary: 'Change the database password, generated if none is given; ends all its connections',
  verify: true,
  /** Valid by `isDatabasePassword`: printable ASCII, no space at either end. */
  body: z.object({ password: z.string().max(200).optional() }),
  /** The new password, and the one before it: files of the site may still hold the old one. */
  reply: z.object({ password: z.string(), previous: z.string() }),
});

/** Maximum number of files that one reply lists as holding the password. */
export const PASSWORD_FILES_MAX = 50;

export const findPasswordFiles = defineCall({
  ...DATABASE_QUERY,
  path: '/api/database/configFiles',
  summary: 'Configuration files of the site that contain a given password',
  body: z.strictObject({ previous: z.string().min(8).max(200) }),
  /** `lines`: number of lines that hold it. */
  reply: z.object({
    files: z.array(z.object({ path: z.string(), lines: z.number().int() })),
    /** More files than these hold the password; one reply lists at most `PASSWORD_FILES_MAX`. */
    more: z.boolean(),
  }),
});

export const updatePasswordFiles = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/configFiles/update',
  summary:
    'Replace an earlier password by the current one in these files; the old content is kept as a version',
  body: z.strictObject({
    previous: z.string().min(8).max(200),
    paths: z.array(SitePath).min(1).max(PASSWORD_FILES_MAX),
  }),
  reply: z.object({
    done: z.array(z.object({ path: z.string() })),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});
