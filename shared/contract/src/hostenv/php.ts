import { z } from 'zod';
import { Switch } from '../call/brand';
import { defineCall } from '../call/call';
import { SITE_CALL, OnOff, READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { PHP_UPLOAD_MAX_MIB } from './php-parameters';
import { PhpConfig } from './site-config';

const PHP = '/api/vhost/config/php';

export const readPhp = defineCall({
  ...READS_SETTINGS,
  path: `${PHP}/config`,
  summary: 'PHP of the site: versions, choices and active settings',
  reply: z.object({
    config: PhpConfig,
    version: z.number().int(),
    /** Whether the site's language can run PHP. */
    served: z.boolean(),
    versions: z.array(
      z.object({
        version: z.string(),
        installed: z.boolean(),
        inUse: z.boolean(),
        /** `YYYY-MM`, the month in which security updates end. */
        supportedUntil: z.string(),
      }),
    ),
  }),
});

/** Where the current value comes from: PHP itself, the node, the console's default, or the owner. */
export const PHP_ORIGINS = ['engine', 'node', 'standard', 'site', 'userIni'] as const;

export const readPhpReport = defineCall({
  ...READS_SETTINGS,
  path: `${PHP}/report`,
  summary: 'PHP’s own report: version, extensions, and each active setting with its origin',
  reply: z.object({
    version: z.string(),
    sapi: z.string(),
    extensions: z.array(z.object({ name: z.string(), version: z.string() })),
    settings: z.array(z.object({ key: z.string(), value: z.string(), origin: z.enum(PHP_ORIGINS) })),
  }),
});

export const changePhpVersion = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/changeVersion/{v}`,
  summary: 'Set the PHP version of the site',
  params: z.object({ v: z.string().min(1).max(16) }),
});

/** Switches of the language; `php` switches PHP itself. */
export const PHP_LANGUAGE_SWITCHES = ['php', 'shortOpenTag', 'displayErrors'] as const;

export const setPhpLanguage = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/lang/{a}/{b}`,
  summary: 'Turn a PHP language switch on or off',
  params: z.object({ a: z.enum(PHP_LANGUAGE_SWITCHES), b: Switch }),
});

export const setPhpErrorLog = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/errorLog/{value}`,
  summary: 'Turn the PHP error log on or off',
  params: OnOff,
});

export const setPhpOutputBuffer = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/ob/{value}`,
  summary: 'Turn PHP output buffering on or off',
  params: OnOff,
});

export const setPhpUpload = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/upload/{value}`,
  summary: 'Turn PHP uploads on or off',
  params: OnOff,
});

export const setPhpUploadSize = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/maxUploadSize/{value}`,
  summary: 'Set the largest PHP upload in MiB',
  params: z.object({ value: z.coerce.number().int().min(1).max(PHP_UPLOAD_MAX_MIB) }),
});

export const disablePhpFunctions = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/disableFuncs/{value}`,
  summary: 'Disable PHP functions, separated by commas; `none` allows all',
  params: z.object({ value: z.string().min(1).max(8192) }),
});

export const updatePhpParam = defineCall({
  ...CHANGES_SETTINGS,
  path: `${PHP}/updatePhpParam`,
  summary: 'Set one of the allowed php.ini parameters',
  body: z.object({ phpIniKey: z.string().min(1).max(64), phpIniValue: z.string().max(1024) }),
});

const Choices = <Value extends z.ZodType>(value: Value) =>
  z.object({ choices: z.array(z.object({ value, label: z.string() })), current: value });

export const getPhpErrorPort = defineCall({
  method: 'GET',
  ...SITE_CALL,
  effect: 'read',
  path: `${PHP}/getPhpErrorPort`,
  summary: 'Choices of PHP error reporting and the active one; values are level names',
  reply: Choices(z.array(z.string())),
});

export const getPhpTimeZone = defineCall({
  method: 'GET',
  ...SITE_CALL,
  effect: 'read',
  path: `${PHP}/getPhpTimeZone`,
  summary: 'Time zones with their current offset, and the active one',
  reply: Choices(z.string()),
});
