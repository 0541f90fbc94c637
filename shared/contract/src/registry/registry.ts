import { z } from 'zod';
import { AccountCode } from '../call/brand';
import { defineCall } from '../call/call';
import { HostInfo } from '../host/host-info';
import { BootRemote, BuiltRemote, RemoteName, RemoteVersion } from './remote';
import { PublicConfig } from '../session/session';

/**
 * The registry of remotes on the provider's listener. A key of scope `remotes:<name>` can only access that remote.
 */
const registry = { access: 'provider', scope: 'remotes' } as const;

const Why = z.string().trim().min(1).max(500);
const OneRemote = z.object({ name: RemoteName });

/** Which accounts get which version. It depends only on this and on the account's code. */
export const Traffic = z.object({
  /** Null: withdrawn, so that no session has it in the menu. */
  current: RemoteVersion.nullable(),
  /** The version before; `rollback` returns to it. */
  previous: RemoteVersion.nullable(),
  /** A part of the accounts; accounts in it stay in it while `percent` grows. */
  rollout: z.object({ version: RemoteVersion, percent: z.number().int().min(1).max(99) }).nullable(),
  /** Version by account. */
  pins: z.record(AccountCode, RemoteVersion),
});
export type Traffic = z.infer<typeof Traffic>;

export const TrafficChange = z.discriminatedUnion('is', [
  z.object({ is: z.literal('promote'), version: RemoteVersion }),
  z.object({ is: z.literal('rollout'), version: RemoteVersion, percent: z.number().int().min(0).max(99) }),
  z.object({ is: z.literal('rollback') }),
  /** Null removes the pin. */
  z.object({ is: z.literal('pin'), accountCode: AccountCode, version: RemoteVersion.nullable() }),
  z.object({ is: z.literal('withdraw') }),
]);
export type TrafficChange = z.infer<typeof TrafficChange>;

/** What pages reported of one version in the last 24 hours. */
const Health = z.object({
  loads: z.number(),
  /** By stage: `entry`, `chunk`, `tampered`, `incompatible`, `render`, `mount`, `hang`. */
  errors: z.record(z.string(), z.number()),
  /** Loading times, ms; null without any load. */
  medianMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
});

const StoredVersion = z.object({
  version: RemoteVersion,
  /** ISO 8601, UTC. */
  publishTime: z.string(),
  /** Name of the key, or `release` for a version shipped with the product. */
  publisher: z.string(),
  why: z.string(),
  bytes: z.number(),
  /** Null if all live consoles accept the version; otherwise why not, in words. */
  unfit: z.string().nullable(),
  health: Health,
});
export type StoredVersion = z.infer<typeof StoredVersion>;

const HistoryRow = z.object({
  revision: z.number(),
  time: z.string(),
  who: z.string(),
  /** For example `promote 0.2.0`. */
  what: z.string(),
  why: z.string(),
});

export const RemoteStatus = z.object({
  name: RemoteName,
  /** Increases by one with each change of traffic. */
  revision: z.number(),
  traffic: Traffic,
  versions: z.array(StoredVersion),
  history: z.array(HistoryRow),
});
export type RemoteStatus = z.infer<typeof RemoteStatus>;

export const listRemotes = defineCall({
  ...registry,
  method: 'GET',
  path: '/provider/remotes',
  summary: 'The remotes this key has access to, with the active version',
  effect: 'read',
  reply: z.array(
    z.object({ name: RemoteName, revision: z.number(), traffic: Traffic, versions: z.number() }),
  ),
});

export const getRemote = defineCall({
  ...registry,
  method: 'GET',
  path: '/provider/remotes/{name}',
  summary: 'Versions, traffic, history and health of a remote',
  effect: 'read',
  params: OneRemote,
  reply: RemoteStatus,
});

/** A version of the console that may still be open in a browser. */
const LiveConsole = z.object({ shell: z.string(), sdk: z.string(), lastServed: z.string() });

export const Surroundings = z.object({
  consoles: z.array(LiveConsole),
  /** Paths and names of the shell and the other remotes: no other remote may claim them. */
  taken: z.array(
    z.object({
      /** `shell` or the name of a remote. */
      by: z.string(),
      routes: z.array(z.string()),
      menu: z.array(z.string()),
      permissions: z.array(z.string()),
    }),
  ),
  /** Bytes, brotli. */
  budget: z.object({ entry: z.number(), total: z.number() }),
});
export type Surroundings = z.infer<typeof Surroundings>;

