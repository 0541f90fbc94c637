import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '#api/api-core';
import { callerGone } from '#api/calls/caller-gone';
import type { OwnerContext } from '#api/calls/handlers';
import type { JsonText } from '#system/streams/json-text';
import {
  fileVerb,
  fileVerbInWords,
  outcomeOf,
  saveText,
  type FileService,
  type FileVerb,
} from '#files/link/protocol';
import { Lost } from '#faults/refusal';
import { makeQueue, makeQueuePerKey } from '#system/concurrency/queue';
import { fileTarget } from '#sites/file-target';

export type VerbCaller = ReturnType<typeof verbCaller>;
export type TextCaller = ReturnType<typeof textCaller>;

/**
 * Texts in transfer at once, for all hosts; one per host. Each takes tens of megabytes in this process and in the file
 * service.
 */
const TEXTS_AT_ONCE = 4;
/** Waiting texts of one host; more are refused. */
const TEXTS_WAITING = 8;
/** Hosts with a waiting text; more are refused. */
const HOSTS_WAITING = 500;
/** A host whose child has not answered such a call after this time loses its turn, ms. */
const TEXT_MS = 60_000;

type Body<V extends FileVerb> = contract.CallInput<FileCalls[V]>['body'];

/** Ends with the signal, whether or not the other end ever answers. */
async function untilAborted<Value>(
  signal: AbortSignal,
  verb: FileVerb,
  work: Promise<Value>,
): Promise<Value> {
  const left = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Lost()), { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } catch (error) {
    throw outcomeOf(verb, error);
  }
}

/** Asks the child of the caller's host; ends when the caller goes away. */
export const verbCaller =
  (service: FileService) =>
  <V extends FileVerb>(context: OwnerContext, verb: V, body: Body<V>) =>
    fileVerb(service, fileTarget(context.scope.host), { verb, body, signal: callerGone(context) });

/** Like `verbCaller`, for verbs that carry a complete text: one at a time per host, a few for all hosts. */
export function textCaller(service: FileService, textMs = TEXT_MS) {
  const ofHost = makeQueuePerKey(TEXTS_WAITING);
  const someAtOnce = makeQueue(TEXTS_AT_ONCE, HOSTS_WAITING);

  const takeTurn = <Value>(
    context: OwnerContext,
    verb: FileVerb,
    ask: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const waiting = { signal: callerGone(context) };
    const work = () => {
      const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(textMs)]);
      return untilAborted(signal, verb, ask(signal));
    };
    return ofHost(context.scope.host.code, () => someAtOnce(work, waiting), waiting);
  };

  return {
    read: <V extends 'readText' | 'readVersion'>(context: OwnerContext, verb: V, body: Body<V>) =>
      takeTurn(context, verb, (signal) =>
        fileVerbInWords(service, fileTarget(context.scope.host), { verb, body, signal }),
      ),
    preview: (context: OwnerContext, body: Body<'previewReplace'>) =>
      takeTurn(context, 'previewReplace', (signal) =>
        fileVerb(service, fileTarget(context.scope.host), { verb: 'previewReplace', body, signal }),
      ),
    save: (context: OwnerContext, body: Omit<Body<'writeText'>, 'content'>, content: JsonText) =>
      takeTurn(context, 'writeText', (signal) =>
        saveText(service, fileTarget(context.scope.host), { body, content, signal }),
      ),
  };
}

/** Asks for the entries of a folder, which come in words: there may be thousands of them. */
export const listCaller = (service: FileService) => (context: OwnerContext, body: Body<'listFolder'>) =>
  fileVerbInWords(service, fileTarget(context.scope.host), {
    verb: 'listFolder',
    body,
    signal: callerGone(context),
  });

/** The first of what was named, and the others beside it. */
export const named = (all: readonly string[], more: object = {}) =>
  [
    all[0] ?? '',
    { ...(all.length > 1 && { paths: all.slice(0, 100), count: all.length }), ...more },
  ] as const;
