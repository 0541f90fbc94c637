import { z } from 'zod';
import type { HostCode } from '@sitedeck/contract';
import { OutcomeUnknown } from '#faults/refusal';
import type { ChildCallName, PassedMethod, StreamReport } from '#files/link/child-messages';
import { textInReply, withoutText } from '#files/link/large-text-calls';
import { isListing } from '#files/link/listing-text';
import {
  FILE_STREAMS,
  FILE_VERBS,
  fileProtocol,
  outcomeOf,
  type FileTarget,
  type FileVerb,
} from '#files/link/protocol';
import type { RpcHandlers } from '#system/rpc/rpc';
import { JsonText } from '#system/streams/json-text';
import type { BodyToSend, CallOptions } from './child-link';
import { ChildPool, type PoolParts } from './child-pool';
import { parseToFirstIssue } from './hostile-messages';

const TicketReply = z.object({
  ticket: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/)
    .optional(),
});
const Empty = z.object({});
/** Events of a stream in one message. */
const EVENTS_MAX = 10_000;

/** They clean up, so they run to their end even if the caller disconnects. */
const RUN_TO_THEIR_END: ReadonlySet<PassedMethod> = new Set([
  'dropTicket',
  'stopUpload',
  'dropExtracted',
  'dropMoved',
  'countForFtp',
  'takeAway',
]);

export interface ParentParts extends Omit<PoolParts, 'onStream'> {
  /** Progress of a task's zip; `failed` also when its child is gone. */
  readonly onStream: (
    hostCode: HostCode,
    taskId: number,
    report: Omit<StreamReport, 'ticket'>,
  ) => void | Promise<void>;
}

interface Stream {
  readonly hostCode: HostCode;
  readonly taskId: number;
}

type FileHandlers = RpcHandlers<typeof fileProtocol>;

export interface FileParent {
  readonly handlers: FileHandlers;
  stopUpload(target: FileTarget, id: string): Promise<void>;
  /** Ends the stream of a task, if it runs in this process. */
  stopStream(taskId: number): Promise<void>;
  close(): Promise<void>;
}

/** The file service of a node: one child per host does the work, and the parent checks what it replies. */
export function makeFileParent(parts: ParentParts): FileParent {
  const streams = new Map<string, Stream>();
  const onStream = (hostCode: HostCode, { ticket, ...report }: StreamReport) => {
    const stream = streams.get(ticket);
    if (stream?.hostCode !== hostCode) return undefined;
    if (report.state !== 'running') streams.delete(ticket);
    return parts.onStream(hostCode, stream.taskId, report);
  };
  const onGone = (hostCode: HostCode, lastOutput: string) => {
    for (const [ticket, stream] of streams) {
      if (stream.hostCode === hostCode)
        void onStream(hostCode, { ticket, state: 'failed', files: 0, filesTotal: 0, bytes: 0, failed: [] });
    }
    parts.onGone(hostCode, lastOutput);
  };
  const pool = new ChildPool({ ...parts, onStream, onGone });
  const children = new Children(pool);

  return {
    stopUpload: async (target, id) => {
      await children.request(target, { verb: 'stopUpload', body: { id }, reply: Empty });
    },
    stopStream: async (taskId) => {
      for (const [ticket, stream] of streams) {
        if (stream.taskId !== taskId) continue;
        const link = await pool.running(stream.hostCode);
        await link?.call('dropTicket', { ticket });
      }
    },
    close: () => pool.close(),
    handlers: handlersOf(pool, children, streams),
  };
}

interface ChildRequest<N extends ChildCallName> extends CallOptions {
  readonly verb: N;
  readonly body: BodyToSend<N>;
}

/** A request of the link: its host, and the body for the host's child. */
function splitTarget(request: FileTarget & object) {
  const { hostCode, uid, quotaBytes, passesBlock, ...body } = request;
  // The link has parsed the request with the schema that the body's type comes from.
  return { target: { hostCode, uid, quotaBytes, ...(passesBlock && { passesBlock }) }, body };
}

/** Calls the children, and parses every reply as hostile. */
class Children {
  constructor(private readonly pool: ChildPool) {}

  /** Resolves with the unchecked reply. */
  async send<N extends ChildCallName>(
    target: FileTarget,
    { verb, body, ...options }: ChildRequest<N>,
  ): Promise<unknown> {
    const link = await this.pool.ensure(target);
    return link.call(verb, body, options);
  }

  async request<N extends ChildCallName, S extends z.ZodType>(
    target: FileTarget,
    { reply, ...request }: ChildRequest<N> & { readonly reply: S },
  ): Promise<z.output<S>> {
    return parseToFirstIssue(reply, await this.send(target, request));
  }

  /** The handler of a method that the child answers itself. */
  passOn<R extends z.ZodType>(method: PassedMethod, { reply }: { readonly reply: R }) {
    return (
      request: FileTarget & object,
      context: { readonly signal: AbortSignal },
    ): Promise<z.output<R>> => {
      const { target, body } = splitTarget(request);
      const signal = RUN_TO_THEIR_END.has(method) ? {} : { signal: context.signal };
      return this.request(target, { verb: method, body, reply, ...signal });
    };
  }

