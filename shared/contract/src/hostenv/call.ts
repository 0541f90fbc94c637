import { z } from 'zod';
import { Switch } from '../call/brand';

/**
 * The version of the site configuration that the page was based on; refused with `config-newer` if a newer one
 * exists.
 */
const BaseVersion = z.object({ version: z.coerce.number().int().positive().optional() }).default({});

/** Version of the site configuration after the change. */
export const Saved = z.object({ version: z.number().int() });

/** The owner may change the settings in the console and in a portal's page. */
export const SITE_CALL = { access: 'owner', embed: ['hostenv'] } as const;

/**
 * What all calls that change a site's settings share: the owner POSTs, `version` in the query names the version that the
 * page was based on, and the reply names the new one.
 */
export const CHANGES_SETTINGS = {
  method: 'POST',
  ...SITE_CALL,
  effect: 'change',
  query: BaseVersion,
  reply: Saved,
} as const;
/** Rules that all calls reading them share. */
export const READS_SETTINGS = { method: 'POST', ...SITE_CALL, effect: 'read' } as const;

export const OnOff = z.object({ value: Switch });
