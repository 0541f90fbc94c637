import { z } from 'zod';
import { REMOTE_PACKAGE_FILES } from './constants';
import { LANGUAGES, ROLES } from './host-info';

/** What the page of every session carries: short, and nothing that a database or a page could not hold. */
const Word = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** `Conditions` as a manifest writes them. */
const Shown = z.strictObject({
  roles: z.array(z.enum(ROLES)).optional(),
  languages: z.array(z.enum(LANGUAGES)).optional(),
  /** `specInfo.productType` is one of these. */
  products: z.array(Word).optional(),
  /** `instanceType` contains none of these. */
  notInstances: z.array(Word).optional(),
  /** `specInfo.plugin` is this. */
  plugin: z.union([z.literal(0), z.literal(1)]).optional(),
});

export const RemoteName = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);
export const RemoteVersion = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);

/** One spelling for each address: two slashes at its start would lead to another server. */
const Path = z
  .string()
  .max(200)
  .regex(/^(?:\/|(?:\/[A-Za-z0-9_-]+)+)$/);

const MenuEntry = Shown.extend({
  path: Path,
  /** Key of the title in `titles`. */
  titleKey: Word,
  /** Another title for hosts that do not see the entry at `path`. */
  titleWithout: z.strictObject({ path: Path, titleKey: Word }).optional(),
  /** antd icon name without `Outlined`. */
  icon: z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/),
  order: z.number(),
  parent: Path.optional(),
  /** Stays when the host is suspended. */
  whenBlocked: z.boolean().default(false),
  isNew: z.boolean().default(false),
  /** Leads to another site, in a window of its own. */
  href: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

const RemoteRoute = Shown.extend({
  path: Path,
  titleKey: Word,
  /** One purpose line below the page title. */
  purposeKey: Word.optional(),
  /** Has no page of its own and leads on to this one, as a parent to its first child. */
  redirect: Path.optional(),
});

/** A right of the remote's own, as in `notes.edit`: who has it is data; `ctx.permissions.allows(name)` answers. */
const RemotePermission = Shown.extend({
  name: z.string().regex(/^[a-z][a-zA-Z0-9-]*(\.[a-z][a-zA-Z0-9-]*)+$/),
});

const SlotFacts = Shown.extend({
  titleKey: Word,
  order: z.number(),
  /** Stays when the host is suspended. */
  whenBlocked: z.boolean().default(false),
});

/**
 * What a remote puts on Home, as data. `home.shortcut`: a tile that leads to a page. `home.card`: a card whose inside is
 * the component exposed as `expose`, loaded after Home itself has been drawn; it fails alone.
 */
const Slot = z.discriminatedUnion('slot', [
  SlotFacts.extend({
    slot: z.literal('home.shortcut'),
    /** antd icon name without `Outlined`. */
    icon: z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/),
    /** Page, and what it shall do there: `/fileManage?act=upload`. */
    path: z
      .string()
      .max(200)
      .regex(/^(?:\/[A-Za-z0-9_-]+)+(?:\?[A-Za-z0-9_=&-]+)?$/),
  }),
  SlotFacts.extend({
    slot: z.literal('home.card'),
    expose: z.string().regex(/^\.\/[a-z][a-z0-9-]{0,63}$/),
  }),
]);
export type RemoteSlot = z.infer<typeof Slot>;

const Titles = z.record(Word, Word);

/** `remote.json`: what a remote is, as data; the shell builds routes and menu from it without loading code. */
export const RemoteManifest = z.strictObject({
  /** For editors. */
  $schema: Word.optional(),
  name: RemoteName,
  version: RemoteVersion,
  /** Ranges as `^0.1.0`, `~0.1.0`, `>=0.1.0`, `0.1.0`, `*`; alternatives by `||`. */
  requires: z.strictObject({ sdk: Word, shell: Word }),
  routes: z.array(RemoteRoute).max(50),
  menu: z.array(MenuEntry).max(50),
  permissions: z.array(RemotePermission).max(50).default([]),
  slots: z.array(Slot).max(20).default([]),
  /** Titles by language, so that the menu needs no code of the remote. */
  titles: z.strictObject({ 'zh-CN': Titles, 'en-US': Titles }),
  embed: z
    .strictObject({
      properties: z.array(Word).max(50).default([]),
      events: z.array(Word).max(50).default([]),
    })
    .default({ properties: [], events: [] }),
});
export type RemoteManifest = z.infer<typeof RemoteManifest>;

/** A hash as browsers check it. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** A file of a version, below its folder: no hidden part, no `..`. */
export const AssetPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/);

/** `dist/remote.json`, what a build writes and what is published. */
export const BuiltRemote = RemoteManifest.extend({
  /** The federation entry. */
  entry: AssetPath,
  /** Global under which the entry appears. */
  global: z
    .string()
    .max(200)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
  /** Every file of the version but `remote.json`. */
  assets: z
    .record(AssetPath, Integrity)
    .refine((assets) => Object.keys(assets).length <= REMOTE_PACKAGE_FILES, 'too many files'),
});
export type BuiltRemote = z.infer<typeof BuiltRemote>;

/** Why the server keeps a remote of the boot document from being loaded. Its menu entry stays, its area says this. */
export const BOOT_REFUSALS = ['version-missing', 'asset-without-hash', 'route-taken'] as const;
export type BootRefusal = (typeof BOOT_REFUSALS)[number];

/** One remote as the page gets it. `base` + a key of `assets` is the address of a file. */
export const BootRemote = BuiltRemote.extend({
  base: z.string(),
  refused: z.enum(BOOT_REFUSALS).optional(),
  /** This session alone loads it from another origin. */
  override: z.boolean().optional(),
});
export type BootRemote = z.infer<typeof BootRemote>;

/** The document inlined in the page, resolved per session. */
export const BootDocument = z.object({
  /** Digest of what follows: the ETag of `/boot.json`. */
  revision: z.string(),
  remotes: z.array(BootRemote),
});
export type BootDocument = z.infer<typeof BootDocument>;
