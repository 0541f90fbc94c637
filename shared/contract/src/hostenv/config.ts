import { z } from 'zod';
import { defineCall } from '../call/call';
import { ROLES } from '../host/host-info';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { CONFIG_VERSIONS_MAX, SiteConfig } from './site-config';

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
  summary: 'The active site configuration, and since when',
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
  summary: 'Change several settings at once, in the format of site images; absent ones are unchanged',
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
  summary: 'Preview what restoring a version would change',
  body: z.object({ to: z.number().int().positive() }),
  reply: z.object({ differences: z.array(ConfigDifference) }),
});

export const revertConfig = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/config/revert/{to}',
  summary: 'Restore an earlier version as a new one',
  params: z.object({ to: z.coerce.number().int().positive() }),
});

export const clearConfig = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/clearConfig',
  summary: 'Reset all settings to the defaults of the language; the history can restore the old ones',
});
