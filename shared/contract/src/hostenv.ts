import { z } from 'zod';
import { defineCall } from './call';
import { ROLES } from './host-info';
import { READS_SETTINGS, CHANGES_SETTINGS } from './hostenv-call';
import { CONFIG_VERSIONS_MAX, DOCUMENTS_MAX, LOG_SEARCH_MAX, SiteConfig } from './site-config';

/** Version, date and author of a site configuration. */
export const ConfigStamp = z.object({
  version: z.number().int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  operator: z.string(),
});
export type ConfigStamp = z.infer<typeof ConfigStamp>;

export const readConfig = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/config/read',
  summary: 'The site configuration in force, and since when',
  /** A version other than the newest. */
  body: z.object({ version: z.number().int().positive().optional() }).default({}),
  reply: ConfigStamp.extend({
    document: SiteConfig,
    /** The same in the wire form of site images, as JSON text. */
    image: z.string(),
  }),
});

export const writeConfig = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/config/write',
  summary: 'Several settings at once, in the wire form of site images; what is absent stays as it is',
  /** JSON text, as `readConfig` returns it. */
  body: z.object({ image: z.string().min(2).max(1_048_576) }),
});

/** One difference between two versions. Values are shortened text; absent if there was none. */
export const ConfigDifference = z.object({
  /** For example `php.uploadMiB`. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});
export type ConfigDifference = z.infer<typeof ConfigDifference>;

export const listConfigVersions = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/config/history',
  summary: 'Versions of the site configuration, newest first, each with what it changed',
  body: z.object({
    page: z.number().int().min(1).default(1),
    size: z.number().int().min(1).max(CONFIG_VERSIONS_MAX).default(CONFIG_VERSIONS_MAX),
  }),
  reply: z.object({
    versions: z.array(
      ConfigStamp.extend({
        role: z.enum(ROLES).nullable(),
        /** Name of the call that made it. */
        action: z.string(),
        differences: z.array(ConfigDifference),
      }),
    ),
    total: z.number().int(),
  }),
});

export const compareConfig = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/config/compare',
  summary: 'What going back to a version would change',
  body: z.object({ to: z.number().int().positive() }),
  reply: z.object({ differences: z.array(ConfigDifference) }),
});

export const revertConfig = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/config/revert/{to}',
  summary: 'Put an earlier version in force again, as a new one',
  params: z.object({ to: z.coerce.number().int().positive() }),
});

export const clearConfig = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/clearConfig',
  summary: 'Every setting back to the standard of the language; the history brings the old ones back',
});

export const setDefaultHomePage = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/setDefaultHomePage',
  summary: 'Default documents, first one first',
  body: z.object({ docs: z.array(z.string().min(1).max(255)).min(1).max(DOCUMENTS_MAX) }),
});

export const readHomePage = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/homePage',
  summary: 'Default documents in order, and which of them are there now',
  reply: z.object({
    documents: z.array(z.object({ name: z.string(), exists: z.boolean() })),
    /** The defaults of a new site in this language. */
    standard: z.array(z.string()),
    version: z.number().int(),
  }),
});

export const ERROR_LOGS = ['php', 'site'] as const;

export const readErrorLog = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/errorLog',
  summary: 'The end of an error log, or what has come since; only lines that hold `search`',
  passive: true,
  body: z.object({
    log: z.enum(ERROR_LOGS),
    /** `next` of the reply before. */
    from: z.number().int().nonnegative().optional(),
    search: z.string().max(LOG_SEARCH_MAX).default(''),
  }),
  reply: z.object({
    lines: z.array(z.string()),
    /** Bytes from the beginning of the log. */
    next: z.number().int(),
    /** The log was restarted: text that was read before is no longer in it. */
    restarted: z.boolean(),
    /** Earlier lines were left out. */
    cut: z.boolean(),
  }),
});
