import { z } from 'zod';
import { Switch } from './brand';

/** The version of the site configuration that the page was made from; where a newer one is in force, `config-newer`. */
const BaseVersion = z.object({ version: z.coerce.number().int().positive().optional() }).default({});

/** Version of the site configuration that is in force after a change. */
export const Saved = z.object({ version: z.number().int() });

/** Rules that all settings of a site share. */
export const SETTING = {
  method: 'POST',
  access: 'owner',
  effect: 'change',
  query: BaseVersion,
  reply: Saved,
} as const;
/** And all that read them. */
export const READING = { method: 'POST', access: 'owner', effect: 'read' } as const;

export const OnOff = z.object({ value: Switch });
