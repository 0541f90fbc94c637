import * as contract from '@sitedeck/contract';
import { z } from 'zod';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { POSSIBLE_HOST_UIDS } from '#system/process/identity';
import { OutcomeUnknown, Refusal } from '#faults/refusal';
import type { RpcClient, RpcProtocol } from '#system/rpc/rpc';

/**
 * Calls of the contract that one verb of the host's child answers, with the same body and reply. The child's
 * `verbHandlers` (files/child/child.ts) names the function of each verb; `Uploads` answers `uploadStatus`.
 */
export const FILE_VERBS = {
  listFolder: contract.listFolder,
  touchFile: contract.touchFile,
  makeFolder: contract.makeFolder,
  removeFile: contract.removeFile,
  renameFile: contract.renameFile,
  copyFile: contract.copyFile,
  readText: contract.readText,
  writeText: contract.writeText,
  resetPermission: contract.resetPermission,
  previewReplace: contract.previewReplace,
  replaceInFiles: contract.replaceInFiles,
  readFileSettings: contract.readFileSettings,
  saveFileSettings: contract.saveFileSettings,
  readWindow: contract.readWindow,
  changeMode: contract.changeMode,
  uploadStatus: contract.uploadStatus,
  checkUpload: contract.checkUpload,
  listBin: contract.listBin,
  restoreFromBin: contract.restoreFromBin,
  emptyBin: contract.emptyBin,
  listVersions: contract.listVersions,
  readVersion: contract.readVersion,
  restoreVersions: contract.restoreVersions,
  removeVersions: contract.removeVersions,
} as const;
export type FileVerb = keyof typeof FILE_VERBS;

/** A path from the host's root whose characters are the bytes of its name, so that names need not be UTF-8. */
export const RawPath = z
  .string()
  .max(4096)
  .regex(/^(\/[^/\0]+)+$/)
  .refine(
    (path) => !/[^\0-\xff]/.test(path) && !path.split('/').some((name) => name === '.' || name === '..'),
  );

/** A regular file that a scan may read, or an entry that can't be read. */
const ListedFile = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('file'),
    path: RawPath,
    size: z.number().int().nonnegative(),
    /** ms since 1970. */
    modified: z.number(),
    /** Differs as soon as anybody has changed or replaced the file: inode, size and times of the kernel. */
    stamp: z.string().max(100),
  }),
  z.object({ is: z.literal('unreadable'), path: RawPath }),
]);
export type ListedFile = z.infer<typeof ListedFile>;

const REASONS = Object.keys(FAULT_MESSAGES) as [contract.FaultReason, ...contract.FaultReason[]];
const VERB_NAMES = Object.keys(FILE_VERBS) as [FileVerb, ...FileVerb[]];

/** Calls that the child answers with a stream of events, in functions of the same names. */
export const FILE_STREAMS = {
  searchFiles: { body: contract.searchFiles.body, event: contract.SearchEvent },
  measureFolders: { body: contract.measureFolders.body, event: contract.MeasureEvent },
  listForScan: { body: z.object({}), event: ListedFile },
} as const;
export type FileStream = keyof typeof FILE_STREAMS;
const STREAM_NAMES = Object.keys(FILE_STREAMS) as [FileStream, ...FileStream[]];

/** When the process that makes a change is lost, the outcome is unknown; every other error stays as it is. */
export const outcomeOf = (verb: FileVerb, error: unknown): unknown =>
  error instanceof OutcomeUnknown && FILE_VERBS[verb].effect === 'change'
    ? new Refusal('outcome-unknown')
    : error;

/** The host whose files are meant, and its quota. */
export const FileTarget = z.object({
  hostCode: contract.HostCode,
  uid: z.number().int().min(POSSIBLE_HOST_UIDS.first),
  /** Bytes; null is unlimited. */
  quotaBytes: z.number().int().min(0).nullable(),
  /** Starts the child of a suspended host, too: for what stays open then, such as a restore. */
  passesBlock: z.literal(true).optional(),
});
export type FileTarget = z.infer<typeof FileTarget>;

/** Entries that one archive of the host may hold. */
const EntriesMax = z.number().int().min(1).max(contract.ARCHIVE_ENTRIES_MAX);

/** Files that one ticket opens for a scan. */
export const CONTENTS_MAX = 1000;

/** What a ticket opens. */
const TicketGrant = z.discriminatedUnion('type', [
  /**
   * `static`: a file that every user may read needs no ticket, as the web server can read it from the disk.
   */
  z.object({ type: z.literal('download'), path: contract.SitePath, static: z.boolean() }),
  /** The progress of the stream goes to the task `taskId`. */
  z.object({
    type: z.literal('zip'),
    paths: z.array(contract.SitePath).min(1).max(contract.ENTRIES_MAX),
    taskId: z.number().int(),
    entriesMax: EntriesMax,
  }),
  /** The contents of several files, one after the other: see `contents-format.ts`. */
  z.object({
    type: z.literal('contents'),
    paths: z.array(RawPath).min(1).max(CONTENTS_MAX),
    /** Bytes of each file that are sent; the rest is left out. */
    most: z.number().int().positive(),
  }),
]);
export type TicketGrant = z.infer<typeof TicketGrant>;

