import { z } from 'zod';
import { defineCall } from '../call/call';
import { SERVICE_STATUSES } from './host-info';

/** Use and limit of a quota. `used` is null while it is being measured, `quota` is null without a limit. */
const Usage = z.object({ used: z.number().nullable(), quota: z.number().nullable() });

/** How a user may prove their identity before a sensitive action. Addresses are masked. */
const VerifyWays = z.object({
  password: z.boolean(),
  /** Masked address that a code can be sent to: `o***@example.com`. */
  email: z.string().optional(),
  sms: z.string().optional(),
  /** The only way left is a fresh sign-in from the provider's portal; a token counts for 5 minutes. */
  token: z.boolean(),
});
export type VerifyWays = z.infer<typeof VerifyWays>;

/** What an owner needs to reach the site by other means, and the software that runs it. */
export const VhostInfo = z.object({
  serviceStatus: z.enum(SERVICE_STATUSES),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Version of the site's engine; absent if the language has none or it is not installed. */
  engineVersion: z.string().optional(),
  testUrl: z.string(),
  domains: z.array(z.string()),
  /** Addresses of the node: those that the provider set, else those of its interfaces. */
  serverAddresses: z.array(z.string()),
  ftp: z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    enabled: z.boolean(),
    writable: z.boolean(),
    /** False if the node has no FTP server; the setting is stored anyway. */
    served: z.boolean(),
    /** `required`: the server accepts no password without TLS. */
    tls: z.enum(['required', 'offered']),
    /** False if the node can't make access read-only. */
    canBeReadOnly: z.boolean(),
  }),
  /** The host's own database, if it has one. `address` is for programs on the same machine. */
  database: z.object({ name: z.string(), user: z.string(), address: z.string() }).optional(),
  verify: VerifyWays,
});
export type VhostInfo = z.infer<typeof VhostInfo>;

export const vhostInfo = defineCall({
  method: 'POST',
  path: '/api/vhost/info',
  summary: 'Addresses, engine, FTP access and verification methods of the session’s host',
  access: 'owner',
  effect: 'read',
  reply: VhostInfo,
});

export const UsedSpace = z.object({
  /** Bytes; `files` counts files, folders and links. `measuredAt`: ISO 8601, null before the first measurement. */
  disk: Usage.extend({ files: z.number().nullable(), measuredAt: z.string().nullable() }),
  /** Bytes; absent if the host has no database. */
  database: Usage.optional(),
  /** Bytes sent to visitors since `since` (ISO 8601, the first of the month, UTC). */
  traffic: Usage.extend({ since: z.string() }),
  /**
   * Recipients of mail in this clock hour, and how many it may be until `until` (ISO 8601); absent if the installation
   * sends no mail for sites.
   */
  mail: z.object({ used: z.number(), limit: z.number(), until: z.string() }).optional(),
});
export type UsedSpace = z.infer<typeof UsedSpace>;

export const vhostUsedSpace = defineCall({
  method: 'POST',
  path: '/api/vhost/usedSpace',
  summary: 'Disk, database and traffic used of the quotas',
  access: 'owner',
  effect: 'read',
  passive: true,
  /** `fresh`: measure now instead of returning the last measurement. */
  body: z.object({ fresh: z.boolean().default(false) }).default({ fresh: false }),
  reply: UsedSpace,
});

/** The last time that programs of a host reached a limit. */
const ShareHit = z.object({
  /** ISO 8601, UTC; the kernel's counters are read every few seconds. */
  at: z.string(),
  /** The limit that held then: bytes of memory, or a number of processes. */
  limit: z.number(),
  /** What was ended: `PHP`, `.NET` or the name of a program; absent if the machine does not tell, or none was. */
  program: z.string().optional(),
});

/** What the programs of a host use of their share. A resource that this machine does not limit is absent. */
export const ShareInUse = z.object({
  /** Bytes, without files that the kernel keeps in memory and would drop. */
  memory: z
    .object({
      used: z.number(),
      limit: z.number(),
      /** A new, lower limit holds as soon as the programs use less. */
      waits: z.boolean(),
      hit: ShareHit.optional(),
    })
    .optional(),
  /** Processes and threads. */
  processes: z.object({ used: z.number(), limit: z.number(), hit: ShareHit.optional() }).optional(),
  /** Percent of one processor, over the last half second. */
  cpu: z
    .object({
      used: z.number(),
      limit: z.number(),
      /** Programs waited in that time because they had reached the limit. */
      throttled: z.boolean(),
    })
    .optional(),
});
export type ShareInUse = z.infer<typeof ShareInUse>;