  /** The same for a method with progress. */
  passOnWithProgress<R extends z.ZodType, P extends z.ZodType>(
    method: PassedMethod,
    { reply, progress: Progress }: { readonly reply: R; readonly progress: P },
  ) {
    return (
      request: FileTarget & object,
      context: { readonly signal: AbortSignal; readonly progress: (value: z.output<P>) => void },
    ): Promise<z.output<R>> => {
      const { target, body } = splitTarget(request);
      const onProgress = (value: unknown) => context.progress(Progress.parse(value));
      return this.request(target, { verb: method, body, reply, signal: context.signal, onProgress });
    };
  }
}

/** Checks the reply of a verb. Listings and texts of files stay text. */
function checkReply(verb: FileVerb, reply: unknown): unknown {
  switch (verb) {
    case 'listFolder':
      if (reply instanceof JsonText && isListing(reply)) return reply;
      throw new Error('A child answered with something else than a listing');
    case 'readText':
    case 'readVersion':
      return textInReply(FILE_VERBS[verb].reply, reply);
    default:
      return parseToFirstIssue(FILE_VERBS[verb].reply, reply);
  }
}

/** Parses the body with the verb's own schema, which the link does not do. */
const verbHandler =
  (children: Children): FileHandlers['verb'] =>
  async ({ verb, body: given, ...target }, { signal, text }) => {
    const { body: shape, effect } = FILE_VERBS[verb];
    const checked = text === undefined ? shape.parse(given) : withoutText(verb, given, text);
    const request = { verb, body: checked as BodyToSend<FileVerb>, signal, ...(text && { text }) };
    const sendRequest = async () => checkReply(verb, await children.send(target, request));
    return sendRequest().catch((error: unknown) => {
      // A new child can read again; a change that may have been made is never made twice.
      if (error instanceof OutcomeUnknown && effect === 'read') return sendRequest();
      throw outcomeOf(verb, error);
    });
  };

const streamHandler =
  (children: Children): FileHandlers['stream'] =>
  async ({ stream, body, ...target }, { signal, progress, taken }) => {
    const known = FILE_STREAMS[stream];
    const Events = z.object({ events: z.array(known.event).max(EVENTS_MAX) });
    const onProgress = (value: unknown) => {
      progress(Events.parse(value));
      return taken?.();
    };
    return children.request(target, {
      verb: stream,
      body: known.body.parse(body),
      reply: Empty,
      signal,
      onProgress,
    });
  };

const ticketHandler =
  (pool: ChildPool, children: Children, streams: Map<string, Stream>): FileHandlers['ticket'] =>
  async ({ grant, ...target }, { signal }) => {
    const { hostCode } = target;
    const { ticket } = await children.request(target, {
      verb: 'ticket',
      body: grant,
      reply: TicketReply,
      signal,
    });
    if (grant.type === 'download' && ticket === undefined)
      return { is: 'static', path: `/${hostCode}${grant.path}` };
    if (ticket === undefined) throw new Error('Only a download has a path of its own');
    if (grant.type === 'zip') streams.set(ticket, { hostCode, taskId: grant.taskId });
    return { is: 'ticket', ticket, socket: pool.socketOf(hostCode) };
  };

function handlersOf(pool: ChildPool, children: Children, streams: Map<string, Stream>): FileHandlers {
  return {
    verb: verbHandler(children),
    stream: streamHandler(children),
    ticket: ticketHandler(pool, children, streams),
    ensureChild: async (target) => {
      await pool.ensure(target);
      return { socket: pool.socketOf(target.hostCode) };
    },
    prepareShare: async ({ hostCode }) => {
      await pool.prepareShare(hostCode);
      return {};
    },
    removeChild: async ({ hostCode }) => {
      await pool.remove(hostCode);
      return {};
    },
    dropTicket: children.passOn('dropTicket', fileProtocol.dropTicket),
    stopUpload: children.passOn('stopUpload', fileProtocol.stopUpload),
    compress: children.passOnWithProgress('compress', fileProtocol.compress),
    inspectArchive: children.passOn('inspectArchive', fileProtocol.inspectArchive),
    extract: children.passOnWithProgress('extract', fileProtocol.extract),
    placeRestored: children.passOn('placeRestored', fileProtocol.placeRestored),
    dropExtracted: children.passOn('dropExtracted', fileProtocol.dropExtracted),
    fetchUrl: children.passOnWithProgress('fetchUrl', fileProtocol.fetchUrl),
    checkMove: children.passOnWithProgress('checkMove', fileProtocol.checkMove),
    moveSite: children.passOnWithProgress('moveSite', fileProtocol.moveSite),
    dropMoved: children.passOn('dropMoved', fileProtocol.dropMoved),
    takeStream: children.passOnWithProgress('takeStream', fileProtocol.takeStream),
    compareTrees: children.passOn('compareTrees', fileProtocol.compareTrees),
    takeAway: children.passOn('takeAway', fileProtocol.takeAway),
    putBack: children.passOnWithProgress('putBack', fileProtocol.putBack),
    measure: children.passOn('measure', fileProtocol.measure),
    countForFtp: children.passOn('countForFtp', fileProtocol.countForFtp),
  };
}
