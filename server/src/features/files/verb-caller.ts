import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '../../api-core';
import { callerGone } from '../../caller-gone';
import type { OwnerContext } from '../../handlers';
import {
  fileVerb,
  fileVerbInWords,
  outcomeOf,
  type FileService,
  type FileVerb,
} from '../../system/files/protocol';
import { Lost } from '../../system/refusal';
import { atMost, inTurn } from '../../system/turns';
import { fileTarget } from '../../sites/file-target';

export type VerbCaller = ReturnType<typeof verbCaller>;

/** Verbs that carry whole texts: tens of megabytes each, held by this process and by the file service. */
const WHOLE_TEXTS: ReadonlySet<FileVerb> = new Set([
  'readText',
  'writeText',
  'readVersion',
  'previewReplace',
]);
/** So many of them at once, of all hosts; one of each host. */
const TEXTS_AT_ONCE = 4;
/** A host's child that leaves such a call unanswered keeps its place no longer, ms. */
const TEXT_MS = 60_000;

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

/** Asks the child of the caller's host; ends with whoever asked. */
export function verbCaller(service: FileService, textMs = TEXT_MS) {
  const ofHost = inTurn();
  const someAtOnce = atMost(TEXTS_AT_ONCE);
  return <V extends FileVerb>(
    context: OwnerContext,
    verb: V,
    body: contract.CallInput<FileCalls[V]>['body'],
  ) => {
    const { host } = context.scope;
    const gone = callerGone(context);
    const ask = (signal: AbortSignal) => fileVerb(service, fileTarget(host), { verb, body, signal });
    if (!WHOLE_TEXTS.has(verb)) return ask(gone);
    return ofHost(host.code, () =>
      someAtOnce(() => {
        const signal = AbortSignal.any([gone, AbortSignal.timeout(textMs)]);
        return untilAborted(signal, verb, ask(signal));
      }),
    );
  };
}

/** Asks for the entries of a folder, which come in words: there may be thousands of them. */
export const listCaller =
  (service: FileService) =>
  (context: OwnerContext, body: contract.CallInput<FileCalls['listFolder']>['body']) =>
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