const Ticket = z.discriminatedUnion('is', [
  /** Opens once, on the child's socket, under `/ticket/`. */
  z.object({ is: z.literal('ticket'), ticket: z.string(), socket: z.string() }),
  /** Path below the folder of all hosts, not encoded. */
  z.object({ is: z.literal('static'), path: z.string() }),
]);
export type Ticket = z.infer<typeof Ticket>;

/** A task's row stores these texts and every poll of the tasks sends them, so they are cut: characters, and failures. */
const TEXT_MAX = 8192;
const FAILURES_MAX = 100;
const ShortText = z.string().transform((text) => text.slice(0, TEXT_MAX));
const Failures = z
  .array(z.string())
  .transform((all) => all.slice(0, FAILURES_MAX).map((one) => one.slice(0, TEXT_MAX)));

export const Compressed = z.object({
  files: z.number(),
  bytes: z.number(),
  failed: Failures,
});
const Compressing = Compressed.extend({
  filesTotal: z.number(),
  rate: z.number(),
  current: ShortText.optional(),
});

/** Size of a host's tree on disk, bytes, and its number of files, folders and links. */
export const TreeSize = z.object({
  bytes: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
});
export type TreeSize = z.infer<typeof TreeSize>;

/** What an inspection of an archive found; the API turns reasons into messages. */
export const Inspected = contract.inspectArchive.reply.extend({
  refusedSample: z.array(z.object({ path: z.string(), reason: z.enum(REASONS) })),
});

export const ExtractionResult = z.object({
  files: z.number(),
  bytes: z.number(),
  /** Entries that are left out because their names exist. */
  skipped: z.number(),
  /** Entries that are never extracted; `failed` has the first of them with their reason. */
  refused: z.number(),
  failed: Failures,
});
export type ExtractionResult = z.infer<typeof ExtractionResult>;

export const Unpacking = z.object({
  files: z.number(),
  filesTotal: z.number().optional(),
  /**
   * Unpacked bytes, or bytes of the archive if only its size is known before; `bytesTotal` counts the same.
   */
  bytes: z.number(),
  bytesTotal: z.number().optional(),
  rate: z.number().optional(),
  current: ShortText.optional(),
});

export const Fetching = z.object({
  bytes: z.number(),
  bytesTotal: z.number().optional(),
  rate: z.number().optional(),
  current: ShortText.optional(),
});
export const Fetched = z.object({ path: z.string(), bytes: z.number() });

export const Moving = z.object({
  files: z.number(),
  filesTotal: z.number().optional(),
  filesFailed: z.number().optional(),
  bytes: z.number(),
  bytesTotal: z.number().optional(),
  rate: z.number().optional(),
  current: ShortText.optional(),
});

const NETWORKS = {
  allowed: z.array(z.string()),
  /** IP addresses of this machine, to which the child never connects. */
  own: z.array(z.string()).default([]),
};

/** What the child may do with the bytes that it stores. */
export const PACKINGS = ['none', 'gzip', 'zstd'] as const;
export type Packing = (typeof PACKINGS)[number];

const TaskId = z.number().int().positive();

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Empty = z.object({});
const Compression = FileTarget.extend({
  paths: z.array(contract.SitePath).min(1).max(contract.ENTRIES_MAX),
  to: contract.SitePath,
  entriesMax: EntriesMax,
});

