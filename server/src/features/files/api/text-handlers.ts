import type { consoleCalls } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { OutcomeUnknown } from '#faults/refusal';
import { translateFaults } from '#files/link/file-fault';
import { runFileVerb, runFileVerbAsText, saveText, type VerbBody } from '#files/link/file-client';
import { outcomeOf, type FileService, type FileVerb } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import { makeQueue, makeQueuePerKey } from '#system/concurrency/queue';
import { JsonText } from '#system/streams/json-text';
import { loggedPaths, makeRunVerb } from './verb-calls';

/**
 * Texts in transfer at once, for all hosts; one per host. Each takes tens of megabytes in this process and in the file
 * service.
 */
const TEXTS_AT_ONCE = 4;
/** Waiting texts of one host; more are refused. */
const TEXTS_WAITING = 8;
/** Hosts with a waiting text; more are refused. */
const HOSTS_WAITING = 500;
/** A call that its child has not answered after this time gives up its turn, ms. */
const TEXT_MS = 60_000;

/** Rejects when the signal aborts, even if the work never ends. */
async function untilAborted<Value>(
  signal: AbortSignal,
  verb: FileVerb,
  work: Promise<Value>,
): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutcomeUnknown()), { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    throw outcomeOf(verb, error);
  }
}

/** Verbs that carry an entire text: one at a time per host, a few for all hosts. */
export function makeTextTransfers(service: FileService, textMs = TEXT_MS) {
  const ofHost = makeQueuePerKey(TEXTS_WAITING);
  const someAtOnce = makeQueue(TEXTS_AT_ONCE, HOSTS_WAITING);

  const takeTurn = <Value>(
    context: OwnerContext,
    verb: FileVerb,
    request: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const waiting = { signal: callerGone(context) };
    const work = () => {
      const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(textMs)]);
      return untilAborted(signal, verb, request(signal));
    };
    return ofHost(context.scope.host.code, () => someAtOnce(work, waiting), waiting);
  };

  return {
    read: <V extends 'readText' | 'readVersion'>(context: OwnerContext, verb: V, body: VerbBody<V>) =>
      takeTurn(context, verb, (signal) =>
        runFileVerbAsText(service, fileTarget(context.scope.host), { verb, body, signal }),
      ),
    preview: (context: OwnerContext, body: VerbBody<'previewReplace'>) =>
      takeTurn(context, 'previewReplace', (signal) =>
        runFileVerb(service, fileTarget(context.scope.host), { verb: 'previewReplace', body, signal }),
      ),
    save: (context: OwnerContext, body: Omit<VerbBody<'writeText'>, 'content'>, content: JsonText) =>
      takeTurn(context, 'writeText', (signal) =>
        saveText(service, fileTarget(context.scope.host), { body, content, signal }),
      ),
  };
}

type TextCalls = Pick<
  typeof consoleCalls,
  'readText' | 'writeText' | 'readWindow' | 'readVersion' | 'previewReplace' | 'replaceInFiles'
>;

/** Contents of text files: read, save, read a part of a large one, replace in several. */
export function textHandlers(service: FileService): Handlers<TextCalls> {
  const runVerb = makeRunVerb(service);
  const texts = makeTextTransfers(service);
  return {
    readText: ({ body }, context) => texts.read(context, 'readText', body),
    writeText: ({ body: { content, ...body } }, context) => {
      const { text = new JsonText(JSON.stringify(content)), units = content.length } =
        context.largeText ?? {};
      context.note(body.path, { encoding: body.encoding, characters: units });
      return texts.save(context, body, text);
    },
    readWindow: ({ body }, context) => runVerb(context, 'readWindow', body),
    readVersion: ({ body }, context) => texts.read(context, 'readVersion', body),
    previewReplace: async ({ body }, context) => {
      const { files, failed } = await texts.preview(context, body);
      return { files, failed: translateFaults(failed, context.locale) };
    },
    replaceInFiles: async ({ body }, context) => {
      context.note(...loggedPaths(body.files.map(({ path }) => path)));
      const { done, failed } = await runVerb(context, 'replaceInFiles', body);
      return { done, failed: translateFaults(failed, context.locale) };
    },
  };
}
