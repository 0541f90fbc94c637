import { z } from 'zod';
import { defineCall } from './call';
import { SERVICE_STATUSES } from './host-info';

/** What a quota is measured against. `used` is null while it is being measured, `quota` null where there is no limit. */
const Usage = z.object({ used: z.number().nullable(), quota: z.number().nullable() });

/** How a person may prove who they are before a sensitive act (decisions, "Step-up"). Addresses are masked. */
const VerifyWays = z.object({
  password: z.boolean(),
  /** `o***@example.com`: a code can be sent there. */
  email: z.string().optional(),
  sms: z.string().optional(),
  /** Nothing of the above: come in again from the provider's portal; a token counts for 5 minutes. */
  token: z.boolean(),
});
export type VerifyWays = z.infer<typeof VerifyWays>;

/** Everything an owner needs to reach the site by other means, and what runs it. */
export const VhostInfo = z.object({
  serviceStatus: z.enum(SERVICE_STATUSES),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Of the site's engine; absent where the language has none or it is not installed. */
  engineVersion: z.string().optional(),
  testUrl: z.string(),
  domains: z.array(z.string()),
  /** Public addresses of the node; empty where the provider named none. */
  serverAddresses: z.array(z.string()),
  ftp: z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    enabled: z.boolean(),
    writable: z.boolean(),
    /** False where the node has no FTP server: the setting is kept for it. */
    served: z.boolean(),
    /** `required`: no password is taken without it. */
    tls: z.enum(['required', 'offered']),
    /** False where the node can't make access read-only. */
    canBeReadOnly: z.boolean(),
  }),
  /** Of the host's own database; absent where it has none. `address` is for programs on the same machine. */
  database: z.object({ name: z.string(), user: z.string(), address: z.string() }).optional(),
  verify: VerifyWays,
});
export type VhostInfo = z.infer<typeof VhostInfo>;

export const vhostInfo = defineCall({
  method: 'POST',
  path: '/api/vhost/info',
  summary: 'Addresses, engine, FTP access and ways to prove who one is, of the host of the session',
  access: 'owner',
  effect: 'read',
  reply: VhostInfo,
});

export const UsedSpace = z.object({
  /** Bytes; `files` counts files, folders and links. `measuredAt`: ISO 8601, null before the first measurement. */
  disk: Usage.extend({ files: z.number().nullable(), measuredAt: z.string().nullable() }),
  /** Absent where the host has no database. Bytes. */
  database: Usage.optional(),
  /** Bytes sent to visitors since `since` (ISO 8601, the first of the month, UTC). */
  traffic: Usage.extend({ since: z.string() }),
});
export type UsedSpace = z.infer<typeof UsedSpace>;

export const vhostUsedSpace = defineCall({
  method: 'POST',
  path: '/api/vhost/usedSpace',
  summary: 'Disk, database and traffic used of the quotas',
  access: 'owner',
  effect: 'read',
  passive: true,
  /** `fresh`: measured now, not what was measured last. */
  body: z.object({ fresh: z.boolean().default(false) }).default({ fresh: false }),
  reply: UsedSpace,
});

const Status = z.object({ serviceStatus: z.enum(SERVICE_STATUSES) });

export const restartSite = defineCall({
  method: 'POST',
  path: '/api/vhost/restart',
  summary: 'End the processes of the site and start them anew; visitors wait for a moment',
  access: 'owner',
  embed: ['hostenv'],
  effect: 'change',
  reply: Status,
});

export const openSite = defineCall({
  method: 'POST',
  path: '/api/vhost/open',
  summary: 'Serve the site again',
  access: 'owner',
  effect: 'change',
  reply: Status,
});

export const closeSite = defineCall({
  method: 'POST',
  path: '/api/vhost/close',
  summary: 'Answer every visitor with a friendly page (HTTP 503) until it is opened again',
  access: 'owner',
  effect: 'change',
  reply: Status,
});

export const changeFtp = defineCall({
  method: 'POST',
  path: '/api/vhost/ftp/change',
  summary: 'FTP access on or off, read-only or not',
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
     * In the wire form of sign-in (`p` is the new password, `r` a fresh `captchaRand`, another than `X-Verify` has), or
     * plain. 8 to 256 characters, not the old one, without the host's name.
     */
    password: z.string().min(1).max(4096),
  }),
  reply: z.object({}),
});

/** What an owner should do something about, worst first. Words are the server's, in the reader's language. */
export const Need = z.object({
  /** Names the kind, as in `disk-quota`. */
  reason: z.string(),
  tone: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** Page of the console where it is mended, if there is one. */
  path: z.string().optional(),
});
export type Need = z.infer<typeof Need>;

export const listNeeds = defineCall({
  method: 'POST',
  path: '/api/vhost/needs',
  summary: 'What the owner should do something about, worst first',
  access: 'owner',
  effect: 'read',
  passive: true,
  reply: z.object({ needs: z.array(Need), /** ISO 8601, UTC. */ checkedAt: z.string() }),
});

export const VISIT_RANGES = ['24h', '30d'] as const;

/** One hour (`24h`) or one UTC day (`30d`); the last one is still under way. */
export const VisitSlot = z.object({
  /** Start, ISO 8601, UTC. */
  at: z.string(),
  requests: z.number(),
  /** Sent to visitors. */
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
    'Requests, bytes and status codes from the access log, by hour or by day; every slot of the range is there',
  access: 'owner',
  effect: 'read',
  passive: true,
  body: z.object({ range: z.enum(VISIT_RANGES) }),
  reply: z.object({
    slots: z.array(VisitSlot),
    /** Up to when the log was read, ISO 8601; null where it never was. */
    countedTo: z.string().nullable(),
  }),
});