/** The link from API and worker to a node's file service, which runs as root and parses every field of a request. */
export const fileProtocol = {
  verb: {
    request: FileTarget.extend({ verb: z.enum(VERB_NAMES), body: z.unknown() }),
    reply: z.unknown(),
  },
  /** Ends when the caller aborts. Its events have the shapes in `FILE_STREAMS`. */
  stream: {
    request: FileTarget.extend({ stream: z.enum(STREAM_NAMES), body: z.unknown() }),
    reply: Empty,
    progress: z.object({ events: z.array(z.unknown()) }),
  },
  // Answered by the parent's `ChildPool`.
  /** Starts the host's child if it is not running. */
  ensureChild: { request: FileTarget, reply: z.object({ socket: z.string() }) },
  // Answered in the child by `Tickets` and `BytePlane`.
  ticket: { request: FileTarget.extend({ grant: TicketGrant }), reply: Ticket },
  dropTicket: { request: FileTarget.extend({ ticket: z.string().max(64) }), reply: Empty },
  // Answered in the child by `Uploads`.
  /** Removes part files and refuses further slices. */
  stopUpload: { request: FileTarget.extend({ id: z.string().max(64) }), reply: Empty },
  // Answered in the child by `compress` with a `PackPool`.
  /** Packs in the host's work folder; the complete archive gets its name last. */
  compress: { request: Compression, reply: Compressed, progress: Compressing },
  // Answered in the child by `inspectArchive`.
  inspectArchive: {
    request: FileTarget.extend(contract.inspectArchive.body.shape).extend({ entriesMax: EntriesMax }),
    reply: Inspected,
  },
  // Answered in the child by `Extractions`.
  /** Called again for the same task, it continues, or replies with the result if it had finished. */
  extract: {
    request: FileTarget.extend(contract.extractArchive.body.shape).extend({
      taskId: TaskId,
      entriesMax: EntriesMax,
    }),
    reply: ExtractionResult,
    progress: Unpacking,
  },
  /** Moves the tree that root has restored for a task into the site, as `extract` does with an unpacked tree. */
  placeRestored: {
    request: FileTarget.extend({ taskId: TaskId, files: z.number(), bytes: z.number() }),
    reply: ExtractionResult,
  },
  /** Undoes what an unfinished extraction has put into place; forgets a finished one. */
  dropExtracted: {
    request: FileTarget.extend({ taskId: TaskId }),
    /** Whether everything had been put into place: then it stays. */
    reply: z.object({ isPlaced: z.boolean() }),
  },
  // Answered in the child by `fetchUrl` and `storeStream`.
  /** Downloads under the host's uid. `allowed`: networks that may be reached although they are not public. */
  fetchUrl: {
    request: FileTarget.extend(contract.fetchUrl.body.shape).extend(NETWORKS),
    reply: Fetched,
    progress: Fetching,
  },
  // Answered in the child by the `move` room.
  /** Logs in to the server of an old site and compares it with the target; changes nothing. */
  checkMove: {
    request: FileTarget.extend(contract.checkMove.body.shape).extend(NETWORKS),
    reply: contract.MoveCheck,
    progress: Moving,
  },
  /**
   * Copies an old site into a private folder, then puts it into place as `extract` does. Called again for the same task,
   * it continues, or replies with the result if it had finished.
   */
  moveSite: {
    request: FileTarget.extend(contract.startMove.body.shape)
      .extend(NETWORKS)
      .extend({
        taskId: TaskId,
        /** Copies these files alone, paths below the source's folder; null: the complete site. */
        only: z.array(z.string()).max(contract.MOVE_FAILED_MAX).nullable(),
      }),
    reply: contract.MoveResult,
    progress: Moving,
  },
  /** Undoes what an unfinished move has put into place, and removes what it had copied; forgets a finished one. */
  dropMoved: { request: FileTarget.extend({ taskId: TaskId }), reply: Empty },
  /**
   * Stores the output of another process, received on a unix socket, under the host's uid: completely or not
   * at all.
   */
  takeStream: {
    request: FileTarget.extend({
      socket: z.string().max(107),
      to: contract.SitePath,
      name: z.string().min(1).max(contract.FILE_NAME_MAX_BYTES),
      packing: z.enum(PACKINGS),
    }),
    reply: Fetched,
    progress: Fetching,
  },
  // Answered in the child by `compareTrees`.
  /** Entries in which two folders differ, sorted by path. Ends a page early if it takes long. */
  compareTrees: {
    request: FileTarget.extend({
      live: contract.SitePath,
      staging: contract.SitePath,
      /** Continues after this path. */
      after: z.string().max(4096).nullable(),
      limit: z.number().int().min(1).max(contract.STAGING_PATHS_MAX),
    }),
    reply: contract.listStagingDifferences.reply,
  },
  // Answered in the child by `takeAway` and `putBack`.
  /** Removes a file if its content has this hash; else it stays as it is. */
  takeAway: {
    request: FileTarget.extend({ path: RawPath, hash: Sha256 }),
    reply: z.object({ is: z.enum(['removed', 'gone', 'changed']) }),
  },
  /** Stores the output of another process as `takeStream` does, under its former name and with its former rights. */
  putBack: {
    request: FileTarget.extend({
      socket: z.string().max(107),
      path: RawPath,
      mode: z.number().int().min(0).max(0o777),
      /** ms since 1970. */
      modified: z.number(),
    }),
    reply: z.object({ is: z.enum(['stored', 'name-taken']) }),
    progress: Fetching,
  },
  // Answered in the child by `FtpQuota`.
  /** Measures the tree under the host's uid; ends when the caller aborts. */
  measure: { request: FileTarget, reply: TreeSize },
  /** Writes the used bytes down for the FTP server, and counts what it has written since the last time. */
  countForFtp: { request: FileTarget, reply: Empty },
  // Answered by the parent's `ChildPool`.
  /** Creates the share that FTP sessions of a host join; does nothing on a machine without shares. */
  prepareShare: { request: z.object({ hostCode: contract.HostCode }), reply: Empty },
  /** Ends the child of a host that is being suspended or removed, or whose tree was exchanged. */
  removeChild: { request: z.object({ hostCode: contract.HostCode }), reply: Empty },
} as const satisfies RpcProtocol;

export type FileService = RpcClient<typeof fileProtocol>;
