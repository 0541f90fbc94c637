import { z } from 'zod';
import { defineCall } from '../call/call';
import { SCAN_SEVERITIES, SCAN_UNKNOWN, ScanFinding } from './finding';

/** `changed`: files that were added or changed since the last scan, and those found before. */
export const SCAN_MODES = ['changed', 'all'] as const;
export type ScanMode = (typeof SCAN_MODES)[number];

/**
 * `open`: waits for the owner. `quarantined`: moved out of the site, can be restored. `ignored`: the owner trusts this
 * content. `resolved`: the file is gone or was changed.
 */
export const SCAN_STATES = ['open', 'quarantined', 'ignored', 'resolved'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

/** Files that one act names. */
export const SCAN_ACT_MAX = 500;
export const SCAN_REASON_MAX = 200;
/** Rows of one page. */
export const SCAN_PAGE_MAX = 100;
/** Requests that the console shows of one file. */
export const SCAN_REQUESTS_MAX = 50;
/** Requires the act `delete` to be typed, from this number of files on. */
export const SCAN_DELETE_TYPED = 10;

const Id = z.number().int().positive();
/** ISO 8601, UTC. */
const Time = z.string();

/** A file with at least one finding, or one that could not be analysed. */
export const ScanFile = z.object({
  id: Id,
  /** From the host's root. Bytes that are not UTF-8 are shown as replacement characters. */
  path: z.string(),
  state: z.enum(SCAN_STATES),
  /** That of the gravest finding; null: the file could not be analysed. */
  severity: z.enum(SCAN_SEVERITIES).nullable(),
  /** Gravest first; empty if the file could not be analysed. */
  findings: z.array(ScanFinding),
  unknown: z.enum(SCAN_UNKNOWN).nullable(),
  size: z.number(),
  modifiedAt: Time,
  firstSeenAt: Time,
  /** When its state became `quarantined`, `ignored` or `resolved`. */
  actedAt: Time.nullable(),
  /** Why the owner trusts it; empty otherwise. */
  reason: z.string(),
  /** SHA-256 of its content, in hexadecimal. */
  hash: z.string(),
});
export type ScanFile = z.infer<typeof ScanFile>;

export const ScanRun = z.object({
  taskId: Id,
  mode: z.enum(SCAN_MODES),
  isScheduled: z.boolean(),
  endedAt: Time,
  /** Files of the site, and those that were read; the others had not changed. */
  files: z.number(),
  read: z.number(),
  bytes: z.number(),
  seconds: z.number(),
  /** Whether it came to its end; else the list may be incomplete. */
  isComplete: z.boolean(),
});
export type ScanRun = z.infer<typeof ScanRun>;

export const SCAN_FREQUENCIES = ['daily', 'weekly'] as const;

/** When the site is scanned without a request. */
export const ScanSchedule = z.object({
  isOn: z.boolean(),
  mode: z.enum(SCAN_MODES),
  frequency: z.enum(SCAN_FREQUENCIES),
  /** In the server's time zone. */
  hour: z.number().int().min(0).max(23),
  /** Also scans what has changed after each upload, extraction, site move, image or app. */
  onArrival: z.boolean().default(false),
});
export type ScanSchedule = z.infer<typeof ScanSchedule>;
export const SCAN_SCHEDULE_DEFAULT: ScanSchedule = {
  isOn: false,
  mode: 'changed',
  frequency: 'daily',
  hour: 2,
  onArrival: false,
};

/** What the scan on this node can do. `no-rules`: the program yara is missing, so known shells are found by analysis alone. */
export const SCAN_ENGINE_STATES = ['complete', 'no-rules', 'missing'] as const;
export type ScanEngineState = (typeof SCAN_ENGINE_STATES)[number];

const base = { access: 'owner', embed: ['safety'] } as const;
const reading = { ...base, effect: 'read' } as const;
const changing = { ...base, method: 'POST', effect: 'change' } as const;

export const startScan = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/safe/scan/start',
  summary: 'Search the site for web shells, as a task that changes nothing',
  taskKind: 'SAFE_SCAN',
  body: z.object({ mode: z.enum(SCAN_MODES) }),
  reply: z.object({ taskId: Id }),
});

export const readScan = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/safe/scan/state',
  summary: 'The last scan, the schedule, and how many files are in which state',
  reply: z.object({
    engine: z.enum(SCAN_ENGINE_STATES),
    last: ScanRun.nullable(),
    /** The task that scans now or waits to. */
    runningTask: Id.nullable(),
    /** Open files by severity; `unknown`: not analysed. */
    open: z.object({ high: z.number(), suspicious: z.number(), notice: z.number(), unknown: z.number() }),
    quarantined: z.number(),
    ignored: z.number(),
    schedule: ScanSchedule,
    /** The next scheduled scan. */
    nextAt: Time.nullable(),
    /** Zone of the server, such as `Asia/Shanghai`. */
    zone: z.string(),
  }),
});

export const listFindings = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/safe/scan/findings',
  summary: 'Files with findings, the gravest first',
  query: z.object({
    state: z.enum(SCAN_STATES).default('open'),
    severity: z.enum([...SCAN_SEVERITIES, 'unknown', '']).default(''),
    /** Part of the path. */
    keyword: z.string().trim().max(200).default(''),
    page: z.coerce.number().int().min(1).default(1),
    size: z.coerce.number().int().min(1).max(SCAN_PAGE_MAX).default(20),
  }),
  reply: z.object({ files: z.array(ScanFile), total: z.number() }),
});

export const SCAN_ACTS = ['quarantine', 'restore', 'ignore', 'unignore', 'delete'] as const;
export type ScanAct = (typeof SCAN_ACTS)[number];

export const actOnFindings = defineCall({
  ...changing,
  path: '/api/safe/scan/act',
  summary:
    'Move files into quarantine or back, trust their content or no longer, or delete them permanently; each file by itself',
  body: z.object({
    act: z.enum(SCAN_ACTS),
    ids: z.array(Id).min(1).max(SCAN_ACT_MAX),
    /** For `ignore`: why the content is trusted. */
    reason: z.string().trim().max(SCAN_REASON_MAX).default(''),
  }),
  reply: z.object({
    done: z.array(Id),
    /** Files that are as before, with the reason in words. */
    failed: z.array(z.object({ id: Id, path: z.string(), reason: z.string() })),
  }),
});

export const saveScanSchedule = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/safe/scan/schedule',
  summary: 'Set when the site is scanned without a request',
  body: ScanSchedule,
  reply: z.object({ nextAt: Time.nullable() }),
});

export const scanReport = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/safe/scan/report',
  summary: 'All files with findings and their state, as CSV or JSON',
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  replyForm: 'stream',
  reply: z.unknown(),
});

export const listFindingRequests = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/safe/scan/requests',
  summary: 'The last visits that called a file with findings, from the access log',
  query: z.object({ id: z.coerce.number().int().positive() }),
  reply: z.object({
    requests: z
      .array(
        z.object({
          at: Time,
          address: z.string(),
          /** Method and path, as requested. */
          request: z.string(),
          status: z.number(),
          agent: z.string(),
        }),
      )
      .max(SCAN_REQUESTS_MAX),
    /** Whether the log reaches back to when the file was last changed. */
    isComplete: z.boolean(),
  }),
});
