import { z } from 'zod';
import { REMOTE_PACKAGE_FILES } from '../constants';
import { LANGUAGES, ROLES } from '../host/host-info';

/** A name in the page of every session: short, and safe for a database and a page. */
const Word = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** `Conditions` as a manifest contains them. */
const Shown = z.strictObject({
  roles: z.array(z.enum(ROLES)).optional(),
  languages: z.array(z.enum(LANGUAGES)).optional(),
  /** `specInfo.productType` is in the list. */
  products: z.array(Word).optional(),
  /** `instanceType` contains none of these. */
  notInstances: z.array(Word).optional(),
  /** `specInfo.plugin` equals this. */
  plugin: z.union([z.literal(0), z.literal(1)]).optional(),
  /** Programs of the host run in cages on its server. */
  caged: z.literal(true).optional(),
});

/** Pattern of a remote's name, for use inside longer patterns. */
export const REMOTE_NAME = '[a-z][a-z0-9-]{1,31}';
export const RemoteName = z.string().regex(new RegExp(`^${REMOTE_NAME}$`));
export const RemoteVersion = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);

/** One spelling for each address; two slashes at its start would lead to another server. */
const Path = z
  .string()
  .max(200)
  .regex(/^(?:\/|(?:\/[A-Za-z0-9_-]+)+)$/);

const MenuEntry = Shown.extend({
  path: Path,
  /** Key of the title in `titles`. */
  titleKey: Word,
  /** Another title for hosts without the entry at `path`. */
  titleWithout: z.strictObject({ path: Path, titleKey: Word }).optional(),
  /** antd icon name without `Outlined`. */
  icon: z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/),
  order: z.number(),
  parent: Path.optional(),
  /** Stays when the host is suspended. */
  whenBlocked: z.boolean().default(false),
  isNew: z.boolean().default(false),
  /** Opens another site in a new window. */
  href: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

const RemoteRoute = Shown.extend({
  path: Path,
  titleKey: Word,
  /** Key of the purpose line below the page title. */
  purposeKey: Word.optional(),
  /** The page only redirects to this one, as a parent does to its first child. */
  redirect: Path.optional(),
});

/**
 * A right that the remote defines, for example `notes.edit`, with its conditions as data;
 * `ctx.permissions.allows(name)` checks it.
 */
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
 * What a remote puts on Home, as data. `home.shortcut`: a tile that leads to a page. `home.card`: a card with the
 * component exposed as `expose`, loaded after Home has been drawn; its failure affects no other card.
 */
const Slot = z.discriminatedUnion('slot', [
  SlotFacts.extend({
    slot: z.literal('home.shortcut'),
    /** antd icon name without `Outlined`. */
    icon: z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/),
    /** The page, with what it should do there: `/fileManage?act=upload`. */
    path: z
      .string()
      .max(200)
      .regex(/^(?:\/[A-Za-z0-9_-]+)+(?:\?[A-Za-z0-9_=&-]+)?$/),
    /** What the tile opens in a new window instead of the page; `path` is the page that it belongs to. */
    opens: z.enum(['admin-tool']).optional(),
  }),
  SlotFacts.extend({
    slot: z.literal('home.card'),
    expose: z.string().regex(/^\.\/[a-z][a-z0-9-]{0,63}$/),
  }),
]);
export type RemoteSlot = z.infer<typeof Slot>;

const Titles = z.record(Word, Word);

/** `remote.json`: describes a remote as data; the shell builds routes and menu from it without loading code. */
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

/** A hash in the form that browsers check. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** Path of a file below its version's folder: no hidden part, no `..`. */
export const AssetPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/);

/** `dist/remote.json`, written by the build and published. */
export const BuiltRemote = RemoteManifest.extend({
  /** The federation entry. */
  entry: AssetPath,
  /** Name of the global variable that the entry sets. */
  global: z
    .string()
    .max(200)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
  /** Every file of the version except `remote.json`. */
  assets: z
    .record(AssetPath, Integrity)
    .refine((assets) => Object.keys(assets).length <= REMOTE_PACKAGE_FILES, 'too many files'),
});
export type BuiltRemote = z.infer<typeof BuiltRemote>;

/**
 * Why the server forbids a page to load a remote of the boot document. Its menu entry stays, and its area shows this
 * reason.
 */
export const BOOT_REFUSALS = ['version-missing', 'asset-without-hash', 'route-taken'] as const;
export type BootRefusal = (typeof BOOT_REFUSALS)[number];

/** One remote as the page receives it. `base` + a key of `assets` is the address of a file. */
export const BootRemote = BuiltRemote.extend({
  base: z.string(),
  refused: z.enum(BOOT_REFUSALS).optional(),
  /** Only this session loads it from another origin. */
  override: z.boolean().optional(),
});
export type BootRemote = z.infer<typeof BootRemote>;

/** The document inlined in the page, resolved per session. */
export const BootDocument = z.object({
  /** Digest of the other fields: the ETag of `/boot.json`. */
  revision: z.string(),
  remotes: z.array(BootRemote),
});
export type BootDocument = z.infer<typeof BootDocument>;