export const vhostShare = defineCall({
  method: 'POST',
  path: '/api/vhost/share',
  summary: 'Memory, processes and processor time that the host’s programs use of their share',
  access: 'owner',
  effect: 'read',
  passive: true,
  reply: ShareInUse,
});

const Status = z.object({ serviceStatus: z.enum(SERVICE_STATUSES) });

export const restartSite = defineCall({
  method: 'POST',
  path: '/api/vhost/restart',
  summary: 'Restart the processes of the site; visitors wait for a moment',
  access: 'owner',
  embed: ['hostenv'],
  effect: 'change',
  reply: Status,
});

export const openSite = defineCall({
  method: 'POST',
  path: '/api/vhost/open',
  summary: 'Open the site again',
  access: 'owner',
  effect: 'change',
  reply: Status,
});

export const closeSite = defineCall({
  method: 'POST',
  path: '/api/vhost/close',
  summary: 'Close the site: visitors get a notice (HTTP 503) until it is opened again',
  access: 'owner',
  effect: 'change',
  reply: Status,
});

export const changeFtp = defineCall({
  method: 'POST',
  path: '/api/vhost/ftp/change',
  summary: 'Turn FTP access on or off, or make it read-only',
  access: 'owner',
  effect: 'change',
  body: z.strictObject({ enabled: z.boolean().optional(), writable: z.boolean().optional() }),
  reply: z.object({ enabled: z.boolean(), writable: z.boolean() }),
});

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/vhost/changePwd',
  summary: 'Change the password of console and FTP; ends every session of the host, this one too',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  verify: true,
  body: z.object({
    /**
     * In the wire form of sign-in (`p` is the new password, `r` a fresh `captchaRand`, different from the one in
     * `X-Verify`), or plain. 8 to 256 characters, not the old password, without the host's name.
     */
    password: z.string().min(1).max(4096),
  }),
  reply: z.object({}),
});

/** A need: something the owner should do. The server words it in the reader's language. */
export const Need = z.object({
  /** Reason of the need, for example `disk-quota`. */
  reason: z.string(),
  tone: z.enum(['error', 'warning', 'info']),
  /** `{time}` in it stands for `at`, which the page writes in the reader's own time. */
  message: z.string(),
  /** ISO 8601, UTC. */
  at: z.string().optional(),
  /** Page of the console that resolves it, if there is one. */
  path: z.string().optional(),
});
export type Need = z.infer<typeof Need>;

export const listNeeds = defineCall({
  method: 'POST',
  path: '/api/vhost/needs',
  summary: 'Conditions that need the owner’s action, most severe first',
  access: 'owner',
  effect: 'read',
  passive: true,
  reply: z.object({ needs: z.array(Need), /** ISO 8601, UTC. */ checkedAt: z.string() }),
});

export const VISIT_RANGES = ['24h', '30d'] as const;

/** One hour (`24h`) or one UTC day (`30d`); the last slot is incomplete. */
export const VisitSlot = z.object({
  /** Start, ISO 8601, UTC. */
  at: z.string(),
  requests: z.number(),
  /** Bytes sent to visitors. */
  bytes: z.number(),
  ok: z.number(),
  redirect: z.number(),
  clientError: z.number(),
  serverError: z.number(),
});
export type VisitSlot = z.infer<typeof VisitSlot>;

export const queryVisits = defineCall({
  method: 'POST',
  path: '/api/vhost/visits',
  summary:
    'Requests, bytes and status codes from the access log, by hour or day; slots without visits are included',
  access: 'owner',
  effect: 'read',
  passive: true,
  body: z.object({ range: z.enum(VISIT_RANGES) }),
  reply: z.object({
    slots: z.array(VisitSlot),
    /** How far the log was read, ISO 8601; null if it was never read. */
    countedTo: z.string().nullable(),
  }),
});
