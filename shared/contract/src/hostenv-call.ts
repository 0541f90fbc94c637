import { z } from 'zod';
import { Switch } from './brand';

/** The version of the site configuration that the page was made from; where a newer one is in force, `config-newer`. */
const BaseVersion = z.object({ version: z.coerce.number().int().positive().optional() }).default({});

/** Version of the site configuration that is in force after a change. */
export const Saved = z.object({ version: z.number().int() });

/** Whose settings they are: the owner's, in a portal's page as in the console. */
export const OF_SITE = { access: 'owner', embed: ['hostenv'] } as const;

/** Rules that all settings of a site share. */
export const SETTING = {
  method: 'POST',
  ...OF_SITE,
  effect: 'change',
  query: BaseVersion,
  reply: Saved,
} as const;
/** And all that read them. */
export const READING = { method: 'POST', ...OF_SITE, effect: 'read' } as const;

export const OnOff = z.object({ value: Switch });