export const getSurroundings = defineCall({
  ...registry,
  method: 'GET',
  path: '/provider/remotes/{name}/surroundings',
  summary: 'What a new version of a remote must match: live consoles, taken routes and names, budgets',
  effect: 'read',
  params: OneRemote,
  reply: Surroundings,
});

export const publishVersion = defineCall({
  ...registry,
  method: 'POST',
  path: '/provider/remotes/{name}/versions',
  summary: 'Store a version (a .tar.gz of the build). Traffic stays as it is',
  effect: 'change',
  params: OneRemote,
  query: z.object({ why: Why }),
  bodyForm: 'upload',
  reply: z.object({ version: RemoteVersion, files: z.number(), bytes: z.number() }),
});

export const changeTraffic = defineCall({
  ...registry,
  method: 'POST',
  path: '/provider/remotes/{name}/traffic',
  summary: 'Promote, roll out, roll back, pin or withdraw; refused if `revision` is not the current one',
  effect: 'change',
  params: OneRemote,
  body: z.object({ revision: z.number().int().min(0), why: Why, change: TrafficChange }),
  reply: z.object({ revision: z.number(), traffic: Traffic }),
});

export const collectVersions = defineCall({
  ...registry,
  method: 'POST',
  path: '/provider/remotes/{name}/gc',
  summary: 'Remove unused versions, except the newest three and those active in the last seven days',
  effect: 'change',
  params: OneRemote,
  body: z.object({ dryRun: z.boolean().default(false) }),
  reply: z.object({
    removed: z.array(RemoteVersion),
    kept: z.array(z.object({ version: RemoteVersion, why: z.string() })),
  }),
});

/** Extra rights of a session, beyond its host's own settings. The provider's token grants them. */
export const CLAIMS = ['remote-override'] as const;
export type Claim = (typeof CLAIMS)[number];

export const REMOTE_FAILURES = [
  'entry',
  'chunk',
  'tampered',
  'incompatible',
  'refused',
  'render',
  'mount',
  'hang',
] as const;
export type RemoteFailure = (typeof REMOTE_FAILURES)[number];

/** Events of one `reportRemoteEvents` call. */
export const REMOTE_EVENTS_MAX = 50;
/** Characters of the message of an event. */
export const REMOTE_EVENT_MESSAGE_MAX = 500;

/** What a page reports about a remote. */
export const RemoteEvent = z.discriminatedUnion('is', [
  z.object({ is: z.literal('loaded'), name: RemoteName, version: RemoteVersion, ms: z.number().min(0) }),
  z.object({
    is: z.literal('failed'),
    name: RemoteName,
    version: RemoteVersion,
    stage: z.enum(REMOTE_FAILURES),
    /** First line of the error, also in the server's log. */
    message: z.string().max(REMOTE_EVENT_MESSAGE_MAX),
  }),
]);
export type RemoteEvent = z.infer<typeof RemoteEvent>;

export const reportRemoteEvents = defineCall({
  method: 'POST',
  path: '/api/remote/events',
  summary: 'Load times and errors of remotes, as reported by pages',
  access: 'owner',
  effect: 'read',
  passive: true,
  passesBlock: true,
  embed: 'any',
  body: z.object({ events: z.array(RemoteEvent).min(1).max(REMOTE_EVENTS_MAX) }),
  reply: z.object({}),
});

export const embedBoot = defineCall({
  method: 'GET',
  path: '/api/remote/embed',
  summary: "Everything a portal's page needs to show the remote of its token",
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  embed: 'any',
  reply: z.object({ remote: BootRemote, config: PublicConfig, host: HostInfo }),
});

/** No query, fragment or credentials: file paths are appended to it. */
function isBareAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return url === origin + pathname;
}

/** An origin and the folder of the remote's files there, with a slash at its end. */
const OverrideBase = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.endsWith('/') && isBareAddress(url), 'base');

export const previewOverride = defineCall({
  method: 'GET',
  path: '/api/remote/override',
  summary: 'Check whether this session may load a remote from an origin; a refusal gives the reason',
  access: 'owner',
  effect: 'read',
  query: z.object({ base: OverrideBase }),
  reply: z.object({}),
});

export const setOverride = defineCall({
  method: 'POST',
  path: '/api/remote/override',
  summary: 'Load one remote from another origin in this session, verified with the given hashes',
  access: 'owner',
  effect: 'session',
  body: z.object({ base: OverrideBase, built: BuiltRemote }),
  reply: z.object({}),
});

export const resetOverride = defineCall({
  method: 'POST',
  path: '/api/remote/override/reset',
  summary: 'Remove an override: the session loads the released version again',
  access: 'owner',
  effect: 'session',
  passesBlock: true,
  reply: z.object({}),
});
