import { z } from 'zod';
import { LANGUAGES, ROLES } from './host';

/** Which hosts and roles see a menu entry or a route; an absent list means everybody. */
const Conditions = z.object({
  roles: z.array(z.enum(ROLES)).optional(),
  languages: z.array(z.enum(LANGUAGES)).optional(),
});

const MenuEntry = Conditions.extend({
  path: z.string().startsWith('/'),
  /** Key of the title in the remote's i18n files. */
  titleKey: z.string(),
  /** antd icon name without `Outlined`. */
  icon: z.string(),
  order: z.number(),
  parent: z.string().startsWith('/').optional(),
  /** Stays when the host is suspended. */
  whenBlocked: z.boolean().default(false),
  isNew: z.boolean().default(false),
  href: z.url().optional(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

const RemoteRoute = Conditions.extend({
  path: z.string().startsWith('/'),
  titleKey: z.string(),
  /** One purpose line below the page title. */
  purposeKey: z.string().optional(),
});

/** `remote.json`: what a remote is, as data; the shell builds routes and menu from it without loading code. */
export const RemoteManifest = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,31}$/),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  requires: z.object({ sdk: z.string(), shell: z.string() }),
  routes: z.array(RemoteRoute),
  menu: z.array(MenuEntry),
  slots: z.array(z.object({ slot: z.string(), expose: z.string() })).default([]),
  /** Titles by language, so that the menu needs no code of the remote. */
  titles: z.object({ 'zh-CN': z.record(z.string(), z.string()), 'en-US': z.record(z.string(), z.string()) }),
  embed: z
    .object({ properties: z.array(z.string()).default([]), events: z.array(z.string()).default([]) })
    .default({ properties: [], events: [] }),
});
export type RemoteManifest = z.infer<typeof RemoteManifest>;

/** One remote as the page gets it. `base` + `entry` is the address of its federation entry. */
export const BootRemote = RemoteManifest.extend({ base: z.string(), entry: z.string() });
export type BootRemote = z.infer<typeof BootRemote>;

/** The document inlined in the page, resolved per session. */
export const BootDocument = z.object({
  revision: z.string(),
  remotes: z.array(BootRemote),
});
export type BootDocument = z.infer<typeof BootDocument>;
