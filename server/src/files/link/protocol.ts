import * as contract from '@sitedeck/contract';
import { z } from 'zod';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { POSSIBLE_HOST_UIDS } from '#system/process/identity';
import { JsonText } from '#system/streams/json-text';
import { Lost, Refusal } from '#faults/refusal';
import type { RpcClient, RpcProtocol } from '#system/rpc/rpc';
import { PACKINGS } from './packing';

/** Calls of the contract that are answered by one verb of the host's child, with body and reply as they are there. */
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
const REASONS = Object.keys(FAULT_MESSAGES) as [contract.FaultReason, ...contract.FaultReason[]];
const VERB_NAMES = Object.keys(FILE_VERBS) as [FileVerb, ...FileVerb[]];

/** Calls whose answer is a stream of events, told by the child as they come. */
export const FILE_STREAMS = {
  searchFiles: { body: contract.searchFiles.body, event: contract.SearchEvent },
  measureFolders: { body: contract.measureFolders.body, event: contract.MeasureEvent },
} as const;
export type FileStream = keyof typeof FILE_STREAMS;
const STREAM_NAMES = Object.keys(FILE_STREAMS) as [FileStream, ...FileStream[]];

/** A change whose doer was lost on the way has no known outcome; everything else failed as it says. */
export const outcomeOf = (verb: FileVerb, error: unknown): unknown =>
  error instanceof Lost && FILE_VERBS[verb].effect === 'change' ? new Refusal('outcome-unknown') : error;

/** Whose files, and how many bytes they may take. */
export const FileTarget = z.object({
  hostCode: contract.HostCode,
  uid: z.number().int().min(POSSIBLE_HOST_UIDS.first),
  /** Bytes; null is unlimited. */
  quotaBytes: z.number().int().min(0).nullable(),
});
export type FileTarget = z.infer<typeof FileTarget>;

/** Entries that one archive of the host may hold. */
const EntriesMax = z.number().int().min(1).max(contract.ARCHIVE_ENTRIES_MAX);

const TicketWish = z.discriminatedUnion('kind', [
  /** `static`: what everybody may read needs no ticket, the web server takes it from the disk. */
  z.object({ kind: z.literal('download'), path: contract.SitePath, static: z.boolean() }),
  /** `taskId` is told how the stream goes. */
  z.object({
    kind: z.literal('zip'),
    paths: z.array(contract.SitePath).min(1).max(10_000),
    taskId: z.number().int(),
    entriesMax: EntriesMax,
  }),
]);

const Ticket = z.discriminatedUnion('is', [
  /** Opens once, on the child's socket, under `/ticket/`. */
  z.object({ is: z.literal('ticket'), ticket: z.string(), socket: z.string() }),
  /** Path below the folder of all hosts, not encoded. */
  z.object({ is: z.literal('static'), path: z.string() }),
]);
export type Ticket = z.infer<typeof Ticket>;

/** Characters of what a child tells, and how many failures: a task's row keeps them, and every look at the tasks brings them. */
const TOLD_MAX = 8192;
const FAILURES_MAX = 100;
const Told = z.string().transform((text) => text.slice(0, TOLD_MAX));
const ToldFailures = z
  .array(z.string())
  .transform((all) => all.slice(0, FAILURES_MAX).map((one) => one.slice(0, TOLD_MAX)));

export const Compressed = z.object({
  files: z.number(),
  bytes: z.number(),
  failed: ToldFailures,
  current: Told.optional(),
});

/** What a host's tree takes on disk, bytes, and how many files, folders and links it holds. */
export const Measured = z.object({
  bytes: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
});
export type Measured = z.infer<typeof Measured>;

/** What looking through an archive found; a reason's words are for whoever asked. */
export const Inspected = contract.inspectArchive.reply.extend({
  refusedSample: z.array(z.object({ path: z.string(), reason: z.enum(REASONS) })),
});

export const Extracted = z.object({
  files: z.number(),
  bytes: z.number(),
  /** Left, since their names were taken. */
  skipped: z.number(),
  /** Entries that are never extracted, and the first of them with their reason. */
  refused: z.number(),
  failed: ToldFailures,
});
export type Extracted = z.infer<typeof Extracted>;

export const Unpacking = z.object({
  files: z.number(),
  filesTotal: z.number().optional(),
  /** Unpacked, or of the archive where only those are known beforehand; `bytesTotal` is of the same. */
  bytes: z.number(),
  bytesTotal: z.number().optional(),
  rate: z.number().optional(),
  current: Told.optional(),
});

export const Fetching = z.object({
  bytes: z.number(),
  bytesTotal: z.number().optional(),
  rate: z.number().optional(),
  current: Told.optional(),
});
export const Fetched = z.object({ path: z.string(), bytes: z.number() });

const TaskId = z.number().int().positive();

const Empty = z.object({});
const Compression = FileTarget.extend({
  paths: z.array(contract.SitePath).min(1).max(10_000),
  to: contract.SitePath,
  entriesMax: EntriesMax,
});

