import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';

/** `ftps`: TLS by AUTH TLS on the plain port. `ftps-implicit`: TLS from the first byte. */
export const MOVE_PROTOCOLS = ['ftp', 'ftps', 'ftps-implicit', 'sftp'] as const;
export type MoveProtocol = (typeof MOVE_PROTOCOLS)[number];

export const MOVE_PORTS = { ftp: 21, ftps: 21, 'ftps-implicit': 990, sftp: 22 } as const satisfies Record<
  MoveProtocol,
  number
>;

/** How the source server writes names. `auto`: UTF-8 if every name is valid UTF-8, else GB 18030. */
export const MOVE_ENCODINGS = ['auto', 'utf-8', 'gb18030'] as const;

/** Paths that each list of a check or a result holds. */
export const MOVE_LISTED_MAX = 100;
/** Failed files that a result keeps, so that they can be tried again. */
export const MOVE_FAILED_MAX = 1000;
/** Files and folders that one move may bring in. */
export const MOVE_ENTRIES_MAX = 1_000_000;

/** A line that goes into a command of the protocol: a line break in it would be a second command. */
const Line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'one line');

/** Where the site is now. */
export const MoveSource = z.object({
  protocol: z.enum(MOVE_PROTOCOLS),
  /** Name or IP address. */
  server: Line(253),
  port: z.number().int().min(1).max(65_535),
  user: Line(256),
  password: Line(1024),
  /** Folder of the site on the server, such as `/public_html`; a relative one starts where the login does. */
  folder: Line(4096),
  encoding: z.enum(MOVE_ENCODINGS),
  /**
   * SHA-256 of the certificate or host key that the owner has confirmed, in hexadecimal; null: only a valid certificate
   * is accepted, and a host key is reported before the password is sent.
   */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type MoveSource = z.infer<typeof MoveSource>;

const Amount = z.object({ files: z.number().int(), bytes: z.number() });

/** What the check found out; `taskInfo` of a SITE_MOVE_CHECK. */
export const MoveCheck = z.object({
  server: z.object({
    /** Greeting or version of the server, cut. */
    software: z.string(),
    /** Its clock against ours, seconds; null: unknown. */
    clockSkew: z.number().nullable(),
    encoding: z.enum(['utf-8', 'gb18030']),
    fingerprint: z.string().nullable(),
  }),
  /** All that lies at the source. */
  source: Amount,
  /** What a move would copy now: files that are missing or differ at the target. */
  toCopy: Amount,
  /** Files at the target that a move would replace, and the first of them. */
  replaced: z.object({ files: z.number().int(), sample: z.array(z.string()).max(MOVE_LISTED_MAX) }),
  /** Files at the target that do not exist at the source, and the first of them. */
  gone: z.object({ files: z.number().int(), sample: z.array(z.string()).max(MOVE_LISTED_MAX) }),
  /** Entries that are never brought in, with the reason: links, special files, names that cannot be stored. */
  refused: z.array(z.object({ path: z.string(), reason: z.string() })).max(MOVE_LISTED_MAX),
  /** Number of all such entries. */
  refusedEntries: z.number().int(),
  /** Bytes that the host may store, those of replaced files included; null: no limit. */
  room: z.number().nullable(),
});
export type MoveCheck = z.infer<typeof MoveCheck>;

export const MoveFailure = z.object({ path: z.string(), reason: z.string() });
export type MoveFailure = z.infer<typeof MoveFailure>;

/** Result of a move; `taskInfo` of a SITE_MOVE. */
export const MoveResult = z.object({
  copiedFiles: z.number().int(),
  copiedBytes: z.number(),
  /** Files that were the same at both ends. */
  unchangedFiles: z.number().int(),
  /** Files that were removed at the target because they do not exist at the source. */
  removedFiles: z.number().int(),
  failed: z.array(MoveFailure).max(MOVE_FAILED_MAX),
  /** Failed files, also those that `failed` has no room for. */
  failedFiles: z.number().int(),
});
export type MoveResult = z.infer<typeof MoveResult>;

const MOVE = { method: 'POST', access: 'owner', embed: ['tools'], effect: 'change' } as const;
const Started = z.object({ taskId: z.number().int() });

export const checkMove = defineCall({
  ...MOVE,
  path: '/api/siteMove/check',
  summary:
    'Log in to the server of the old site and compare it with the target, as a task that changes nothing',
  body: z.object({ source: MoveSource, target: SitePath }),
  reply: Started,
});

export const startMove = defineCall({
  ...MOVE,
  path: '/api/siteMove/start',
  summary:
    'Copy the old site to the target: only what is missing or differs; nothing is visible before all is there',
  body: z.object({
    source: MoveSource,
    target: SitePath,
    /** Also removes what does not exist at the source; it goes to the recycle bin. */
    removeGone: z.boolean(),
  }),
  reply: Started,
});

export const retryMove = defineCall({
  ...MOVE,
  path: '/api/siteMove/retry',
  summary: 'Copy the files that failed in an earlier move',
  body: z.object({ preTaskCode: z.string().max(64), password: MoveSource.shape.password }),
  reply: Started,
});

export const getCloneInfo = defineCall({
  method: 'GET',
  path: '/api/siteMove/getCloneInfo/{id}',
  summary: 'Result of a site move, by the preTaskCode of its task',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  embed: 'any',
  params: z.object({ id: z.string().max(64) }),
  reply: MoveResult.pick({ copiedFiles: true, copiedBytes: true, failed: true }),
});
