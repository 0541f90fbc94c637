import { z } from 'zod';
import type { HostCode } from '@sitedeck/contract';
import { JsonText } from '#system/streams/json-text';
import { Lost } from '#faults/refusal';
import type { RpcHandlers } from '#system/rpc/rpc';
import { ChildPool, type PoolParts } from './child-pool';
import type { StreamReport } from '#files/link/child-wire';
import { isListing } from '#files/link/list-text';
import { textInReply, withoutText } from '#files/link/text-call';
import { parseToFirstFault } from './stop-at-first';
import {
  Compressed,
  Extracted,
  Fetched,
  Fetching,
  FILE_STREAMS,
  FILE_VERBS,
  Inspected,
  Measured,
  outcomeOf,
  Unpacking,
  type FileTarget,
  type fileProtocol,
} from '#files/link/protocol';

const TicketReply = z.object({
  /** Absent where everybody may read the file and no ticket was wanted then. */
  ticket: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/)
    .optional(),
});
const Empty = z.object({});
/** Of a stream, told at once. */
const MOST_EVENTS = 10_000;

export interface ParentParts extends Omit<PoolParts, 'onStream'> {
  /** How the zip of a task goes; `failed` also where its child is gone. */
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

export interface FileParent {
  readonly handlers: RpcHandlers<typeof fileProtocol>;
  stopUpload(target: FileTarget, id: string): Promise<void>;
  /** Ends the stream of a task, if it runs here. */
  stopStream(taskId: number): Promise<void>;
  close(): Promise<void>;
}

/** The file service of a node: one child per host does the work, this end checks what they say. */
export function makeFileParent(parts: ParentParts): FileParent {
  const streams = new Map<string, Stream>();
  const onStream = (hostCode: HostCode, { ticket, ...report }: StreamReport) => {
    const stream = streams.get(ticket);
    if (stream?.hostCode !== hostCode) return undefined;
    if (report.state !== 'running') streams.delete(ticket);
    return parts.onStream(hostCode, stream.taskId, report);
  };
  const onGone = (hostCode: HostCode, lastWords: string) => {
    for (const [ticket, stream] of streams) {
      if (stream.hostCode === hostCode)
        void onStream(hostCode, { ticket, state: 'failed', files: 0, bytes: 0, failed: [] });
    }
    parts.onGone(hostCode, lastWords);
  };
  const pool = new ChildPool({ ...parts, onStream, onGone });

  const heard = async (target: FileTarget, { verb, body, ...options }: Asked): Promise<unknown> => {
    const link = await pool.ensure(target);
    return link.call(verb, body, options);
  };

  const ask: Ask = async (target, { reply, ...asked }) => {
    const answer = await heard(target, asked);
    return parseToFirstFault(reply, answer);
  };

  const list = async (target: FileTarget, asked: Omit<Asked, 'verb'>): Promise<unknown> => {
    const answer = await heard(target, { verb: 'listFolder', ...asked });
    if (answer instanceof JsonText && isListing(answer)) return answer;
    throw new Error('A child answered with something else than a listing');
  };

  const stopUpload = async (target: FileTarget, id: string) => {
    await ask(target, { verb: 'stopUpload', body: { id }, reply: Empty });
  };

  const read = async (target: FileTarget, { verb, ...asked }: Asked & { verb: TextVerb }) => {
    const answer = await heard(target, { verb, ...asked });
    return textInReply(FILE_VERBS[verb].reply, answer);
  };

  return {
    stopUpload,
    stopStream: async (taskId) => {
      for (const [ticket, stream] of streams) {
        if (stream.taskId !== taskId) continue;
        const link = await pool.running(stream.hostCode);
        await link?.call('dropTicket', { ticket });
      }
    },
    close: () => pool.close(),
    handlers: handlersOf({ pool, ask, list, read, stopUpload, streams }),
  };
}

type TextVerb = 'readText' | 'readVersion';

interface Asked {
  readonly verb: string;
  readonly body: unknown;
  /** The large text of the body. */
  readonly text?: JsonText;
  readonly signal?: AbortSignal;
  readonly onProgress?: (value: unknown) => void | Promise<void>;
}

interface Wish<S extends z.ZodType> extends Asked {
  readonly reply: S;
}

type Ask = <S extends z.ZodType>(target: FileTarget, wish: Wish<S>) => Promise<z.output<S>>;

interface HandlerParts {
  readonly pool: ChildPool;
  readonly ask: Ask;
  /** A listing is checked and passed on as text. */
  readonly list: (target: FileTarget, asked: Omit<Asked, 'verb'>) => Promise<unknown>;
  /** A file's text is checked and passed on as it is. */
  readonly read: (target: FileTarget, asked: Asked & { readonly verb: TextVerb }) => Promise<unknown>;
  readonly stopUpload: FileParent['stopUpload'];
  readonly streams: Map<string, Stream>;
}

/** What comes into the tree from elsewhere. */
const bringing = (ask: Ask): Pick<FileParent['handlers'], 'fetchUrl' | 'takeStream'> => ({
  fetchUrl: async ({ url, to, name, allowed, own, ...target }, { signal, progress }) =>
    ask(target, {
      verb: 'fetchUrl',
      body: { url, to, name, allowed, own },
      reply: Fetched,
      signal,
      onProgress: (value) => progress(Fetching.parse(value)),
    }),
  takeStream: async ({ socket, to, name, packing, ...target }, { signal, progress }) =>
    ask(target, {
      verb: 'takeStream',
      body: { socket, to, name, packing },
      reply: Fetched,
      signal,
      onProgress: (value) => progress(Fetching.parse(value)),
    }),
});

/** Packing and unpacking. */
const archiving = (
  ask: Ask,
): Pick<
  FileParent['handlers'],
  'compress' | 'inspectArchive' | 'extract' | 'placeRestored' | 'dropExtracted'
> => ({
  compress: async ({ paths, to, entriesMax, ...target }, { signal, progress }) =>
    ask(target, {
      verb: 'compress',
      body: { paths, to, entriesMax },
      reply: Compressed,
      signal,
      onProgress: (value) => progress(Compressed.parse(value)),
    }),
  inspectArchive: async ({ path, to, names, entriesMax, ...target }, { signal }) =>
    ask(target, {
      verb: 'inspectArchive',
      body: { path, to, names, entriesMax },
      reply: Inspected,
      signal,
    }),
  extract: async ({ path, to, names, ifExists, taskId, entriesMax, ...target }, { signal, progress }) =>
    ask(target, {
      verb: 'extract',
      body: { path, to, names, ifExists, taskId, entriesMax },
      reply: Extracted,
      signal,
      onProgress: (value) => progress(Unpacking.parse(value)),
    }),
  placeRestored: ({ taskId, files, bytes, ...target }, { signal }) =>
    ask(target, { verb: 'placeRestored', body: { taskId, files, bytes }, reply: Extracted, signal }),
  dropExtracted: ({ taskId, ...target }) =>
    ask(target, { verb: 'dropExtracted', body: { taskId }, reply: Empty }),
});

function handlersOf({ pool, ask, list, read, stopUpload, streams }: HandlerParts): FileParent['handlers'] {
  return {
    verb: async ({ verb, body, ...target }, { signal, text }) => {
      const call = FILE_VERBS[verb];
      const checked = text === undefined ? call.body.parse(body) : withoutText(verb, body, text);
      const asked = { body: checked, signal, ...(text && { text }) };
      const answer = () => {
        if (verb === 'listFolder') return list(target, asked);
        if (verb === 'readText' || verb === 'readVersion') return read(target, { ...asked, verb });
        return ask(target, { ...asked, verb, reply: call.reply });
      };
      return answer().catch((error: unknown) => {
        // A new child can read once more; a change that may have been made is never made twice.
        if (error instanceof Lost && call.effect === 'read') return answer();
        throw outcomeOf(verb, error);
      });
    },
    stream: async ({ stream, body, ...target }, { signal, progress, taken }) => {
      const known = FILE_STREAMS[stream];
      const Events = z.object({ events: z.array(known.event).max(MOST_EVENTS) });
      const onProgress = (value: unknown) => {
        progress(Events.parse(value));
        return taken?.();
      };
      const wish = { verb: stream, body: known.body.parse(body), reply: Empty, signal, onProgress };
      return ask(target, wish);
    },
    ensureChild: async (target) => {
      await pool.ensure(target);
      return { socket: pool.socketOf(target.hostCode) };
    },
    ticket: async ({ wish, ...target }, { signal }) => {
      const { hostCode } = target;
      const { ticket } = await ask(target, { verb: 'ticket', body: wish, reply: TicketReply, signal });
      if (wish.kind === 'download' && ticket === undefined)
        return { is: 'static', path: `/${hostCode}${wish.path}` };
      if (ticket === undefined) throw new Error('A zip has no path of its own');
      if (wish.kind === 'zip') streams.set(ticket, { hostCode, taskId: wish.taskId });
      return { is: 'ticket', ticket, socket: pool.socketOf(hostCode) };
    },
    dropTicket: ({ ticket, ...target }) =>
      ask(target, { verb: 'dropTicket', body: { ticket }, reply: Empty }),
    stopUpload: async ({ id, ...target }) => {
      await stopUpload(target, id);
      return {};
    },
    ...archiving(ask),
    ...bringing(ask),
    measure: (target, { signal }) => ask(target, { verb: 'measure', body: {}, reply: Measured, signal }),
    countForFtp: (target) => ask(target, { verb: 'countForFtp', body: {}, reply: Empty }),
    removeChild: async ({ hostCode }) => {
      await pool.remove(hostCode);
      return {};
    },
  };
}