/** The link to the file service of a node. Its other end runs as root and trusts no field of a request. */
export const fileProtocol = {
  verb: {
    request: FileTarget.extend({ verb: z.enum(VERB_NAMES), body: z.unknown() }),
    reply: z.unknown(),
  },
  /** Ends with the signal of whoever asked; its events are what `FILE_STREAMS` says. */
  stream: {
    request: FileTarget.extend({ stream: z.enum(STREAM_NAMES), body: z.unknown() }),
    reply: Empty,
    progress: z.object({ events: z.array(z.unknown()) }),
  },
  /** Starts the host's child where it is not running. */
  ensureChild: { request: FileTarget, reply: z.object({ socket: z.string() }) },
  ticket: { request: FileTarget.extend({ wish: TicketWish }), reply: Ticket },
  dropTicket: { request: FileTarget.extend({ ticket: z.string().max(64) }), reply: Empty },
  /** Removes part files and refuses further slices. */
  stopUpload: { request: FileTarget.extend({ id: z.string().max(64) }), reply: Empty },
  /** Packs in the host's work folder; the whole archive gets its name last. */
  compress: { request: Compression, reply: Compressed, progress: Compressed },
  inspectArchive: {
    request: FileTarget.extend(contract.inspectArchive.body.shape).extend({ entriesMax: EntriesMax }),
    reply: Inspected,
  },
  /** Run again for the same task it goes on where it was, or tells what it did. */
  extract: {
    request: FileTarget.extend(contract.extractArchive.body.shape).extend({
      taskId: TaskId,
      entriesMax: EntriesMax,
    }),
    reply: Extracted,
    progress: Unpacking,
  },
  /** Puts over the site what root has laid beside it for a task; its end is that of an extraction. */
  placeRestored: {
    request: FileTarget.extend({ taskId: TaskId, files: z.number(), bytes: z.number() }),
    reply: Extracted,
  },
  /** Takes back what an unfinished extraction has put into place; forgets a finished one. */
  dropExtracted: { request: FileTarget.extend({ taskId: TaskId }), reply: Empty },
  /** Downloads under the host's uid. `allowed`: networks that may be asked although they are not public. */
  fetchUrl: {
    request: FileTarget.extend(contract.fetchUrl.body.shape).extend({
      allowed: z.array(z.string()),
      /** Addresses of this machine, which may not. */
      own: z.array(z.string()).default([]),
    }),
    reply: Fetched,
    progress: Fetching,
  },
  /** Takes what somebody hands over on a unix socket, under the host's uid; whole, or nothing of it. */
  takeStream: {
    request: FileTarget.extend({
      socket: z.string().max(107),
      to: contract.SitePath,
      name: z.string().min(1).max(255),
      packing: z.enum(PACKINGS),
    }),
    reply: Fetched,
    progress: Fetching,
  },
  /** Sweeps the tree under the host's uid; ends with the signal of whoever asked. */
  measure: { request: FileTarget, reply: Measured },
  /** Tells the FTP server how full the tree is, and counts what it has written since it was told last. */
  countForFtp: { request: FileTarget, reply: Empty },
  /** Ends the child of a host that is being removed. */
  removeChild: { request: z.object({ hostCode: contract.HostCode }), reply: Empty },
} as const satisfies RpcProtocol;

export type FileService = RpcClient<typeof fileProtocol>;

type Body<V extends FileVerb> = contract.CallInput<(typeof FILE_VERBS)[V]>['body'];
type Reply<V extends FileVerb> = contract.CallReply<(typeof FILE_VERBS)[V]>;

interface Wish<V extends FileVerb> {
  readonly verb: V;
  readonly body: Body<V>;
  readonly signal?: AbortSignal;
}

interface SavedText {
  readonly body: Omit<Body<'writeText'>, 'content'>;
  readonly content: JsonText;
  readonly signal: AbortSignal;
}

/** One verb; what the other end has in words already stays so. */
export async function fileVerbInWords<V extends FileVerb>(
  service: FileService,
  target: FileTarget,
  wish: Wish<V>,
): Promise<Reply<V> | JsonText> {
  const { verb, body, signal } = wish;
  const reply = await service
    .call('verb', { ...target, verb, body }, signal ? { signal } : {})
    .catch((error: unknown) => {
      throw outcomeOf(verb, error);
    });
  // Parsed with the call's own schema by the other end, which we trust.
  return reply as Reply<V> | JsonText;
}

/**
 * Saves a text that stays in the JSON it came in: only the host's own child parses it.
 * @param content a string in JSON
 */
export async function saveText(
  service: FileService,
  target: FileTarget,
  { content, body, signal }: SavedText,
): Promise<Reply<'writeText'>> {
  const reply = await service
    .call('verb', { ...target, verb: 'writeText', body }, { text: content, signal })
    .catch((error: unknown) => {
      throw outcomeOf('writeText', error);
    });
  return reply as Reply<'writeText'>;
}

/** One verb with its own types. */
export async function fileVerb<V extends FileVerb>(
  service: FileService,
  target: FileTarget,
  wish: Wish<V>,
): Promise<Reply<V>> {
  const reply = await fileVerbInWords(service, target, wish);
  return reply instanceof JsonText ? (reply.value() as Reply<V>) : reply;
}
